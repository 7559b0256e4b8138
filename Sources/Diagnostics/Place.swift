/// A point in a text file: line and column count from 1, columns in characters (Unicode scalars).
public struct SourcePosition: Hashable, Comparable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A stretch of a text file; `end` is the first position behind it.
public struct SourceRange: Hashable, Sendable {
  public var start: SourcePosition
  public var end: SourcePosition
  /// The file, where it is another one than the text around belongs to: a part that was included.
  public var file: String?

  public init(_ start: SourcePosition, _ end: SourcePosition, in file: String? = nil) {
    self.start = start
    self.end = end
    self.file = file
  }
}

/// Where something is: a file, and as exactly as known a stretch of its text, an entry or a page.
public struct Place: Hashable, Sendable {
  /// The file as the user would name it; nil where nothing on disk is meant (a command line).
  public var file: String?
  /// Lines and columns, for text files.
  public var range: SourceRange?
  /// Name of an entry inside the file, for archives and EPUBs.
  public var entry: String?
  /// Number of a page, counted from 1 in reading order.
  public var page: Int?

  public init(file: String? = nil, range: SourceRange? = nil, entry: String? = nil, page: Int? = nil) {
    self.file = range?.file ?? file
    self.range = range
    self.entry = entry
    self.page = page
  }
}

extension Place: CustomStringConvertible {
  /// `file:line:column`, then the entry and the page where they are known.
  public var description: String {
    var text = file ?? ""
    if let start = range?.start { text += (text.isEmpty ? "" : ":") + "\(start.line):\(start.column)" }
    if let entry { text += text.isEmpty ? entry : ": \(entry)" }
    if let page { text += (text.isEmpty ? "" : ", ") + "page \(page)" }
    return text
  }
}

extension Sequence<Diagnostic> {
  /// In the order of a file: by line and column; what has no place comes last. Equal places keep their order.
  public func sortedByPosition() -> [Diagnostic] {
    func key(_ diagnostic: Diagnostic) -> (String, Int, Int) {
      let start = diagnostic.place.range?.start
      return (diagnostic.place.file ?? "\u{10FFFF}", start?.line ?? .max, start?.column ?? .max)
    }
    return enumerated().sorted {
      let (left, right) = (key($0.element), key($1.element))
      return left == right ? $0.offset < $1.offset : left < right
    }.map(\.element)
  }
}
