import BookModel
import Effects
import Foundation
import Imaging
import Inputs
import PipelineFile
import Synchronization
import Testing

@testable import Engine

@Suite("Runs that overlap on one ledger")
struct OverlappingRunsTests {
  private let folder: TemporaryFolder
  private let ledger: Ledger

  init() throws {
    folder = try TemporaryFolder()
    ledger = try Ledger(at: folder.path("l.sqlite"))
    let raster = Raster(size: Size(width: 8, height: 12), layout: .gray) { out in
      for index in out.indices { out[index] = UInt8(index) }
    }
    for name in ["a", "b"] {
      let book = folder.url.appending(path: "in/\(name)")
      try FileManager.default.createDirectory(at: book, withIntermediateDirectories: true)
      try Data(encodePicture(raster, as: .png, EncodeRequest()).bytes).write(
        to: book.appending(path: "1.png"))
    }
  }

  private var jobs: [Job] {
    ["a", "b"].map { Job(RunInput(path: folder.path("in/\($0)"), isFolder: true)) }
  }

  private func runner(after: String = "keep", ledger: Ledger?) throws -> Runner {
    let pipeline = try pipeline(
      """
      source: { files: "in/*", after: \(after) }
      sink: { cbz: "\(folder.path("out").display)/{source.stem}.cbz" }
      """)
    var settings = RunSettings()
    settings.jobs = 1
    let resources = RunResources(limits: Limits(), settings: settings)
    return Runner(try WriteOutputs(pipeline, resources, settings, ledger: ledger, version: "1"))
  }

  private func statuses(_ runner: Runner, _ planned: [PlannedJob]) async -> [Receipt.Status] {
    let receipts = Mutex<[Receipt]>([])
    _ = await runner.carryOut(planned) { event in
      if case .job(let receipt) = event { receipts.withLock { $0.append(receipt) } }
    }
    return receipts.withLock { $0.map(\.status) }
  }

  @Test("what the other run has made meanwhile is done")
  func other() async throws {
    let (one, other) = (try runner(ledger: ledger), try runner(ledger: ledger))
    let planned = (try #require(try await one.plan(jobs)), try #require(try await other.plan(jobs)))
    #expect(await statuses(one, planned.0) == [.written, .written])
    #expect(await statuses(other, planned.1) == [.unchanged, .unchanged])
    #expect(try ledger.entries(of: folder.path("out/a.cbz")).count == 1)
  }

  @Test("so it is where the other run has taken the sources away", arguments: [true, false])
  func taken(isPlannedBefore: Bool) async throws {
    let after = "{ move: \(folder.path("done").display) }"
    let (one, other) = (
      try runner(after: after, ledger: ledger), try runner(after: after, ledger: ledger)
    )
    let planned = (try #require(try await one.plan(jobs)), try #require(try await other.plan(jobs)))
    #expect(await statuses(one, planned.0) == [.written, .written])
    let late = isPlannedBefore ? planned.1 : try #require(try await other.plan(jobs))
    #expect(await statuses(other, late) == [.unchanged, .unchanged])
  }

  @Test("what nobody knows is in the way as ever")
  func stranger() async throws {
    let runner = try runner(ledger: ledger)
    let planned = try #require(try await runner.plan(jobs))
    try folder.write("somebody else's", to: "out/a.cbz")
    #expect(await statuses(runner, planned) == [.failed, .written])
    let again = try self.runner(ledger: nil)
    let late = try #require(try await again.plan(jobs))
    #expect(await statuses(again, late) == [.failed, .failed])
  }

  @Test("a source that somebody else removed has failed")
  func removed() async throws {
    let runner = try runner(after: "trash", ledger: ledger)
    let planned = try #require(try await runner.plan(jobs))
    try FileManager.default.removeItem(at: folder.url.appending(path: "in/a"))
    let late = try #require(try await runner.plan(jobs))
    #expect(await statuses(runner, planned).first == .failed)
    #expect(await statuses(runner, late).first == .failed)
  }
}
