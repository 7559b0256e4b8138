import Archives
import BookModel
import Diagnostics
import Imaging
import PluginKit
import Synchronization

/// A picture as reader tests have it: what a header and a decoder would say, in plain text.
struct TestPicture: Hashable {
  var number: Int
  var size: Size
  var level: Int

  init(number: Int, size: Size, level: Int) {
    self.number = number
    self.size = size
    self.level = level
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count < 100 else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.first == "picture", words.count == 5 else { return nil }
    let values = words.dropFirst().compactMap { Int($0) }
    guard values.count == 4 else { return nil }
    self.init(number: values[0], size: Size(width: values[1], height: values[2]), level: values[3])
  }

  var bytes: [UInt8] { Array("picture \(number) \(size.width) \(size.height) \(level)".utf8) }

  /// A slope from dark to the level, so that two levels are two pictures.
  var raster: Raster {
    var samples: [UInt8] = []
    for row in 0..<size.height {
      for _ in 0..<size.width { samples.append(UInt8(level * (row + 1) / size.height)) }
    }
    return Raster(size: size, layout: .gray, samples: samples)
  }
}

final class TestContainer: Container {
  let formatName = "test"
  let entries: [ContainerEntry]
  let comment: [UInt8]? = nil
  let diagnostics: [Diagnostic] = []
  private let contents: [[UInt8]]

  init(_ contents: [(name: String, bytes: [UInt8])]) {
    self.contents = contents.map(\.bytes)
    entries = contents.enumerated().map { index, content in
      ContainerEntry(
        key: index, path: EntryPath(raw: Array(content.name.utf8), decoded: content.name),
        size: content.bytes.count,
        crc32: CRC32.of(content.bytes))
    }
  }

  func read(_ entry: ContainerEntry) throws(Diagnostic) -> [UInt8] { contents[entry.key] }
  func prefix(of entry: ContainerEntry, count: Int) throws(Diagnostic) -> [UInt8] {
    Array(contents[entry.key].prefix(count))
  }
}

/// Lends a reader one container and remembers what it tells.
final class TestReadContext: ReadContext {
  let limits: Limits
  private let container: any Container
  private let sidecars: [String: [UInt8]]
  private let state = Mutex(State())

  private struct State {
    var sources: [any Container] = []
    var told: [Diagnostic] = []
    var decoded = 0
  }

  /// - Parameter sidecars: the contents of files beside the book, by name.
  init(_ container: any Container, limits: Limits = Limits(), sidecars: [String: [UInt8]] = [:]) {
    self.sidecars = sidecars
    self.container = container
    self.limits = limits
  }

  var told: [Diagnostic] { state.withLock { $0.told } }
  /// Pictures decoded so far.
  var decoded: Int { state.withLock { $0.decoded } }

  func report(_ diagnostic: Diagnostic) { state.withLock { $0.told.append(diagnostic) } }

  func open(_ path: FilePath, _ request: OpenRequest) async throws(Diagnostic) -> (SourceID, any Container) {
    (keep(container), container)
  }

  func keep(_ container: any Container) -> SourceID {
    state.withLock { state in
      state.sources.append(container)
      return SourceID(state.sources.count - 1)
    }
  }

  func sidecar(_ path: FilePath) async throws(Diagnostic) -> [UInt8] {
    guard let bytes = sidecars[path.nameText] else {
      throw .error(Rule("test-file", .input, "A test's file is not there."), "no such file")
    }
    return bytes
  }

  private func entry(_ reference: EntryReference) -> (container: any Container, entry: ContainerEntry) {
    let container = state.withLock { $0.sources[reference.source.ordinal] }
    return (container, container.entries[reference.key])
  }

  func stated(_ reference: EntryReference) -> (size: Int?, crc32: UInt32?) {
    let entry = entry(reference).entry
    return (entry.size, entry.crc32)
  }

  func bytes(of reference: EntryReference) async throws(Diagnostic) -> [UInt8] {
    let (container, entry) = entry(reference)
    return try container.read(entry)
  }

  private func bytes(of picture: Picture) async throws(Diagnostic) -> [UInt8] {
    guard case .entry(let reference) = picture else {
      throw .error(Rule("test-picture", .defect, "A test asks for what it does not lend."), "no entry")
    }
    return try await bytes(of: reference)
  }

  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? {
    let bytes = try await bytes(of: picture)
    if let test = TestPicture(bytes) { return PictureFacts(format: .png, size: test.size) }
    guard case .facts(let facts) = try probeHeader(bytes, isWhole: true, limits: limits) else { return nil }
    return facts
  }

  func raster(of picture: Picture) async throws(Diagnostic) -> Raster {
    state.withLock { $0.decoded += 1 }
    let bytes = try await bytes(of: picture)
    if let test = TestPicture(bytes) { return test.raster }
    return try decodePicture(bytes, limits: limits)
  }
}
