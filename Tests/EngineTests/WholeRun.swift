import Archives
import BookModel
import Catalogue
import Diagnostics
import Effects
import Foundation
import Imaging
import Inputs
import PipelineFile
import PluginKit
import Synchronization
import Testing

@testable import Engine

/// A run from beginning to end, in a folder of its own: a folder of pictures through stages into a sink.
struct WholeRun {
  let folder = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
  var registry = Registry.builtIn
  var settings = RunSettings()

  init() throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: "book"), withIntermediateDirectories: true)
    settings.jobs = 2
    settings.scratch = folder.path
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func add(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: folder.appending(path: "book/\(name)"))
  }

  /// A gray page with a dark upper half.
  func addPage(_ name: String, _ size: Size, as format: ImageFormat = .jpeg) throws {
    let raster = Raster(size: size, layout: .gray) { out in
      for index in out.indices { out[index] = index < out.count / 2 ? 40 : 220 }
    }
    try add(name, try encodePicture(raster, as: format, EncodeRequest()).bytes)
  }

  struct Result {
    var receipt: Receipt
    var output: FilePath

    /// The counts of the only output.
    var counts: Receipt.Counts { receipt.outputs.first?.counts ?? Receipt.Counts() }
    var how: [Making?] { receipt.outputs.first?.pages.map(\.how) ?? [] }

    /// The output's pictures in order.
    func pictures() throws -> [(name: String, bytes: [UInt8])] {
      let archive = try Containers.open(output, scratch: "/tmp", limits: Limits())
      return try archive.entries.filter { ImageFormat(fileExtension: $0.path.fileExtension) != nil }
        .map { ($0.path.text, try archive.read($0)) }
    }

    func rasters() throws -> [Raster] { try pictures().map { try decodePicture($0.bytes) } }
  }

  /// - Parameters:
  ///   - stages: as they stand in a pipeline file, in flow style.
  ///   - sink: the sink's name and whatever options it has besides its path.
  func run(_ stages: [String], sink: String = "cbz") async throws -> Result {
    let output = FilePath(folder.appending(path: "out.cbz").path)
    let text = """
      leporello: 1
      source: { folder: {} }
      stages: [\(stages.map { $0.hasPrefix("{") ? $0 : "{ \($0) }" }.joined(separator: ", "))]
      sink: { \(sink): { path: "\(output.display)", exists: replace } }
      """
    let file = try PipelineFile(parsing: Array(text.utf8), file: "test.yaml")
    let checked = PipelineChecker(registry: registry).check(file)
    let pipeline = try #require(checked.pipeline, "\(checked.problems.map(\.message))")
    let resources = RunResources(limits: Limits(), settings: settings)
    let runner = Runner(try WriteOutputs(pipeline, resources, settings))
    let book = FilePath(folder.appending(path: "book").path)
    let planned = try #require(try await runner.plan([Job(RunInput(path: book, isFolder: true))]))
    let told = Told()
    let summary = await runner.carryOut(planned) { event in
      if case .job(let receipt) = event { told.receipt.withLock { $0 = receipt } }
    }
    let receipt = told.receipt.withLock { $0 } ?? summary.notReached.first
    return Result(receipt: try #require(receipt), output: output)
  }
}

private final class Told: Sendable {
  let receipt = Mutex<Receipt?>(nil)
}
