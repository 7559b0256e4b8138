import Foundation
import Testing

/// Damaged pages: by default the book fails; on request they are skipped, blanked or kept in part, and the run says so.
@Suite("Damage")
struct DamageTests {
  @Test("a wrong checksum fails the book and names the entry (F24)", arguments: ["stored", "deflated"])
  func checksum(_ name: String) async throws {
    let sandbox = try await Sandbox("F24-wrong-checksum")
    let outcome = try await sandbox.run(expecting: 1, "convert", "\(name).cbz", "-o", "result.cbz")
    #expect(outcome.standardError.contains("\(name).cbz") && outcome.standardError.contains("003.png"))
    #expect(!sandbox.exists("result.cbz"))
  }

  @Test(
    "with skip the rest is converted, with an exit status of its own (F24)",
    arguments: ["stored", "deflated"])
  func checksumSkipped(_ name: String) async throws {
    let sandbox = try await Sandbox("F24-wrong-checksum")
    let outcome = try await sandbox.run(
      expecting: 4, "convert", "\(name).cbz", "-o", "result.cbz", "--on-damage", "skip", "--json")
    #expect(try await sandbox.book("result.cbz").numbers == [1, 2, 4, 5])
    #expect(outcome.standardOutput.contains("003.png"), "the gap is in the receipt")
    #expect(outcome.standardError.contains("003.png"))
  }

  @Test("with blank a marked blank stands where the page was (F24)")
  func checksumBlanked() async throws {
    let sandbox = try await Sandbox("F24-wrong-checksum")
    try await sandbox.run(expecting: 4, "convert", "stored.cbz", "-o", "result.cbz", "--on-damage", "blank")
    let book = try await sandbox.book("result.cbz")
    #expect(book.numbers == [1, 2, -1, 4, 5])
    #expect(book.pages[2].width == 60 && book.pages[2].height == 90)
    #expect(try #require(book.comicInfo).pages.count == 5)
  }

