import Archives
public import BookModel
import Diagnostics
import Publications

extension BookSurvey {
  /// Surveys a file or a folder of pictures. Never fails: if something cannot be opened, `failure` says why.
  public init(of path: FilePath, scratch: FilePath? = nil, limits: Limits = Limits()) {
    self.init(path: path.display)
    do throws(Diagnostic) {
      let isFolder = try Archives.isFolder(path)
      let kind = isFolder ? nil : try ContainerKind.sniff(try InputFile(path))
      let container = try Containers.open(
        path, kind: kind, scratch: scratch, limits: limits, wanted: BookSurvey.isDocument)
      self.init(of: container, path: path.display, kind: kind, limits: limits)
    } catch {
      failure = error
    }
  }

  /// Whether an entry is read at all: in archives that are read from the front, nothing else is unpacked.
  private static func isDocument(_ path: EntryPath) -> Bool {
    !path.isSystemJunk
      && (format(of: path) != nil || path.text == ContainerDocument.path || path.fileExtension == "opf")
  }
}
