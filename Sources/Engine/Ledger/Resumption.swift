import Archives
package import BookModel
package import Diagnostics
package import Inputs
package import PipelineFile
import PluginKit

/// What an earlier run wrote.
public struct RememberedOutput: Sendable, Hashable {
  let entry: Ledger.Entry
  /// Where it lies, as the pipeline would say it.
  package let path: FilePath
  /// How its sources look now, where only their contents are the same: to be remembered anew.
  var states: [FileState]?

  package var isWhole: Bool { entry.isComplete }

  /// Whether its sources look otherwise by now, although their contents are the same.
  package var isToBeRefreshed: Bool { states != nil }

  /// Whether it lies at a real path.
  package func lies(at path: FilePath) -> Bool { entry.output == path }

  package var receipt: Receipt.Output {
    var output = Receipt.Output(
      .unchanged, sink: entry.sink, path: path, bytes: entry.state.size,
      sha256: entry.state.sha256.isEmpty ? nil : entry.state.sha256)
    if !entry.book.isEmpty { output.book = entry.book }
    if !entry.version.isEmpty { output.version = entry.version }
    return output
  }
}

/// Finds out what of a run has been done before, and writes down what is done now.
package struct Resumption: Sendable {
  let ledger: Ledger
  /// By source and sink of the pipeline.
  private let recipes: [[String]]
  private let here: FilePath
  /// By sink, whether its path begins at the root.
  private let isAbsolute: [Bool]

  /// - Parameter version: the program's: another one may write other bytes.
  package init(_ ledger: Ledger, _ pipeline: Pipeline, _ settings: RunSettings, version: String) {
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

  /// How a job's sources look, and what of it has been done already, by sink: every book of the job, in their order.
  /// Blocks; reads nothing of files whose times are those remembered.
  package func known(of job: Job) throws(Diagnostic) -> (
    states: [FileState], outputs: [Int: [RememberedOutput]]
  ) {
    let states = try job.states()
    return (states, try outputs(of: job, states))
  }

  /// What another run that uses the same ledger has made of a job since this one planned it, by sink. Blocks.
  ///
  /// - Parameter before: how the sources looked when the job was planned; nil where they were gone by then, taken away
  ///   by the other run.
  package func madeMeanwhile(of job: Job, before: [FileState]?) throws(Diagnostic) -> [Int:
    [RememberedOutput]]
  {
    try outputs(of: job, before)
  }

  /// - Parameter states: how the sources look; nil where only their paths are known.
  private func outputs(of job: Job, _ states: [FileState]?) throws(Diagnostic) -> [Int: [RememberedOutput]] {
    let paths = job.sources.map { realPath($0.path) }
    let entries = try ledger.entries(madeOf: paths[0]).filter { $0.sources.map(\.path) == paths }
    var known: [Int: [RememberedOutput]] = [:]
    guard !entries.isEmpty else { return known }
    // Reading a source once tells for all sinks whether its contents are the same.
    var contents: [Int: String] = [:]
    for (sink, recipe) in recipes[job.source.source].enumerated() {
      var parts: [Int: RememberedOutput] = [:]
      for entry in entries where entry.recipe == recipe && parts[entry.part] == nil {
        let match = if let states { try match(entry, job, states, &contents) } else { Match.sameState }
        guard let match, try isAsWritten(entry) else { continue }
        parts[entry.part] = RememberedOutput(
          entry: entry, path: shown(entry.output, sink), states: match == .sameContents ? states : nil)
      }
      let count = parts.values.first?.entry.parts ?? 0
      let whole = (1...max(1, count)).compactMap { parts[$0] }
      if count > 0, whole.count == count { known[sink] = whole }
    }
    return known
  }

  private enum Match { case sameState, sameContents }

  /// Whether the sources are what an output was made of.
  private func match(
    _ entry: Ledger.Entry, _ job: Job, _ states: [FileState], _ contents: inout [Int: String]
  ) throws(Diagnostic) -> Match? {
    var match = Match.sameState
    for (index, source) in entry.sources.enumerated() where source.state.stamp != states[index].stamp {
      guard source.state.size == states[index].size, !source.state.sha256.isEmpty else { return nil }
      let now: String
      if let read = contents[index] {
        now = read
      } else {
        now = try FileState.contents(
          of: job.sources[index].path, companions: job.sources[index].companions)
        contents[index] = now
      }
      guard now == source.state.sha256 else { return nil }
      match = .sameContents
    }
    return match
  }

  /// An absolute path as a sink with a relative one would say it.
  func shown(_ output: FilePath, _ sink: Int) -> FilePath {
    let folder = here.bytes + [UInt8(ascii: "/")]
    guard !isAbsolute[sink], output.bytes.starts(with: folder) else { return output }
    return FilePath(bytes: output.bytes[folder.count...])
  }

  /// Whether an output was written by an earlier run from sources of the same job, and is as it was then. A job may
  /// have gained or lost sources since, and a source may have got another name.
  package func isOwn(_ output: FilePath, of job: Job) -> Bool {
    do throws(Diagnostic) {
      let sources = Set(job.sources.map { realPath($0.path) })
      for entry in try ledger.entries(of: realPath(output)) {
        var isOfJob = entry.sources.contains { sources.contains($0.path) }
        if !isOfJob { isOfJob = try isRenamed(entry.sources, in: job) }
        if isOfJob, try isAsWritten(entry) { return true }
      }
      return false
    } catch {
      // What cannot be told is treated as somebody else's.
      return false
    }
  }

  /// Whether a source that an output was made of has vanished from its place, and one of the job holds the same.
  private func isRenamed(_ sources: [Ledger.Source], in job: Job) throws(Diagnostic) -> Bool {
    for source in sources where !source.state.sha256.isEmpty && !pathExists(source.path) {
      for input in job.sources where try input.state().size == source.state.size {
        let contents = try FileState.contents(of: input.path, companions: input.companions)
        if contents == source.state.sha256 { return true }
      }
    }
    return false
  }

  func isAsWritten(_ entry: Ledger.Entry) throws(Diagnostic) -> Bool {
    guard pathExists(entry.output) else { return false }
    let state = try FileState(entry.output, watchesChange: false)
    if state.stamp == entry.state.stamp { return true }
    guard state.size == entry.state.size, !entry.state.sha256.isEmpty else { return false }
    return try FileState.contents(of: entry.output) == entry.state.sha256
  }

  // MARK: After

  /// Writes down an output that is whole, but not under its name yet, and tells it which book it is.
  ///
  /// - Parameters:
  ///   - part: which book of the job it is, from 1, and how many there are.
  ///   - before: how the sources looked before they were read; where one looks otherwise by now, nobody knows what was
  ///     read, and nothing is remembered.
  ///   - contents: the SHA-256 of each source, where that is all that belongs to it.
  package func remember(
    _ output: inout Receipt.Output, sink: Int, part: (number: Int, count: Int), at temporary: FilePath,
    of job: Job,
    before: [FileState]?, contents: [String?]
  ) throws(Diagnostic) {
    guard let before, let path = output.path else { return }
    var sources: [Ledger.Source] = []
    for (index, input) in job.sources.enumerated() {
      let companions = input.companions
      let isAlone = companions.isEmpty && !input.isFolder
      let sha256 =
        if isAlone, let known = contents[index] { known } else {
          try FileState.contents(of: input.path, companions: companions)
        }
      guard try input.state() == before[index] else { return }
      sources.append(
        Ledger.Source(
          path: realPath(input.path), state: Ledger.RememberedState(before[index], sha256: sha256)))
    }
    let digests = sources.map(\.state.sha256)
    let version = BookIdentity.version(contents: digests, metadata: output.metadata)
    let book = try ledger.identify(
      BookIdentity(
        source: sources[0].path, sha256: digests[0], group: job.key ?? "", part: part.number,
        names: BookIdentity.names(of: output.metadata)))
    (output.book, output.version) = (book, version)
    let made = try FileState(temporary, watchesChange: false)
    try ledger.record(
      Ledger.Entry(
        output: realPath(path), state: Ledger.RememberedState(made, sha256: output.sha256 ?? ""),
        sink: output.sink, recipe: recipes[job.source.source][sink], sources: sources,
        isComplete: output.status == .written && output.missing.isEmpty, part: part.number, parts: part.count,
        book: book, version: version))
  }

  /// Forgets what was under an output's name before, now that the new one has it.
  package func settle(_ output: FilePath) throws(Diagnostic) {
    try ledger.forget(realPath(output), butFor: try FileState(output, watchesChange: false).stamp)
  }

  /// Remembers how sources look now whose contents are those remembered.
  package func refresh(_ known: RememberedOutput) throws(Diagnostic) {
    guard let states = known.states else { return }
    var entry = known.entry
    for index in entry.sources.indices {
      entry.sources[index].state = Ledger.RememberedState(
        states[index], sha256: entry.sources[index].state.sha256)
    }
    try ledger.record(entry)
  }
}