  @Test("every bad page is named with its archive: empty, foreign, cut short, a wrong chunk (F25)")
  func badPages() async throws {
    let sandbox = try await Sandbox("F25-bad-pages")
    let outcome = try await sandbox.run(
      expecting: 4, "convert", "book.cbz", "-o", "result.cbz", "--on-damage", "skip")
    for entry in ["002.png", "003.png", "004.png", "005.jpg", "006.png"] {
      let lines = outcome.standardError.split(separator: "\n")
      #expect(
        lines.contains { $0.contains("book.cbz") && $0.contains(entry) }, "\(entry) is not named\n\(outcome)")
    }
    #expect(try await sandbox.book("result.cbz").numbers == [1, 7])
  }

  @Test("by default bad pages fail the book and nothing is written (F25)")
  func badPagesFail() async throws {
    let sandbox = try await Sandbox("F25-bad-pages")
    let outcome = try await sandbox.run(expecting: 1, "convert", "book.cbz", "-o", "result.cbz")
    #expect(outcome.standardError.contains("book.cbz"))
    #expect(!sandbox.exists("result.cbz"))
  }

  @Test("a result that was there is untouched by a run that fails")
  func oldResult() async throws {
    let sandbox = try await Sandbox("F25-bad-pages")
    try sandbox.write("old", to: "result.cbz")
    try await sandbox.run(expecting: 1, "convert", "book.cbz", "-o", "result.cbz", "--exists", "replace")
    #expect(try sandbox.data("result.cbz").elementsEqual("old".utf8))
  }

  // MARK: Pages that stages work on

  /// Four pages, the third cut short.
  private func cutBook() async throws -> Sandbox {
    let sandbox = try await Sandbox()
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/harbor-sketches"), to: "book")
    let page = sandbox.folder.appending(path: "book/sketch 9.png")
    try Data(contentsOf: page).prefix(400).write(to: page)
    return sandbox
  }

  @Test(
    "a damaged page that stages work on is left out, or a marked blank goes through them; both are counted",
    arguments: [
      ["--paper=cream", "--paper-where=number > 0"], ["--grayscale=always"], ["--encode=jpeg"], ["--crop"],
    ])
  func worked(_ stage: [String]) async throws {
    let sandbox = try await cutBook()
    let common = ["convert", "book", "--no-metadata", "--json"] + stage
    let skipped = try await sandbox.run(common + ["-o", "skip.cbz", "--on-damage", "skip"])
    #expect(skipped.status == 4 && skipped.standardError.contains("damaged-page-skipped"), "\(skipped)")
    #expect(skipped.standardOutput.contains("\"damaged\":1"), "\(skipped)")
    #expect(try await sandbox.book("skip.cbz").pages.count == 3)
    let blanked = try await sandbox.run(common + ["-o", "blank.cbz", "--on-damage", "blank"])
    #expect(blanked.status == 4 && blanked.standardError.contains("damaged-page-blanked"), "\(blanked)")
    #expect(blanked.standardOutput.contains("\"damaged\":1"), "\(blanked)")
    let book = try await sandbox.book("blank.cbz")
    #expect(book.pages.count == 4)
    #expect(try #require(book.comicInfo).pages[2]["Type"] == "Other")
    let failed = try await sandbox.run(common + ["-o", "fail.cbz"])
    #expect(failed.status == 1 && !sandbox.exists("fail.cbz"), "\(failed)")
  }

  @Test(
    "inside a joined picture a marked blank stands for the damaged page alone", arguments: ["skip", "blank"])
  func joined(_ policy: String) async throws {
    let sandbox = try await cutBook()
    let outcome = try await sandbox.run(
      [
        "convert", "book", "-o", "out.cbz", "--json", "--on-damage", policy, "--meta", "direction=ltr",
        "--pair",
        "--join", "all",
      ])
    #expect(outcome.status == 4 && outcome.standardError.contains("damaged-page-blanked"), "\(outcome)")
    #expect(outcome.standardOutput.contains("\"damaged\":1"), "\(outcome)")
    #expect(try await sandbox.book("out.cbz").pages.count == 3)
  }

  // MARK: What is left of a page

  /// Four pages in a format; of the second one a share of its bytes is missing at the end, or so many of them.
  private func book(_ format: String, cutting share: Double = 0, bytes: Int = 0) async throws -> Sandbox {
    let sandbox = try await Sandbox()
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/harbor-sketches"), to: "sketches")
    try await sandbox.run(expecting: 0, "convert", "sketches", "-o", "whole.cbz", "--encode", format)
    let script = """
      import os, sys, zipfile
      os.mkdir("book")
      with zipfile.ZipFile("whole.cbz") as z:
          for n, name in enumerate(sorted(x for x in z.namelist() if not x.endswith(".xml"))):
              data = z.read(name)
              lost = int(len(data) * float(sys.argv[1])) + int(sys.argv[2]) if n == 1 else 0
              open("book/%d%s" % (n + 1, os.path.splitext(name)[1]), "wb").write(data[:len(data) - lost])
      """
    let made = try await sandbox.tool("python3", ["-c", script, "\(share)", "\(bytes)"])
    try #require(made.status == 0, "\(made)")
    return sandbox
  }

  @Test(
    "with keep, what decodes of a cut page is used; it counts as damaged, and its source as not whole",
    arguments: [[], ["--rotate=180"], ["--encode=jpeg"], ["--device=KPW5"]], ["png", "jpeg", "webp"])
  func kept(_ stages: [String], _ format: String) async throws {
    let sandbox = try await book(format, cutting: 0.3)
    let common = ["convert", "book", "--no-metadata", "--json"] + stages
    let outcome = try await sandbox.run(common + ["-o", "kept.cbz", "--on-damage", "keep"])
    #expect(outcome.status == 4, "\(outcome)")
    #expect(
      outcome.standardError.contains("damaged-page-kept")
        && outcome.standardError.contains("2.\(format.prefix(1))"))
    #expect(outcome.standardOutput.contains("\"damaged\":1"), "\(outcome)")
    #expect(outcome.standardOutput.contains("\"whole\":false"), "\(outcome)")
    let kept = try await sandbox.book("kept.cbz")
    #expect(kept.pages.count == 4)
    #expect(try #require(kept.comicInfo).pages.allSatisfy { $0["Type"] != "Other" })
    let failed = try await sandbox.run(common + ["-o", "failed.cbz"])
    #expect(failed.status == 1 && !sandbox.exists("failed.cbz"), "\(failed)")
  }

  @Test("where nothing decodes, a blank stands there")
  func nothingKept() async throws {
    let sandbox = try await Sandbox("F25-bad-pages")
    let outcome = try await sandbox.run(
      expecting: 4, "convert", "book.cbz", "-o", "result.cbz", "--on-damage", "keep")
    #expect(outcome.standardError.contains("damaged-page-blanked"), "\(outcome)")
    #expect(try await sandbox.book("result.cbz").pages.count == 7)
  }

  @Test("a JPEG without its end mark is no damage, whatever is done with it; it is named")
  func noEndMark() async throws {
    let sandbox = try await book("jpeg", bytes: 2)
    let all = [[], ["--encode=png"], ["--rotate=90"], ["--resize=50x60"]]
    for (index, stages) in all.enumerated() {
      let outcome = try await sandbox.run(
        ["convert", "book", "-o", "\(index).cbz", "--json"] + stages)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.standardError.contains("picture-end-missing"), "\(stages): \(outcome)")
      #expect(
        outcome.standardError.contains("2.jpg") && outcome.standardOutput.contains("\"whole\":true"))
    }
  }
}
