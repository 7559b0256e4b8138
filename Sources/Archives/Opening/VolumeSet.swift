public import BookModel
import Diagnostics

/// The parts of an archive in several files, found by their names in the folder of the one that was named.
public struct VolumeSet: Hashable, Sendable {
  /// The part that was named.
  let file: FilePath
  let name: VolumeName
  /// The parts that are there, by index.
  private let parts: [Int: FilePath]

  /// Nil for a file whose name is not a part's, and for one like `name.rar` with no other part beside it.
  public init?(of file: FilePath, among siblings: [FilePath]) {
    guard let name = VolumeName(file) else { return nil }
    var parts: [Int: FilePath] = [:]
    for sibling in siblings {
      guard let other = VolumeName(sibling), other.isSameSet(as: name) else { continue }
      // Of two spellings (letter case, width) the first in the order of bytes counts, wherever it is listed.
      if let known = parts[other.index], known.bytes.lexicographicallyPrecedes(sibling.bytes) { continue }
      parts[other.index] = sibling
    }
    parts[name.index] = file
    switch name.scheme {
    case .letters, .zip: if parts.count == 1, name.index == 0 { return nil }
    case .part, .number: break
    }
    self.file = file
    self.name = name
    self.parts = parts
  }

  /// The part to name for the whole, where `file` is a later one and the first is there. A run over a folder
  /// leaves such a file to the other.
  public var earlierPart: FilePath? { name.index == 0 ? nil : parts[0] }

  /// The parts from the first up to the first gap.
  public var consecutive: [FilePath] {
    var found: [FilePath] = []
    while let part = parts[found.count] { found.append(part) }
    return found
  }

  /// The name of the part at an index, whether it is there or not.
  func name(at index: Int) -> String { parts[index]?.nameText ?? name.name(of: index, like: file) }

  /// An index between 0 and the last part that is not there.
  var gap: Int? {
    let count = consecutive.count
    return count < parts.count ? count : nil
  }

  /// Says which part is missing.
  func missing(_ index: Int) -> Diagnostic {
    .error(
      .volumeMissing, "the part \(name(at: index)) of this archive is missing", at: Place(file: file.display),
      remedy: "put it into the same folder, or get a fresh copy of the archive")
  }

  /// Says that a later part was named.
  var laterPart: Diagnostic {
    if parts[0] == nil { return missing(0) }
    return .error(
      .volumePart, "this is a later part of the archive \(name(at: 0))", at: Place(file: file.display),
      remedy: "name \(name(at: 0)) instead; its other parts are found automatically")
  }
}
