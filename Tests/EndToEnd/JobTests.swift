import Foundation
import Testing

/// `divide`, and what is done once for all outputs of a job.
@Suite("Jobs of several outputs")
struct JobTests {
  /// A book of seven pages in three chapters.
  private static let volume = DrawnChapter(
    "in/Kite v02.cbz", [1, 2, 3, 4, 5, 6, 7],
    info: """
      <Series>Kite</Series><Volume>2</Volume><Pages>\
      <Page Image="0" Bookmark="Wind"/><Page Image="1"/><Page Image="2" Bookmark="Storm"/><Page Image="3"/>\
      <Page Image="4"/><Page Image="5" Bookmark="Calm"/><Page Image="6"/></Pages>
      """)

  private func sandbox(
    divide: String?, stages: String = "[metadata]",
    sink: String = "{ cbz: \"out/{source.stem}[ - {part:00}][ {part.title}].cbz\" }",
    _ chapters: [DrawnChapter] = [JobTests.volume]
  ) async throws -> Sandbox {
    let sandbox = try await Sandbox()
    try await sandbox.draw(chapters)
    let lines = [
      "leporello: 1", "source: { files: \"in/*.cbz\" }", "stages: \(stages)", divide.map { "divide: \($0)" },
      "sink: \(sink)",
    ]
    try sandbox.write(lines.compactMap(\.self).joined(separator: "\n"), to: "p.yaml")
    return sandbox
  }

  /// The numbers of the pages of each output, by name.
  private func parts(_ sandbox: Sandbox, in folder: String = "out") async throws -> [[Int]] {
    var parts: [[Int]] = []
    for name in try sandbox.files(in: folder) {
      parts.append(try await sandbox.book("\(folder)/\(name)").numbers)
    }
    return parts
  }

  // MARK: Dividing

