import Archives
import BookModel
import Diagnostics
import Imaging
import Options
import PluginKit
import Synchronization
import TestContexts

/// Opens what a reader asks for, or lends it one container, and remembers what it is told.
final class ArchiveReadContext: PlainReadContext {
  let limits: Limits
  private let lent: (any Container)?
  private let state = Mutex(State())

  private struct State {
    var sources: [any Container] = []
    var told: [Diagnostic] = []
    var requests: [OpenRequest] = []
  }

  init(_ lent: (any Container)? = nil, limits: Limits = Limits()) {
    self.lent = lent
    self.limits = limits
  }

  var told: [Diagnostic] { state.withLock { $0.told } }
  var requests: [OpenRequest] { state.withLock { $0.requests } }
  var opened: [any Container] { state.withLock { $0.sources } }

  func report(_ diagnostic: Diagnostic) { state.withLock { $0.told.append(diagnostic) } }

  func open(_ path: FilePath, _ request: OpenRequest) async throws(Diagnostic) -> (SourceID, any Container) {
    state.withLock { $0.requests.append(request) }
    let container: any Container
    if let lent {
      container = lent
    } else {
      container = try Containers.open(
        path, kind: request.kind, namesEncoding: request.namesEncoding, password: request.password,
        limits: limits)
    }
    for diagnostic in container.diagnostics { report(diagnostic) }
    return (keep(container), container)
  }

  func keep(_ container: any Container) -> SourceID {
    state.withLock { state in
      state.sources.append(container)
      return SourceID(state.sources.count - 1)
    }
  }

  func sidecar(_ path: FilePath) async throws(Diagnostic) -> [UInt8] {
    try InputFile.contents(of: path, limit: limits.maxDocumentBytes.bytes)
  }

  func bytes(of reference: EntryReference) async throws(Diagnostic) -> [UInt8] {
    let container = state.withLock { $0.sources[reference.source.ordinal] }
    return try container.read(container.entries[reference.key])
  }

  func prefix(of reference: EntryReference, count: Int) async throws(Diagnostic) -> [UInt8] {
    let container = state.withLock { $0.sources[reference.source.ordinal] }
    return try container.prefix(of: container.entries[reference.key], count: count)
  }

  func stated(_ reference: EntryReference) -> (size: Int?, crc32: UInt32?) { (nil, nil) }
  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? { nil }
  func raster(of picture: Picture) async throws(Diagnostic) -> Raster { throw notAsked }
  private var notAsked: Diagnostic { .error(.notAnArchive, "these readers decode nothing") }
}

/// A picture as far as these readers look: a PNG's first bytes, and a number to tell it by.
func picture(_ number: Int) -> [UInt8] {
  [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("\(number)".utf8)
}

/// The number of a picture made by `picture`.
func number(of bytes: [UInt8]) -> Int? { Int(String(decoding: bytes.dropFirst(8), as: UTF8.self)) }

/// A ZIP of stored entries whose names are any bytes, none flagged as UTF-8.
func storedZIP(_ entries: [(name: [UInt8], bytes: [UInt8])], comment: [UInt8] = []) -> [UInt8] {
  func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  var archive: [UInt8] = []
  var directory: [UInt8] = []
  for entry in entries {
    let sizes =
      number(Int(CRC32.of(entry.bytes)), 4) + number(entry.bytes.count, 4) + number(entry.bytes.count, 4)
    let common = number(10, 2) + number(0, 8) + sizes + number(entry.name.count, 2) + number(0, 2)
    directory +=
      number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 10) + number(archive.count, 4) + entry.name
    archive += number(0x0403_4B50, 4) + common + entry.name + entry.bytes
  }
  let counts = number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
  return archive + directory + number(0x0605_4B50, 4) + counts + number(directory.count, 4)
    + number(archive.count, 4) + number(comment.count, 2) + comment
}
