import BookModel
import Foundation
import Inputs
import PipelineFile
import Testing

@testable import Engine

@Suite("What a run knows of earlier ones")
struct ResumptionTests {
  private let folder: TemporaryFolder
  private let ledger: Ledger

  init() throws {
    folder = try TemporaryFolder()
    ledger = try Ledger(at: folder.path("l.sqlite"))
  }

  private func resumption(version: String = "1") throws -> Resumption {
    Resumption(ledger, try pipeline(to: folder.path("out").display + "/"), RunSettings(), version: version)
  }

  /// Writes the outputs of a job and remembers them, one for each part.
  private func remember(
    _ job: Job, parts: Int = 1, leavingOut: Int? = nil, isComplete: Bool = true
  ) throws {
    let resumption = try resumption()
    var states: [FileState] = []
    for source in job.sources { states.append(try source.state()) }
    for part in 1...parts where part != leavingOut {
      let path = try folder.write("output \(part)", to: "out/\(part).cbz")
      var output = Receipt.Output(isComplete ? .written : .damaged, sink: "cbz", path: path)
      try resumption.remember(
        &output, sink: 0, part: (part, parts), at: path, of: job, before: states,
        contents: job.sources.map { _ in nil })
    }
  }

  private func source(_ name: String) throws -> String {
    try folder.write("source \(name)", to: name).display
  }

  /// Names of what is known; nil where the job has to be done.
  private func known(_ job: Job, _ resumption: Resumption? = nil) throws -> [String]? {
    try (resumption ?? self.resumption()).known(of: job).outputs[0]?.map(\.path.nameText)
  }

  @Test(
    "the outputs of a job, part by part in order, whichever sources it has", arguments: [1, 3], [1, 2, 12])
  func remembered(sources: Int, parts: Int) throws {
    let job = job(try (1...sources).map { try source("\($0).zip") }, key: sources > 1 ? "K" : nil)
    #expect(try known(job) == nil)
    try remember(job, parts: parts)
    #expect(try known(job) == (1...parts).map { "\($0).cbz" })
  }

  @Test("a part that is missing, changed, or was never written has the whole job done again")
  func parts() throws {
    let job = job([try source("a.zip")])
    try remember(job, parts: 3, leavingOut: 2)
    #expect(try known(job) == nil)
    try remember(job, parts: 3)
    #expect(try known(job)?.count == 3)
    try folder.write("something else", to: "out/2.cbz")
    #expect(try known(job) == nil)
    try remember(job, parts: 3)
    try FileManager.default.removeItem(at: folder.url.appending(path: "out/3.cbz"))
    #expect(try known(job) == nil)
  }

  @Test("other sources, other contents, or another order of them make another job", arguments: [0, 1, 2])
  func changedSource(_ index: Int) throws {
    let paths = [try source("a.zip"), try source("b.zip"), try source("c.zip")]
    let all = job(paths, key: "K")
    try remember(all)
    #expect(try known(job(Array(paths.reversed()), key: "K")) == nil)
    #expect(try known(job(Array(paths.prefix(2)), key: "K")) == nil)
    #expect(try known(job(paths + [try source("d.zip")], key: "K")) == nil)
    #expect(try known(all) != nil)
    try folder.write("other", to: FilePath(paths[index]).nameText)
    #expect(try known(all) == nil)
  }

  @Test(
    "a source that was only touched is known by its contents, and how it looks now is kept",
    arguments: [0, 1])
  func touched(_ index: Int) throws {
    let paths = [try source("a.zip"), try source("b.zip")]
    let job = job(paths, key: "K")
    try remember(job)
    #expect(try resumption().known(of: job).outputs[0]?.first?.states == nil)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: paths[index])
    let found = try #require(try resumption().known(of: job).outputs[0]?.first)
    #expect(found.states?.count == 2)
    try resumption().refresh(found)
    #expect(try resumption().known(of: job).outputs[0]?.first?.states == nil)
  }

  @Test("another version, or another recipe, does the job again")
  func recipe() throws {
    let job = job([try source("a.zip")])
    try remember(job)
    #expect(try known(job, resumption(version: "2")) == nil)
    let others = Resumption(
      ledger, try pipeline("stages: [drop]\nsink: { cbz: \"\(folder.path("out").display)/\" }"),
      RunSettings(),
      version: "1")
    #expect(try known(job, others) == nil)
    #expect(try known(job, resumption(version: "1")) != nil)
  }

  @Test("a source that changed while it was read is not remembered")
  func changedMeanwhile() throws {
    let job = job([try source("a.zip")])
    let before = [try job.source.state()]
    try folder.write("it has grown", to: "a.zip")
    let path = try folder.write("output", to: "out/1.cbz")
    var output = Receipt.Output(.written, sink: "cbz", path: path)
    try resumption().remember(
      &output, sink: 0, part: (1, 1), at: path, of: job,
      before: before,
      contents: [nil])
    #expect(try known(job) == nil)
  }

  @Test("an output is a job's own while it is as it was written, and for that job alone")
  func own() throws {
    let (one, other) = (job([try source("a.zip")]), job([try source("b.zip")]))
    try remember(one)
    let output = folder.path("out/1.cbz")
    #expect(try resumption().isOwn(output, of: one))
    #expect(try !resumption().isOwn(output, of: other))
    try folder.write("changed by hand", to: "out/1.cbz")
    #expect(try !resumption().isOwn(output, of: one))
  }
}
