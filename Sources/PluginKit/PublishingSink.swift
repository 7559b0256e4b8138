import Archives
public import BookModel
public import Diagnostics

/// A sink whose outputs are published together: all books that lie in one place become a shelf, a feed, a list.
///
/// Once a run, behind its books and under a lock, `publish` gets the books of the place, those of earlier runs
/// included, each with the record its `SinkSession` gave of it. What it makes of them is written so that readers find
/// the former edition or the new one, whole, wherever a run ends.
public protocol PublishingSink: WritingSink {
  /// Makes an edition of the books that lie in a place; the same of the same books. Blocks.
  ///
  /// - Parameter books: in the order of their paths.
  func publish(_ books: [PublishedBook]) throws(Diagnostic) -> Edition
}

/// A book that lies in a place, as its sink wrote it.
public struct PublishedBook: Sendable, Hashable {
  /// Stays the same as long as the book is known, whatever becomes of its source's name and of what is in it.
  public var id: String
  /// A digest of what was written: another where anything in the output is.
  public var version: String
  /// Where it lies, relative to the place.
  public var path: FilePath
  /// What its session gave.
  public var record: JSON

  public init(id: String, version: String, path: FilePath, record: JSON) {
    self.id = id
    self.version = version
    self.path = path
    self.record = record
  }
}

/// Files that make one publication of a place. Parts come first; the pointers, which lead to them, are replaced last.
public struct Edition: Sendable {
  /// Files named by their contents: a part is never changed, and those of the former edition stay beside the new ones,
  /// for readers who still have its pointer.
  public private(set) var parts: [File] = []
  /// Files of fixed names, replaced one by one in this order when every part is there.
  public private(set) var pointers: [File] = []

  /// One file of an edition.
  public struct File: Sendable {
    /// Relative to the place, with `/` between components.
    public var name: String
    public var bytes: [UInt8]
  }

  public init() {}

  /// Adds a part.
  ///
  /// - Parameters:
  ///   - name: such as `data/shelf.js`; a digest of the contents goes in front of the extension.
  /// - Returns: the name it gets: `data/shelf-0123456789abcdef.js`.
  public mutating func add(_ name: String, _ bytes: [UInt8]) -> String {
    let digest = SHA256.hexText(of: bytes).prefix(16)
    let folders = name.split(separator: "/", omittingEmptySubsequences: false)
    let last = folders.last ?? ""
    let dot = last.lastIndex(of: ".") ?? last.endIndex
    let unique = (folders.dropLast().map(String.init) + ["\(last[..<dot])-\(digest)\(last[dot...])"])
      .joined(separator: "/")
    if !parts.contains(where: { $0.name == unique }) { parts.append(File(name: unique, bytes: bytes)) }
    return unique
  }

  /// Adds a pointer, behind those added before.
  public mutating func point(_ name: String, _ bytes: [UInt8]) {
    pointers.append(File(name: name, bytes: bytes))
  }
}
