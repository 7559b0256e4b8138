import Foundation
import Testing

/// Pipeline files: the ready-made ones, what `check` says of wrong ones, what `plan` shows.
@Suite("Pipeline files")
struct PipelineTests {
  static let pipelines = Sandbox.package.appending(path: "pipelines")
  static let fixtures = Sandbox.package.appending(path: "Fixtures")

  static let names = [
    "chapters-to-volumes", "clean-archive", "epub-to-cbz", "folder-to-cbz", "novel-to-cbz",
    "portrait-ereader",
    "split-volumes",
    "spreads-ltr", "spreads-rtl",
  ]

  @Test("every ready-made pipeline checks clean", arguments: names)
  func checks(_ name: String) async throws {
    let sandbox = try await Sandbox()
    try await sandbox.run(
      expecting: 0, "check", "--strict", PipelineTests.pipelines.appending(path: "\(name).yaml").path)
  }

  @Test("no pipeline is left out of these tests")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: PipelineTests.pipelines.path)
      .filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".tests.yaml") }
    #expect(files.sorted() == PipelineTests.names.map { "\($0).yaml" })
  }

  @Test("epub-to-cbz tags the shipped manga: order, series, direction, chapters")
  func epubToCBZ() async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(PipelineTests.fixtures.appending(path: "paper-fox-1.epub"), to: "inbox/paper-fox-1.epub")
    try await sandbox.run(
      expecting: 0, "run", PipelineTests.pipelines.appending(path: "epub-to-cbz.yaml").path, "inbox")
    let written = try sandbox.files(in: "library")
    #expect(written.count == 1 && written[0].hasPrefix("Paper Fox/"))
    let book = try await sandbox.book("library/" + written[0])
    #expect(book.pages.count == 10)
    let info = try #require(book.comicInfo)
    #expect(info["Title"] == "The Folded Sea" && info["Series"] == "Paper Fox" && info["Number"] == "1")
    #expect(info["Writer"] == "Mori Origa" && info["Penciller"] == "Umi Orite")
    #expect(info["Year"] == "2024" && info["Month"] == "5" && info["Day"] == nil)
    #expect(info["Manga"] == "YesAndRightToLeft" && info["LanguageISO"] == "en" && info["PageCount"] == "10")
    #expect(info["Summary"] == "A letter folds itself into a boat, and a fox sails it home.")
    #expect(
      info.bookmarks == [0: "Cover", 2: "The Letter", 4: "To the light", 5: "The Storm", 7: "The Light"])
    let source = try await sandbox.tool("unzip", ["-p", "inbox/paper-fox-1.epub", "OEBPS/images/wave.png"])
    #expect(source.status == 0)
    #expect(book.pages.allSatisfy { $0.method == 0 })
  }

  @Test("folder-to-cbz makes one archive of a folder of pictures, named by the folder")
  func folderToCBZ() async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(PipelineTests.fixtures.appending(path: "harbor-sketches"), to: "scans/harbor-sketches")
    try await sandbox.run(
      expecting: 0, "run", PipelineTests.pipelines.appending(path: "folder-to-cbz.yaml").path,
      "scans/harbor-sketches")
    let written = try sandbox.files(in: "library")
    #expect(written.count == 1)
    let book = try await sandbox.book("library/" + written[0])
    let names = ["sketch 1.png", "sketch 2.png", "sketch 9.png", "sketch 10.png"]
    var hashes: [String] = []
    for name in names { hashes.append(try await sandbox.hash("scans/harbor-sketches/\(name)")) }
    #expect(book.pages.map(\.sha256) == hashes)
  }

  @Test("without inputs, folder-to-cbz takes every folder its own source names")
  func foldersOfThePipeline() async throws {
    let sandbox = try await Sandbox()
    for name in ["b", "a"] {
      try sandbox.copy(PipelineTests.fixtures.appending(path: "harbor-sketches"), to: "scans/\(name)")
    }
    try await sandbox.run(
      expecting: 0, "run", PipelineTests.pipelines.appending(path: "folder-to-cbz.yaml").path)
    #expect(try sandbox.files(in: "library") == ["a.cbz", "b.cbz"])
  }

  @Test("clean-archive leaves out junk and pages typed as deleted, and stores what was deflated")
  func cleanArchive() async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(PipelineTests.fixtures.appending(path: "tin-robot-3.cbz"), to: "tin-robot-3.cbz")
    let outcome = try await sandbox.run(
      expecting: 0, "run", PipelineTests.pipelines.appending(path: "clean-archive.yaml").path,
      "tin-robot-3.cbz", "--json")
    let receipt = try #require(try outcome.receipts().first)
    #expect(receipt.dropped?.map(\.name) == ["Tin Robot 003/04 ad.png"])
    #expect(receipt.dropped?.first?.sha256?.count == 64)
    #expect(receipt.junk == 2 && receipt.leftOut == ["Tin Robot 003/scanned by nobody.txt"])
    let book = try await sandbox.book(try #require(receipt.output?.path))
    #expect(book.pages.count == 5 && book.pages.allSatisfy { $0.method == 0 })
    #expect(book[info: "Series"] == "Tin Robot" && book[info: "Number"] == "3" && book[info: "Count"] == "6")
    #expect(try #require(book.comicInfo).bookmarks[1] == "A city of tin")
  }

  @Test("everything wrong with a file is said at once, with line and column")
  func everyProblem() async throws {
    let sandbox = try await Sandbox()
    try sandbox.write(
      """
      leporello: 1
      stages:
        - metadta
        - drop: { maxx: 2 }
        - drop: { max: many }
      sink:
        cbz: { exists: never }
      """, to: "wrong.yaml")
    let outcome = try await sandbox.run(expecting: 3, "check", "wrong.yaml")
    let said = outcome.standardOutput + outcome.standardError
    for place in ["wrong.yaml:3:5", "wrong.yaml:4:", "wrong.yaml:5:", "wrong.yaml:7:"] {
      #expect(said.contains(place), "\(place) is missing\n\(outcome)")
    }
    #expect(said.contains("metadata") && said.contains("max"), "near names are suggested")
    #expect(said.contains("^"), "a caret shows the place")
  }

  @Test("a wrong pipeline file stops a run before anything is written, with status 3")
  func wrongFileInRun() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    try sandbox.write(
      "leporello: 1\nstages: [nothing-like-this]\nsink: { cbz: { path: out.cbz } }\n", to: "wrong.yaml")
    try await sandbox.run(expecting: 3, "run", "wrong.yaml", "book.cbz")
    #expect(!sandbox.exists("out.cbz"))
  }

  @Test(
    "hostile YAML is refused at once",
    arguments: [
      "a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c, *c]\n",
      String(repeating: "[", count: 100_000), "leporello: 1\nleporello: 2\n", "\u{0}", "- just\n- a list\n",
      "",
    ])
  func hostileYAML(_ text: String) async throws {
    let sandbox = try await Sandbox()
    try sandbox.write(text, to: "wrong.yaml")
    let outcome = try await sandbox.run(["check", "wrong.yaml"], timeLimit: 10)
    #expect(outcome.status == 3, "\(outcome)")
  }

  @Test("--set changes an option, --meta sets a field, vars have defaults")
  func overrides() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    try sandbox.write(
      """
      leporello: 1
      vars: { shelf: here }
      stages: [metadata]
      sink: { cbz: { path: "${shelf:-other}/{series}.cbz" } }
      """, to: "pipeline.yaml")
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "book.cbz", "--meta", "series=One")
    #expect(sandbox.exists("here/One.cbz"))
    try await sandbox.run(
      expecting: 0, "run", "pipeline.yaml", "book.cbz", "--set", "cbz.path=there/{series}.cbz", "--meta",
      "series=Two")
    #expect(sandbox.exists("there/Two.cbz"))
  }

  @Test("source files of the pipeline are globs, in natural order, and named inputs replace them")
  func sourceFiles() async throws {
    let sandbox = try await Sandbox("collection")
    try sandbox.write(
      """
      leporello: 1
      source: { files: "flat/*.{cbz,epub}" }
      stages: [metadata]
      sink: { cbz: "out/{source.stem}.cbz" }
      """, to: "pipeline.yaml")
    let outcome = try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "--json", "--jobs", "1")
    #expect(try outcome.receipts().map(\.source.path) == ["flat/b 9.cbz", "flat/b 10.cbz"])
    try await sandbox.run(expecting: 0, "run", "pipeline.yaml", "shelf/A/one.cbz")
    #expect(try sandbox.files(in: "out") == ["b 10.cbz", "b 9.cbz", "one.cbz"])
  }

  @Test("plan shows the destination and every page, and writes nothing")
  func plan() async throws {
    let sandbox = try await Sandbox("deleted")
    try sandbox.write(
      "leporello: 1\nstages: [metadata, drop]\nsink: { cbz: \"out/{series}.cbz\" }\n", to: "pipeline.yaml")
    let outcome = try await sandbox.run(expecting: 0, "plan", "pipeline.yaml", "book.cbz")
    #expect(outcome.standardOutput.contains("out/S.cbz"))
    for name in ["001.png", "002.png", "004.png", "006.png"] {
      #expect(outcome.standardOutput.contains(name))
    }
    #expect(!sandbox.exists("out"))
    let json = try await sandbox.run(expecting: 0, "plan", "pipeline.yaml", "book.cbz", "--json")
    _ = try JSONSerialization.jsonObject(with: Data(json.standardOutput.utf8))
  }
}