  @Test("each chapter becomes a book, titled and numbered; the receipt accounts for every page of each")
  func chapters() async throws {
    let sandbox = try await sandbox(divide: "chapters")
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml", "--json")
    #expect(
      try sandbox.files(in: "out") == [
        "Kite v02 - 01 Wind.cbz", "Kite v02 - 02 Storm.cbz", "Kite v02 - 03 Calm.cbz",
      ])
    #expect(try await parts(sandbox) == [[1, 2], [3, 4, 5], [6, 7]])
    let storm = try await sandbox.book("out/Kite v02 - 02 Storm.cbz")
    #expect(storm[info: "Title"] == "Storm" && storm[info: "Series"] == "Kite")
    let source = try await sandbox.book("in/Kite v02.cbz")
    #expect(storm.pages.map(\.sha256) == source.pages[2...4].map(\.sha256))
    let receipts = try outcome.receipts()
    try #require(receipts.count == 1)
    #expect(receipts[0].outputs?.map { $0.counts?["copied"] } == [2, 3, 2])
    #expect(receipts[0].outputs?.map { $0.counts?["dropped"] } == [0, 0, 0])
  }

  @Test(
    "parts of so many pages, or so many bytes, hold no more, and all pages in order",
    arguments: ["{ by: pages, pages: 3 }", "{ by: bytes, bytes: 1KB }"])
  func sizes(_ divide: String) async throws {
    let sandbox = try await sandbox(divide: divide)
    try await sandbox.run(expecting: 0, "run", "p.yaml")
    let parts = try await parts(sandbox)
    #expect(parts.flatMap(\.self) == [1, 2, 3, 4, 5, 6, 7])
    #expect(parts.count > 1)
    if divide.contains("pages: 3") { #expect(parts == [[1, 2, 3], [4, 5, 6], [7]]) }
    if divide.contains("bytes: ") {
      for name in try sandbox.files(in: "out") {
        let pages = try await sandbox.book("out/" + name).pages
        #expect(pages.count == 1 || pages.reduce(0) { $0 + $1.size } <= 1024, "\(name)")
      }
    }
  }

  @Test("an opening is never cut: a part that would end within one ends before it")
  func openings() async throws {
    // The halves of a wide page belong together.
    let sandbox = try await sandbox(
      divide: "{ by: pages, pages: 3 }",
      stages: "[metadata: { set: { direction: ltr } }, pair]")
    let plan = try await sandbox.run(expecting: 0, "plan", "p.yaml", "--json")
    var cut: [[String]] = []
    for line in plan.standardOutput.split(separator: "\n") {
      let plan = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let pages = try #require(plan["pages"] as? [[String: Any]])
      cut.append(pages.map { $0["side"] as? String ?? "none" })
    }
    #expect(cut.count > 1)
    for sides in cut.dropLast() { #expect(sides.last != "left", "\(cut)") }
    for sides in cut.dropFirst() { #expect(sides.first != "right", "\(cut)") }
  }

  @Test("a book without chapters stays whole, and is told of")
  func whole() async throws {
    let sandbox = try await sandbox(divide: "chapters", [DrawnChapter("in/a.cbz", [1, 2])])
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(try sandbox.files(in: "out") == ["a.cbz"])
    #expect(outcome.standardError.contains("warning"), "\(outcome)")
  }

  @Test("a divided book is passed over until its source changes, and as a whole")
  func resumed() async throws {
    let sandbox = try await sandbox(divide: "chapters")
    let outputs = ["Wind", "Storm", "Calm"].enumerated().map { "out/Kite v02 - 0\($0 + 1) \($1).cbz" }
    func run(changing: Set<String> = []) async throws -> Receipt {
      let outcome = try await sandbox.run(
        ["run", "p.yaml", "--ledger", "l.sqlite", "--json"], changing: changing.union(["l.sqlite"]))
      #expect(outcome.status == 0, "\(outcome)")
      return try #require(try outcome.receipts().first)
    }
    #expect(try await run().outputs?.map(\.status) == ["written", "written", "written"])
    let again = try await run()
    #expect(again.status == "unchanged" && again.outputs?.map(\.path) == outputs)
    // One that is gone is made again.
    try sandbox.remove(outputs[1])
    #expect(try await run(changing: Set(outputs)).status == "written")
    #expect(sandbox.exists(outputs[1]))
    var other = JobTests.volume
    other.numbers[6] = 9
    try await sandbox.draw([other])
    #expect(try await run(changing: Set(outputs)).status == "written")
    #expect(try await sandbox.book(outputs[2]).numbers == [6, 9])
    #expect(try await run().status == "unchanged")
  }

  @Test("a plan names each part; parts that would have one path fail before anything is written")
  func planned() async throws {
    let sandbox = try await sandbox(divide: "chapters")
    let text = try await sandbox.run(expecting: 0, "plan", "p.yaml")
    for (number, title) in [(1, "Wind"), (2, "Storm"), (3, "Calm")] {
      #expect(
        text.standardOutput.contains("in/Kite v02.cbz → out/Kite v02 - 0\(number) \(title).cbz (new)"),
        "\(text)")
    }
    let json = try await sandbox.run(expecting: 0, "plan", "p.yaml", "--json")
    #expect(json.standardOutput.split(separator: "\n").count == 3)
    let same = try await sandbox.run(
      expecting: 1, "run", "p.yaml", "--set", "cbz.path=out/{source.stem}.cbz")
    #expect(same.standardError.contains("tell the parts apart"), "\(same)")
    #expect(try sandbox.files() == ["in/Kite v02.cbz", "p.yaml"])
  }

  // MARK: Once for all

  @Test("sinks with the same pages have each page made once, and get the same bytes")
  func renderedOnce() async throws {
    let sandbox = try await sandbox(
      divide: nil,
      stages: "[exec: { command: 'echo x >> \"$COUNT\"; cp {input} {output}', shell: true }]",
      sink: "[{ cbz: \"one/{source.stem}.cbz\" }, { cbz: \"two/{source.stem}.cbz\", id: second }]")
    let counting = sandbox.folder.appending(path: "count").path
    try sandbox.write(
      String(decoding: try sandbox.data("p.yaml"), as: UTF8.self).replacing("$COUNT", with: counting),
      to: "p.yaml")
    try await sandbox.run(expecting: 0, "run", "p.yaml", "--allow-programs")
    #expect(try sandbox.data("count").elementsEqual(String(repeating: "x\n", count: 7).utf8))
    #expect(try sandbox.data("one/Kite v02.cbz") == sandbox.data("two/Kite v02.cbz"))
    #expect(try await sandbox.book("one/Kite v02.cbz").numbers == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test("sinks with pages of their own each get theirs")
  func renderedApart() async throws {
    let sandbox = try await sandbox(
      divide: nil,
      sink: """
        [{ cbz: "one/{source.stem}.cbz" }, \
        { cbz: "two/{source.stem}.cbz", id: second, stages: [{ resize: 32x48 }] }]
        """)
    try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(try await sandbox.book("one/Kite v02.cbz").pages.map(\.width) == Array(repeating: 64, count: 7))
    #expect(try await sandbox.book("two/Kite v02.cbz").pages.map(\.width) == Array(repeating: 32, count: 7))
  }

  @Test("a path that needs the book has every stage applied once a book, not once to plan and once to write")
  func appliedOnce() async throws {
    let sandbox = try await sandbox(
      divide: nil, stages: "[filter: [python3, count.py]]", sink: "{ cbz: \"out/{series}.cbz\" }",
      (1...3).map { DrawnChapter("in/\($0).cbz", [$0], info: "<Series>S\($0)</Series>") })
    try sandbox.write(
      """
      import json, sys
      book = json.load(sys.stdin)
      with open("\(sandbox.folder.path)/count", "a") as count: count.write("x\\n")
      json.dump(book, sys.stdout)
      """, to: "count.py")
    try await sandbox.run(expecting: 0, "run", "p.yaml", "--allow-programs")
    #expect(try sandbox.files(in: "out") == ["S1.cbz", "S2.cbz", "S3.cbz"])
    #expect(try sandbox.data("count").elementsEqual("x\nx\nx\n".utf8))
  }
}
