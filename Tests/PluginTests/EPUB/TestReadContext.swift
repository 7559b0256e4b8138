import Archives
import BookModel
import Diagnostics
import Imaging
import PluginKit
import Synchronization
import TestContexts

/// A small PNG whose first pixel carries a number: red times 256 plus green, blue 77.
struct TestPicture: Hashable {
  var number: Int
  var size: Size
  /// How bright it is at the bottom; it is dark at the top.
  var level: Int

  init(number: Int, size: Size, level: Int) {
    self.number = number
    self.size = size
    self.level = level
  }

  var bytes: [UInt8] {
    var samples: [UInt8] = []
    for row in 0..<size.height {
      let value = UInt8(level * (row + 1) / size.height)
      for _ in 0..<size.width { samples += [value, value, value] }
    }
    samples.replaceSubrange(0..<3, with: [UInt8(number / 256), UInt8(number % 256), 77])
    // A picture of one layout and size is always encoded.
    return (try? encodePNG(Raster(size: size, triples: samples))) ?? []
  }

  /// The number a picture carries; nil for any other file.
  static func number(in bytes: [UInt8]) -> Int? {
    guard let raster = try? decodePicture(bytes), raster.layout == .rgb, raster.samples[2] == 77 else {
      return nil
    }
    return Int(raster.samples[0]) * 256 + Int(raster.samples[1])
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
final class TestReadContext: PlainReadContext {
  let limits: Limits
  private let container: any Container
  private let sidecars: [String: [UInt8]]
  private let state = Mutex(State())

  private struct State {
    var sources: [any Container] = []
    var told: [Diagnostic] = []
    var read: [String] = []
  }

  /// - Parameter sidecars: the contents of files beside the book, by name.
  init(_ container: any Container, limits: Limits = Limits(), sidecars: [String: [UInt8]] = [:]) {
    self.sidecars = sidecars
    self.container = container
    self.limits = limits
  }

  var told: [Diagnostic] { state.withLock { $0.told } }
  /// The entries read whole, in the order read.
  var read: [String] { state.withLock { $0.read } }

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
      throw .error(Rule("test-file", .input, "A test's file is not there.", advice: "None."), "no such file")
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
    state.withLock { $0.read.append(reference.name) }
    return try container.read(entry)
  }

  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? {
    guard case .entry(let reference) = picture else { return nil }
    let (container, entry) = entry(reference)
    let bytes = try container.read(entry)
    guard case .facts(let facts) = try probeHeader(bytes, isWhole: true, limits: limits) else { return nil }
    return facts
  }

  func raster(of picture: Picture) async throws(Diagnostic) -> Raster {
    guard case .entry(let reference) = picture else {
      throw .error(
        Rule("test-picture", .defect, "A test asks for what it does not lend.", advice: "None."), "no entry")
    }
    return try decodePicture(try await bytes(of: reference), limits: limits)
  }
}
