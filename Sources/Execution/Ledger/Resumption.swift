import Archives
import BookModel
import Diagnostics
import Formats
import PipelineFile
import PluginKit

/// What an earlier run wrote.
public struct RememberedOutput: Sendable, Hashable {
  let entry: Ledger.Entry
  /// Where it lies, as the pipeline would say it.
  let path: FilePath
  /// How its source looks now, where only its contents are the same: to be remembered anew.
  var sourceState: FileState?

  var receipt: Receipt.Output {
    Receipt.Output(
      .unchanged, sink: entry.sink, path: path, bytes: entry.outputState.size,
      sha256: entry.outputState.sha256.isEmpty ? nil : entry.outputState.sha256)
  }
}

/// Finds out what of a run has been done before, and writes down what is done now.
struct Resumption: Sendable {
  let ledger: Ledger
  /// By source and sink of the pipeline.
  private let recipes: [[String]]
  private let here: FilePath
  /// By sink, whether its path begins at the root.
  private let isAbsolute: [Bool]

  /// - Parameter version: the program's: another one may write other bytes.
  init(_ ledger: Ledger, _ pipeline: Pipeline, _ settings: RunSettings, version: String) {
    self.ledger = ledger
    let here = realPath(".")
    self.here = here
    let files = pipeline.files.map { "file \($0.display) \(Resumption.contents(of: $0))" }.joined(
      separator: "\n")
    isAbsolute = pipeline.sinks.map { $0.destination.path?.hasPrefix("/") == true }
    recipes = pipeline.sources.indices.map { source in
      pipeline.sinks.indices.map { sink in
        let path = pipeline.sinks[sink].destination.path ?? ""
        var hash = SHA256()
        hash.update(
          Array(
            """
            leporello \(version)
            onDamage \(settings.onDamage.rawValue) lossless \(settings.lossless)
            in \(path.hasPrefix("/") ? "/" : here.display)
            \(pipeline.recipe(source: source, sink: sink))
            \(files)
            """.utf8))
        return hash.hexText()
      }
    }
  }

  /// The SHA-256 of a file that stages were made from; the checking has told where there is none.
  private static func contents(of file: FilePath) -> String {
    do throws(Diagnostic) { return try InputFile(file).sha256() } catch { return "unreadable" }
  }

  // MARK: Before

  /// How an input looks, and by sink what of it has been done already. Blocks; reads nothing of files whose times
  /// are those remembered.
  func known(of input: RunInput) throws(Diagnostic) -> (state: FileState, outputs: [Int: RememberedOutput]) {
    let companions = input.companions
    let state = try input.state()
    let entries = try ledger.entries(madeOf: realPath(input.path))
    var contents: String?
    var known: [Int: RememberedOutput] = [:]
    for (sink, recipe) in recipes[input.source].enumerated() {
      guard let entry = entries.first(where: { $0.recipe == recipe }), try isAsWritten(entry) else {
        continue
      }
      if entry.sourceState.stamp == state.stamp {
        known[sink] = RememberedOutput(entry: entry, path: shown(entry.output, sink))
      } else if entry.sourceState.size == state.size, !entry.sourceState.sha256.isEmpty {
        if contents == nil { contents = try FileState.contents(of: input.path, companions: companions) }
        guard contents == entry.sourceState.sha256 else { continue }
        known[sink] = RememberedOutput(entry: entry, path: shown(entry.output, sink), sourceState: state)
      }
    }
    return (state, known)
  }

  /// An absolute path as a sink with a relative one would say it.
  private func shown(_ output: FilePath, _ sink: Int) -> FilePath {
    let folder = here.bytes + [UInt8(ascii: "/")]
    guard !isAbsolute[sink], output.bytes.starts(with: folder) else { return output }
    return FilePath(bytes: output.bytes[folder.count...])
  }

  /// Whether an output was written by an earlier run for the same source, and is as it was then.
  func isOwn(_ output: FilePath, of input: RunInput) -> Bool {
    do throws(Diagnostic) {
      guard let entry = try ledger.entry(of: realPath(output)), entry.source == realPath(input.path) else {
        return false
      }
      return try isAsWritten(entry)
    } catch {
      // What cannot be told is treated as somebody else's.
      return false
    }
  }

  private func isAsWritten(_ entry: Ledger.Entry) throws(Diagnostic) -> Bool {
    guard pathExists(entry.output) else { return false }
    let state = try FileState(entry.output, watchesChange: false)
    if state.stamp == entry.outputState.stamp { return true }
    guard state.size == entry.outputState.size, !entry.outputState.sha256.isEmpty else { return false }
    return try FileState.contents(of: entry.output) == entry.outputState.sha256
  }

  // MARK: After

  /// Writes down an output that is whole, but not under its name yet.
  ///
  /// - Parameters:
  ///   - before: how the source looked before it was read; where it looks otherwise by now, nobody knows what was
  ///     read, and nothing is remembered.
  ///   - contents: the source's SHA-256, where that is all that belongs to it.
  func remember(
    _ output: Receipt.Output, sink: Int, at temporary: FilePath, of input: RunInput, before: FileState?,
    contents: String?
  ) throws(Diagnostic) {
    guard let before, let path = output.path else { return }
    let companions = input.companions
    let isAlone = companions.isEmpty && !input.isFolder
    let sha256 =
      if isAlone, let contents { contents } else {
        try FileState.contents(of: input.path, companions: companions)
      }
    guard try input.state() == before else { return }
    let made = try FileState(temporary, watchesChange: false)
    try ledger.record(
      Ledger.Entry(
        output: realPath(path), source: realPath(input.path), sink: output.sink,
        recipe: recipes[input.source][sink], sourceState: Ledger.RememberedState(before, sha256: sha256),
        outputState: Ledger.RememberedState(made, sha256: output.sha256 ?? ""),
        isComplete: output.isComplete))
  }

  /// Remembers how a source looks now whose contents are those remembered.
  func refresh(_ known: RememberedOutput) throws(Diagnostic) {
    guard let state = known.sourceState else { return }
    var entry = known.entry
    entry.sourceState = Ledger.RememberedState(state, sha256: entry.sourceState.sha256)
    try ledger.record(entry)
  }
}

extension Receipt.Output {
  /// Whether every page of the source is in it undamaged.
  var isComplete: Bool { status == .written && counts.dropped == 0 && counts.damaged == 0 }
}

extension RunInput {
  /// How it looks with all that is read with it. Blocks.
  func state() throws(Diagnostic) -> FileState {
    try FileState(path, companions: companions, watchesChange: true)
  }

  /// The files beside it that are read with it: its other parts, sidecars, and the file with its overrides.
  var companions: [FilePath] {
    let sidecars = Sidecar.find(
      for: path, among: siblings, isOnlyBook: isOnlyBookInFolder, isFolder: isFolder
    ).map(\.path)
    let own = BookFile.find(for: path, isFolder: isFolder, among: siblings)
    let found = Set(sidecars + [own].compactMap(\.self) + parts).subtracting([path])
    return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// The files of an archive in several parts, itself among them; else itself alone.
  var parts: [FilePath] {
    let parts = isFolder ? nil : VolumeSet(of: path, among: siblings)?.consecutive
    return parts.flatMap { $0.contains(path) ? $0 : nil } ?? [path]
  }
}
