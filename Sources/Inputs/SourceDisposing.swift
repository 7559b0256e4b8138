package import Archives
public import BookModel
public import Diagnostics
package import PipelineFile

/// What happened to a source once its outputs were safe.
public enum SourceFate: Sendable, Hashable {
  case moved(FilePath)
  case trashed(FilePath)
  /// Left where it is, for this reason.
  case kept(String)

  public var json: JSON {
    switch self {
    case .moved(let path): .members(("moved", .string(path.display)))
    case .trashed(let path): .members(("trashed", .string(path.display)))
    case .kept(let why): .members(("kept", .string(why)))
    }
  }
}

/// Moves a source to a folder or to the trash, together with the files beside it that have its name.
package struct SourceDisposing: Sendable {
  private let after: SourceDisposal
  private let input: RunInput
  private let trash: Trash

  package init(_ input: RunInput, after: SourceDisposal, trash: Trash) {
    self.after = after
    self.input = input
    self.trash = trash
  }

  /// Does so, including all parts of a multi-part archive. Blocks.
  ///
  /// - Parameter state: the state of the source before it was read.
  /// - Throws: `file-changed` if the state is different now; whatever moving throws.
  package func carryOut(ifStill state: FileState?) throws(Diagnostic) -> SourceFate {
    guard try input.state() == state else {
      throw .error(.fileChanged, "it was changed while it was being read")
    }
    let files = input.parts + input.namesakes
    switch after {
    case .keep: return .kept("")
    case .trash:
      var places: [FilePath] = []
      for file in files { places.append(try trash.put(file)) }
      return .trashed(places[0])
    case .move(let folder):
      var target = FilePath(folder)
      for name in input.mirrored { target = target.appending(name) }
      let moves = files.map { (from: $0, to: target.appending($0.name)) }
      for move in moves where pathExists(move.to) {
        throw .error(.destinationExists, "'\(move.to.display)' already exists", remedy: "move it elsewhere")
      }
      for move in moves { try relocate(move.from, to: move.to) }
      return .moved(target.appending(input.path.name))
    }
  }
}
