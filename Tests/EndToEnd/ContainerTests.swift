import Testing

/// What archives are read, by content, and what of them is a page.
@Suite("Containers")
struct ContainerTests {
  @Test("junk and foreign files are no pages; the comment and metadata files are carried over (F20)")
  func noPages() async throws {
    let sandbox = try await Sandbox("F20-no-pages")
    let book = try await sandbox.convert("book.cbz", "--json")
    #expect(book.numbers == [1, 2, 3])
    #expect(book.otherNames == ["CoMet.xml", "ComicInfo.xml", "MetronInfo.xml"])
    #expect(book.comment == #"{"appID": "a comment"}"#)
    let receipt = try #require(book.outcome).standardOutput
    #expect(receipt.contains("read me.txt") && receipt.contains("cover.psd"), "files left out are named")
    #expect(!receipt.contains("Thumbs.db"), "junk is counted only")
  }

  @Test("backslashes separate folders on reading, slashes on writing (F21)", arguments: ["book", "half"])
  func backslashes(_ name: String) async throws {
    let sandbox = try await Sandbox("F21-backslashes")
    let book = try await sandbox.convert("\(name).cbz")
    #expect(book.numbers == [1, 2, 3])
    #expect(!book.entries.contains { $0.name.contains("\\") })
    try await sandbox.run(expecting: 0, "convert", "result.cbz", "-o", "again.cbz", "--meta", "title=Again")
    #expect(try await sandbox.book("again.cbz").numbers == [1, 2, 3])
  }

  @Test(
    "names in other encodings are read; the result's are UTF-8 (F22)",
    arguments: [
      ("shift-jis", "\u{7b2c}\u{8868}\u{7ae0}"), ("cp437", ""), ("cp866", ""),
      ("gbk", "\u{7b2c}\u{4e00}\u{8bdd}"),
      ("utf8", "p\u{e1}gina"),
    ])
  func encodings(_ name: String, _ word: String) async throws {
    let sandbox = try await Sandbox("F22-names-not-utf8")
    let book = try await sandbox.convert("\(name).cbz", "--names", "keep")
    #expect(book.entries.compactMap(\.number) == [1, 2, 10])
    #expect(book.pages.allSatisfy { $0.name.contains(word) }, "\(book.pages.map(\.name))")
  }

  @Test("an encoding given on the command line is the one used (F22)")
  func encodingGiven() async throws {
    let sandbox = try await Sandbox("F22-names-not-utf8")
    let book = try await sandbox.convert("cp866.cbz", "--names-encoding", "cp866", "--names", "keep")
    #expect(book.pages.map(\.name).sorted() == ["Страница 1.png", "Страница 10.png", "Страница 2.png"])
  }

  @Test("a file is what its bytes say (F23)", arguments: ["zip.cbr", "tar.cbz", "CAPITALS.CBZ"])
  func lyingExtension(_ name: String) async throws {
    let sandbox = try await Sandbox("F23-lying-extensions")
    #expect(try await sandbox.convert(name).numbers == [1, 2])
  }

  @Test("pages get the extension of what they are (F23)")
  func pageExtensions() async throws {
    let sandbox = try await Sandbox("F23-lying-extensions")
    let book = try await sandbox.convert("pages.zip")
    #expect(book.pages.map(\.format) == ["png", "png", "jpeg"])
    let extensions = book.pages.compactMap { $0.name.split(separator: ".").last }
    #expect(extensions == ["png", "png", "jpg"])
  }

  @Test("what is no archive fails and writes nothing (F23)", arguments: ["picture.cbz", "text.cbz"])
  func noArchive(_ name: String) async throws {
    let sandbox = try await Sandbox("F23-lying-extensions")
    let outcome = try await sandbox.run(expecting: 1, "convert", name, "-o", "result.cbz")
    #expect(outcome.standardError.contains(name))
    #expect(!sandbox.exists("result.cbz"))
  }

