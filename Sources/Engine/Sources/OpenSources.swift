public import Archives
public import BookModel
public import Diagnostics
public import Imaging
package import Inputs
import Options
public import PluginKit
public import Programs
import Synchronization

/// The open sources of one job and everything remembered about them: what plugins see as their context.
///
/// Between planning and writing a job may rest: its files are closed then, and opened again when something of them is
/// asked for, as long as they are what they were.
public final class OpenSources: ReadContext {
  /// What was read, in the order of the job's sources.
  public let paths: [FilePath]
  private let name: String
  private let resources: RunResources
  private let state: Mutex<State>

  private struct State {
    /// By source of the job, then by `SourceID.ordinal`.
    var sources: [[OpenSource]]
    var diagnostics: [Diagnostic] = []
    var reported: Set<Diagnostic> = []
    var facts: [Picture: PictureFacts?] = [:]
    var digests: [Int: SourceDigest] = [:]
    var formats: [Int: String] = [:]
    /// What readers that are programs have left, for as long as the book is open.
    var folders: [ScratchFolder] = []
    var isCountedOpen = false
  }

  /// What is to hold the sources of a job; nothing is open yet.
  ///
  /// - Parameter name: what messages call the job; nil for the path of its only source.
  public init(_ paths: [FilePath], _ resources: RunResources, name: String? = nil) {
    self.paths = paths
    self.name = name ?? paths[0].display
    self.resources = resources
    state = Mutex(State(sources: paths.map { _ in [] }))
  }

  /// Takes over the sources that were read one by one: `SourceID.input` counts in their order.
  package func adopt(_ parts: [OpenSources]) {
    let parts = parts.map { part in part.state.withLock { $0 } }
    state.withLock { state in
      for (index, part) in parts.enumerated() {
        state.sources[index] = part.sources[0]
        state.digests[index] = part.digests[0]
        state.formats[index] = part.formats[0]
        state.folders += part.folders
        for diagnostic in part.diagnostics where state.reported.insert(diagnostic).inserted {
          state.diagnostics.append(diagnostic)
        }
      }
    }
  }

  /// What each source really is, as far as it was read: `ZIP`, `EPUB 3.0`.
  package var formats: [Int: String] { state.withLock { $0.formats } }

  /// Keeps what the only source really is.
  func note(format: String) { state.withLock { $0.formats[0] = format } }

  deinit { end() }

  public var limits: Limits { resources.limits }
  public var scratch: FilePath { resources.scratch }

  // MARK: What is reported

  public func report(_ diagnostic: Diagnostic) {
    let named = diagnostic.inFile(name)
    state.withLock { state in
      if state.reported.insert(named).inserted { state.diagnostics.append(named) }
    }
  }

  public var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

  // MARK: Sources

  public func open(_ path: FilePath, _ request: OpenRequest) async throws(Diagnostic) -> (
    SourceID, any Container
  ) {
    let opened = try await resources.workers.run { () async throws(Diagnostic) in
      try OpenSource.open(path, request, self.resources)
    }
    for diagnostic in opened.container.diagnostics { report(diagnostic) }
    return (keep(opened.source), opened.container)
  }

  public func keep(_ container: any Container) -> SourceID { keep(OpenSource(container)) }

  private func keep(_ source: OpenSource) -> SourceID {
    state.withLock { state in
      state.sources[0].append(source)
      return SourceID(state.sources[0].count - 1)
    }
  }

  public func keepFolder() async throws(Diagnostic) -> ScratchFolder {
    let folder = try ScratchFolder(in: scratch)
    state.withLock { $0.folders.append(folder) }
    return folder
  }

  public func run(_ call: ProgramCall) async throws(Diagnostic) -> ProgramOutcome {
    try await resources.programs.run { () async throws(Diagnostic) in try call.run() }
  }

  public func sidecar(_ path: FilePath) async throws(Diagnostic) -> [UInt8] {
    let limit = limits.maxDocumentBytes.bytes
    return try await resources.workers.run { () async throws(Diagnostic) in
      try InputFile.contents(of: path, limit: limit)
    }
  }

  /// The size and SHA-256 of one of the job's sources; read once, however often it is asked for.
  package func digest(of input: RunInput, at index: Int = 0) async throws(Diagnostic) -> SourceDigest {
    if let known = state.withLock({ $0.digests[index] }) { return known }
    let digest = try await resources.workers.run { () async throws(Diagnostic) in try SourceDigest(input) }
    state.withLock { $0.digests[index] = digest }
    return digest
  }

  /// The same as far as it has been asked for.
  package func knownDigest(at index: Int = 0) -> SourceDigest? { state.withLock { $0.digests[index] } }

  /// The container behind an id; ids come only from `open` and `keep`.
  ///
  /// - Throws: what opening it again throws, where it was closed meanwhile; `file-changed`.
  func container(_ id: SourceID) throws(Diagnostic) -> any Container {
    try state.withLock { state throws(Diagnostic) in
      try state.sources[id.input][id.ordinal].container(resources)
    }
  }

