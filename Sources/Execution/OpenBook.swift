public import Archives
public import BookModel
public import Diagnostics
public import Imaging
import Options
public import PluginKit
public import Programs
import Synchronization

/// One book's open sources and everything remembered about them: what plugins see as their context.
public final class OpenBook: ReadContext {
  public let path: FilePath
  public let limits: Limits
  public let scratch: FilePath
  private let askPassword: (@Sendable (FilePath) -> String?)?
  private let pool: WorkerPool
  private let state = Mutex(State())

  private struct State {
    var sources: [any Container] = []
    var diagnostics: [Diagnostic] = []
    var facts: [Picture: PictureFacts?] = [:]
    var digest: SourceDigest?
    /// What readers that are programs have left, for as long as the book is open.
    var folders: [ScratchFolder] = []
  }

  /// Threads that wait for programs, so that none that hangs keeps a page from being made.
  private static let programs = WorkerPool(threads: 4)

  /// - Parameters:
  ///   - pool: where blocking reads and decoding run.
  ///   - askPassword: asks the user for a source's password; nil where nobody can be asked.
  public init(
    _ path: FilePath, limits: Limits, scratch: FilePath, pool: WorkerPool,
    askPassword: (@Sendable (FilePath) -> String?)? = nil
  ) {
    self.path = path
    self.limits = limits
    self.scratch = scratch
    self.pool = pool
    self.askPassword = askPassword
  }

  // MARK: What is reported

  public func report(_ diagnostic: Diagnostic) {
    let named = diagnostic.inFile(path.display)
    state.withLock { state in
      if !state.diagnostics.contains(named) { state.diagnostics.append(named) }
    }
  }

  public var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

  // MARK: Sources

  public func open(_ path: FilePath, _ request: OpenRequest) async throws(Diagnostic) -> (
    SourceID, any Container
  ) {
    let limits = limits
    let scratch = scratch
    let container: any Container = try await pool.run { () async throws(Diagnostic) in
      var password = request.password
      for attempt in 0... {
        do throws(Diagnostic) {
          return try Containers.open(
            path, kind: request.kind, namesEncoding: request.namesEncoding, password: password,
            scratch: scratch,
            limits: limits)
        } catch {
          guard error.rule == .passwordRequired || error.rule == .passwordWrong, attempt < 3,
            request.password == nil, let answer = self.askPassword?(path)
          else { throw error }
          password = answer
        }
      }
      preconditionFailure("a password is asked for three times at most")
    }
    for diagnostic in container.diagnostics { report(diagnostic) }
    return (keep(container), container)
  }

  public func keep(_ container: any Container) -> SourceID {
    state.withLock { state in
      state.sources.append(container)
      return SourceID(state.sources.count - 1)
    }
  }

  public func keepFolder() async throws(Diagnostic) -> ScratchFolder {
    let folder = try ScratchFolder(in: scratch)
    state.withLock { $0.folders.append(folder) }
    return folder
  }

  public func run(_ call: ProgramCall) async throws(Diagnostic) -> ProgramOutcome {
    try await OpenBook.programs.run { () async throws(Diagnostic) in try call.run() }
  }

  public func sidecar(_ path: FilePath) async throws(Diagnostic) -> [UInt8] {
    let limit = limits.maxDocumentBytes.bytes
    return try await pool.run { () async throws(Diagnostic) in try InputFile.contents(of: path, limit: limit)
    }
  }

  /// The size and SHA-256 of the source; read once, however often it is asked for.
  func digest(of input: RunInput) async throws(Diagnostic) -> SourceDigest {
    if let known = state.withLock({ $0.digest }) { return known }
    let digest = try await pool.run { () async throws(Diagnostic) in try SourceDigest(input) }
    state.withLock { $0.digest = digest }
    return digest
  }

  /// The same as far as it has been asked for.
  var knownDigest: SourceDigest? { state.withLock { $0.digest } }

  /// The container behind an id; ids come only from `keep`.
  func container(_ id: SourceID) -> any Container { state.withLock { $0.sources[id.ordinal] } }

  public func stated(_ entry: EntryReference) -> (size: Int?, crc32: UInt32?) {
    let entry = container(entry.source).entries[entry.key]
    return (entry.size, entry.crc32)
  }

  public func bytes(of entry: EntryReference) async throws(Diagnostic) -> [UInt8] {
    try await pool.run { () async throws(Diagnostic) in try self.readNow(entry) }
  }

  public func prefix(of entry: EntryReference, count: Int) async throws(Diagnostic) -> [UInt8] {
    try await pool.run { () async throws(Diagnostic) in
      let container = self.container(entry.source)
      do throws(Diagnostic) {
        return try container.prefix(of: container.entries[entry.key], count: count)
      } catch {
        throw error.inFile(self.path.display).inEntry(entry.name)
      }
    }
  }

  /// The whole of an entry, read on the calling thread.
  func readNow(_ entry: EntryReference) throws(Diagnostic) -> [UInt8] {
    let container = container(entry.source)
    do throws(Diagnostic) {
      return try container.read(container.entries[entry.key])
    } catch {
      throw error.inFile(path.display).inEntry(entry.name)
    }
  }

  // MARK: Facts and pixels

  public func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? {
    if let known = state.withLock({ $0.facts[picture] }) { return known }
    let facts: PictureFacts?
    switch picture {
    case .entry(let reference):
      facts = try await pool.run { () async throws(Diagnostic) in try self.probe(reference) }
    case .blank(let blank):
      facts = blank.size.map { PictureFacts(format: .png, size: $0, color: .gray) }
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
    try await pool.run { () async throws(Diagnostic) in try Renderer(book: self).raster(of: picture) }
  }

  /// An entry's facts from as little of its beginning as will do.
  func probe(_ reference: EntryReference) throws(Diagnostic) -> PictureFacts {
    let container = container(reference.source)
    let entry = container.entries[reference.key]
    var count = 4096
    do throws(Diagnostic) {
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
    } catch {
      throw error.inFile(path.display).inEntry(reference.name)
    }
  }
}
