import Archives
public import BookModel
public import Diagnostics
public import Options
public import PluginKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads a folder of pictures as a book, in the same way as an archive of it.
public struct FolderReader: Reader {
  public static let name = "folder"
  public static let summary = "Reads a folder of pictures, at any depth, as an archive of it would be read."
  public static let example = "folder"
  public static let fileExtensions: [String] = []
  public static let rules = PictureBook.rules

  public init(_ settings: NoOptions) throws(Diagnostic) {}

  public static func claims(_ probe: SourceProbe) -> Bool { probe.isFolder }

  public func read(_ probe: SourceProbe, in context: any ReadContext) async throws(Diagnostic) -> Book {
    let (source, container) = try await context.open(probe.path, OpenRequest())
    let book = PictureBook(container: container, source: source, probe: probe, context: context)
    return try await book.book(stem: Self.stem(of: probe.path), reader: Self.name)
  }

  /// The folder's full name: text after a dot in it is not an extension. `.` and `..` are resolved first.
  static func stem(of path: FilePath) -> String {
    let name = path.nameText
    guard name == "." || name == ".." || name.isEmpty else { return name }
    guard let resolved = path.withCString({ realpath($0, nil) }) else { return name }
    defer { free(resolved) }
    return FilePath(String(cString: resolved)).nameText
  }
}