  // MARK: Rest

  /// Says that nothing is asked of the sources for a while. Files are closed where as many rest open as may.
  package func rest() {
    state.withLock { state in
      guard !state.isCountedOpen else { return }
      if resources.restingOpen.take() {
        state.isCountedOpen = true
      } else {
        for input in state.sources.indices {
          for index in state.sources[input].indices { state.sources[input][index].close() }
        }
      }
    }
  }

  /// Says that the job is done with: everything is closed and forgotten but what was reported.
  package func end() {
    state.withLock { state in
      if state.isCountedOpen { resources.restingOpen.giveBack() }
      state.isCountedOpen = false
      for input in state.sources.indices {
        for index in state.sources[input].indices { state.sources[input][index].close() }
      }
      state.facts = [:]
      state.folders = []
    }
  }

  public var threads: Int { resources.workers.threads }

  public func entries(of source: SourceID) async throws(Diagnostic) -> [ContainerEntry] {
    try await resources.workers.run { () async throws(Diagnostic) in try self.container(source).entries }
  }

  // MARK: Bytes

  public func stated(_ entry: EntryReference) -> (size: Int?, crc32: UInt32?) {
    do throws(Diagnostic) {
      let entry = try container(entry.source).entries[entry.key]
      return (entry.size, entry.crc32)
    } catch {
      // Whoever reads the entry fails with the same error.
      return (nil, nil)
    }
  }

  public func bytes(of entry: EntryReference) async throws(Diagnostic) -> [UInt8] {
    try await resources.workers.run { () async throws(Diagnostic) in try self.readNow(entry) }
  }

  public func prefix(of entry: EntryReference, count: Int) async throws(Diagnostic) -> [UInt8] {
    try await resources.workers.run { () async throws(Diagnostic) in
      try self.naming(entry) { container throws(Diagnostic) in
        try container.prefix(of: container.entries[entry.key], count: count)
      }
    }
  }

  /// The whole of an entry, read on the calling thread.
  package func readNow(_ entry: EntryReference) throws(Diagnostic) -> [UInt8] {
    try naming(entry) { container throws(Diagnostic) in try container.read(container.entries[entry.key]) }
  }

  /// The file an entry lies in, for messages.
  package func path(of entry: EntryReference) -> FilePath { paths[entry.source.input] }

  /// Works on an entry's container; what goes wrong names file and entry.
  private func naming<Result>(
    _ entry: EntryReference, _ work: (any Container) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    do throws(Diagnostic) { return try work(try container(entry.source)) } catch {
      throw error.inFile(path(of: entry).display).inEntry(entry.name)
    }
  }

  // MARK: Facts and pixels

  public func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? {
    if let known = state.withLock({ $0.facts[picture] }) { return known }
    let facts: PictureFacts?
    switch picture {
    case .entry(let reference):
      facts = try await resources.workers.run { () async throws(Diagnostic) in try self.probe(reference) }
    case .blank(let blank):
      facts = blank.size.map { PictureFacts(format: .png, size: $0, color: .gray) }
    case .drawn(let drawing): facts = drawing.base.facts
    case .derived(let operation, let inputs):
      var known: [PictureFacts] = []
      for input in inputs {
        guard let one = try await self.facts(of: input) else { break }
        known.append(one)
      }
      facts = known.count == inputs.count ? operation.base.facts(of: known) : nil
    }
    state.withLock { $0.facts[picture] = .some(facts) }
    return facts
  }

  public func raster(of picture: Picture) async throws(Diagnostic) -> Raster {
    try await resources.workers.run { () async throws(Diagnostic) in
      try Renderer(book: self).raster(of: picture)
    }
  }

  /// An entry's facts from as little of its beginning as will do.
  func probe(_ reference: EntryReference) throws(Diagnostic) -> PictureFacts {
    var count = 4096
    return try naming(reference) { container throws(Diagnostic) in
      let entry = container.entries[reference.key]
      while true {
        let head = try container.prefix(of: entry, count: count)
        let isWhole = head.count < count || entry.size == head.count
        switch try probeHeader(head, isWhole: isWhole, limits: limits) {
        case .facts(var facts):
          facts.byteCount = entry.size ?? (isWhole ? head.count : nil)
          return facts
        case .needsMore(let atLeast):
          // A header that asks for no more than it was given is one that never ends.
          guard !isWhole else { throw .error(.pictureHeader, "the picture's header has no end") }
          count = max(count * 4, atLeast)
        }
      }
    }
  }
}

/// The size and SHA-256 of a source file; a folder has neither.
package struct SourceDigest: Sendable {
  package private(set) var bytes: Int?
  package private(set) var sha256: String?

  init(_ input: RunInput) throws(Diagnostic) {
    guard !input.isFolder else { return }
    let file = try InputFile(input.path)
    bytes = file.size
    sha256 = try file.sha256()
  }
}
