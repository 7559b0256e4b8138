import Archives
public import BookModel
public import Diagnostics
public import Formats
import PipelineFile

/// One input of a run: a file or folder that is one book.
public struct RunInput: Sendable, Hashable {
  public var path: FilePath
  public var isFolder: Bool
  /// The folders between the argument it was found under and the input itself; a folder output mirrors them.
  public var mirrored: [String]
  /// Paths in the same folder that may be sidecars or volumes.
  public var siblings: Siblings
  public var isOnlyBookInFolder: Bool
  /// The folder given as an argument, or the fixed part of the pattern, in or below which it was found; nil
  /// for an input given by name.
  public var root: FilePath?
  /// The index, from 0, of the pipeline source that determines how it is read.
  public var source = 0
  /// Diagnostics about treating it as one book.
  public var told: [Diagnostic] = []

  public init(
    path: FilePath, isFolder: Bool, mirrored: [String] = [], siblings: Siblings = [],
    isOnlyBookInFolder: Bool = true, root: FilePath? = nil
  ) {
    self.path = path
    self.isFolder = isFolder
    self.mirrored = mirrored
    self.siblings = siblings
    self.isOnlyBookInFolder = isOnlyBookInFolder
    self.root = root
  }
}

extension RunInput {
  /// The state of the input and of all files read with it. Blocks.
  package func state() throws(Diagnostic) -> FileState {
    try FileState(path, companions: companions, watchesChange: true)
  }

  /// The files beside it that are read with it: its other parts, sidecars, and the file with its overrides.
  package var companions: [FilePath] {
    let sidecars = Sidecar.find(
      for: path, among: siblings, isOnlyBook: isOnlyBookInFolder, isFolder: isFolder
    ).map(\.path)
    let own = BookFile.find(for: path, isFolder: isFolder, among: siblings)
    let found = Set(sidecars + [own].compactMap(\.self) + parts).subtracting([path])
    return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// All files of a multi-part archive, including this one; otherwise only the input itself.
  package var parts: [FilePath] {
    let parts = isFolder ? nil : VolumeSet(of: path, among: siblings.volumes(of: path))?.consecutive
    return parts.flatMap { $0.contains(path) ? $0 : nil } ?? [path]
  }

  /// The files beside it that have its name (`NAME.xml`, `NAME.cbz.xml`, `NAME.opf`, `NAME.leporello.yaml`…)
  /// and so are moved along with it. Only known endings count: `Kite 1.5.xml` does not belong to
  /// `Kite 1.cbz`.
  package var namesakes: [FilePath] {
    let stems = isFolder ? [path.nameText] : [path.stem, path.bookNameText]
    let endings = [".xml", ".comicinfo.xml", ".opf", BookFile.ending]
    let names = Set((stems + [path.nameText]).flatMap { name in endings.map { (name + $0).caseFolded } })
    let parts = Set(parts)
    return names.flatMap(siblings.named).filter { $0.name != path.name && !parts.contains($0) }.sorted {
      $0.bytes.lexicographicallyPrecedes($1.bytes)
    }
  }

  /// The book's name without extensions; for a folder, its full name.
  package var stem: [UInt8] { isFolder ? path.name : path.bookName }
}
