public import BookModel

/// The files of a folder whose names are those of archives' parts, by what the parts of one archive have in common: a
/// folder may hold thousands.
public struct VolumeIndex: Sendable {
  private let files: [[UInt8]: [FilePath]]

  public init(_ files: some Sequence<FilePath>) {
    var known: [[UInt8]: [FilePath]] = [:]
    for file in files {
      if let name = VolumeName(file) { known[name.stem, default: []].append(file) }
    }
    self.files = known
  }

  /// The files that may be parts of a file's archive.
  public subscript(_ file: FilePath) -> [FilePath] { VolumeName(file).flatMap { files[$0.stem] } ?? [] }
}
