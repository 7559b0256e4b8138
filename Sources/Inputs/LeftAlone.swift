public import BookModel
import Diagnostics

/// Something found while looking for inputs that is not one, and the reason.
public struct LeftAlone: Sendable, Hashable {
  public var path: FilePath
  public var reason: Reason

  public init(_ path: FilePath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  public enum Reason: Sendable, Hashable, CaseIterable {
    /// A file that no reader accepts.
    case unknown
    /// A picture beside books that belongs to none of them.
    case loosePicture
    /// An unfinished download or a backup copy, judging by its name.
    case unfinished
    /// A folder of books or pictures when only files were asked for.
    case folder
    /// A link to a folder, to a picture or to nothing; only links to books are followed.
    case link
    /// A link to a book that is also an input itself.
    case linkToInput
  }
}

extension [LeftAlone] {
  /// A message for each reason: how many there are, and what to do to include them.
  public var lines: [(line: String, paths: [FilePath])] {
    LeftAlone.Reason.allCases.compactMap { reason in
      let paths = filter { $0.reason == reason }.map(\.path)
      return paths.isEmpty ? nil : (reason.line(paths), paths)
    }
  }
}

extension LeftAlone.Reason {
  fileprivate func line(_ paths: [FilePath]) -> String {
    let count = paths.count
    switch self {
    case .unknown: return counted(count, "file") + " not recognized as a book: left alone"
    case .loosePicture:
      return counted(count, "picture") + " beside books left alone\(named(paths)); "
        + "pictures in a folder of their own can be a book"
    case .unfinished:
      return counted(count, "unfinished download or backup copy", "unfinished downloads or backup copies")
        + " left alone\(named(paths)); name \(count == 1 ? "it" : "one") as an input to have it read all the same"
    case .folder:
      return counted(count, "folder") + " beside books left alone\(named(paths)); "
        + "--recursive takes the books and pictures in \(count == 1 ? "it" : "them")"
    case .link:
      return counted(count, "link") + " to no book left alone\(named(paths)); "
        + "links to folders and pictures are followed only where they are named as inputs"
    case .linkToInput:
      return counted(count, "link") + " left alone\(named(paths)): the \(count == 1 ? "book" : "books") "
        + "\(count == 1 ? "it leads" : "they lead") to \(count == 1 ? "is" : "are") taken anyway"
    }
  }

  /// The first few names; `--verbose` lists all of them.
  private func named(_ paths: [FilePath]) -> String {
    let names = paths.prefix(3).map { "'\($0.display)'" }.joined(separator: ", ")
    return " (\(names)\(paths.count > 3 ? ", …" : ""))"
  }
}