  @Test(
    "archives in an archive are read in order, or named in a refusal; never an empty result (F26)",
    arguments: ["book", "deep"])
  func archivesInside(_ name: String) async throws {
    let sandbox = try await Sandbox("F26-archives-inside")
    let outcome = try await sandbox.run(["convert", "\(name).cbz", "-o", "result.cbz"])
    if outcome.status == 0 {
      #expect(try await sandbox.book("result.cbz").numbers == (name == "book" ? [11, 12, 21, 22] : [1]))
    } else {
      #expect(outcome.status == 1)
      for inner in name == "book" ? ["ch 1.cbz", "ch 2.cbz"] : ["a.zip"] {
        #expect(outcome.standardError.contains(inner))
      }
      #expect(!sandbox.exists("result.cbz"))
    }
  }

  @Test(
    "tars are read, plain and compressed", arguments: ["plain.cbt", "gzip.cbt", "bzip2.tar.bz2", "xz.tar.xz"])
  func tars(_ name: String) async throws {
    let sandbox = try await Sandbox("tar-archives")
    #expect(try await sandbox.convert(name).numbers == [1, 2, 3])
  }

  @Test(
    "7z archives are read, solid and not, whatever their entries' order", arguments: ["-ms=on", "-ms=off"])
  func sevenZip(_ solid: String) async throws {
    let sandbox = try await Sandbox("F19-nested-folders")
    let packed = try await sandbox.tool("7z", ["a", "-bd", "-t7z", solid, "book.cb7", "./book/."])
    try #require(packed.status == 0, "\(packed)")
    #expect(try await sandbox.convert("book.cb7").numbers == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test("an encrypted 7z is refused by that name, with something to do")
  func encryptedSevenZip() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    let packed = try await sandbox.tool(
      "7z", ["a", "-bd", "-t7z", "-psesame", "-mhe=on", "locked.cb7", "book.cbz"])
    try #require(packed.status == 0, "\(packed)")
    let outcome = try await sandbox.run(expecting: 1, "convert", "locked.cb7", "-o", "result.cbz")
    #expect(outcome.standardError.contains("encrypted") && outcome.standardError.contains("locked.cb7"))
  }

  @Test("an encrypted ZIP opens with its password, and without says that it needs one")
  func password() async throws {
    let sandbox = try await Sandbox("passwords")
    #expect(try await sandbox.convert("locked.cbz", "--password", "sesame").numbers == [1, 2, 3])
    let without = try await sandbox.run(expecting: 1, "convert", "locked.cbz", "-o", "other.cbz")
    #expect(without.standardError.contains("password"))
    let wrong = try await sandbox.run(
      expecting: 1, "convert", "locked.cbz", "-o", "other.cbz", "--password", "simsim")
    #expect(wrong.standardError.contains("password"))
    #expect(
      !wrong.standardError.contains("simsim") && !wrong.standardError.contains("sesame"),
      "passwords are not printed")
    #expect(!sandbox.exists("other.cbz"))
  }

  @Test("a ZIP whose directory is lost is salvaged from its entries, with a warning")
  func salvage() async throws {
    let sandbox = try await Sandbox("salvage")
    let book = try await sandbox.convert("no-directory.cbz")
    #expect(book.numbers == [1, 2, 3])
    #expect(try #require(book.outcome).standardError.contains("warning"))
  }

  @Test("where the last entry is cut as well, that is damage")
  func cut() async throws {
    let sandbox = try await Sandbox("salvage")
    try await sandbox.run(expecting: 1, "convert", "cut.cbz", "-o", "result.cbz")
    #expect(!sandbox.exists("result.cbz"))
    try await sandbox.run(expecting: 4, "convert", "cut.cbz", "-o", "result.cbz", "--on-damage", "skip")
    #expect(try await sandbox.book("result.cbz").numbers == [1, 2])
  }

  @Test("pages are stored without extra fields, their times fixed")
  func plainEntries() async throws {
    let sandbox = try await Sandbox("F18-entries-out-of-order")
    let book = try await sandbox.convert("book.cbz")
    #expect(book.pages.allSatisfy { $0.method == 0 && $0.extra == 0 })
    #expect(Set(book.entries.map(\.date)).count == 1)
    let tested = try await sandbox.tool("unzip", ["-tq", "result.cbz"])
    #expect(tested.status == 0, "\(tested)")
  }
}
