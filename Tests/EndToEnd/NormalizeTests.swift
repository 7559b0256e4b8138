import Foundation
import Testing

/// The field cases of metadata once more, brought into one form on the way.
@Suite("Normalizing on the way")
struct NormalizeTests {
  @Test("what was recovered from odd files stays as it was recovered (F29, F30, F31, F36, F39, F40)")
  func recovered() async throws {
    let cases = [
      ("F29-not-the-encoding-it-says", "book.cbz", "Title", "Père – “Fin”"),
      ("F29-not-the-encoding-it-says", "book.cbz", "Series", "Château"),
      ("F30-beyond-ascii", "book.cbz", "Title", "It’s late… 🦊"),
      ("F30-beyond-ascii", "book.cbz", "Series", "紙の狐"),
      ("F31-ampersands", "book.cbz", "Title", #""R&D" isn't &lt;"#),
      ("F31-ampersands", "book.cbz", "Series", "Salt & Pepper <3>"),
      ("F36-calibre-index", "book.epub", "Number", "4"),
      ("F36-calibre-index", "book.epub", "Series", "Who? What?!"),
      ("F39-direction", "Yes.cbz", "Manga", "Yes"),
      ("F39-direction", "rtl.epub", "Manga", "YesAndRightToLeft"),
      ("F40-series", "epub3.epub", "Title", "Quiet Harbor: Part 2 Volume 4"),
      ("F40-series", "epub3.epub", "Series", "Quiet Harbor"),
    ]
    for (name, file, element, expected) in cases {
      let sandbox = try await Sandbox(name)
      #expect(
        try await sandbox.convert(file, "--normalize")[info: element] == expected, "\(name): \(element)")
    }
  }

  @Test("numbers lose zeros in front and nothing else (F35)")
  func numbers() async throws {
    let sandbox = try await Sandbox("F35-numbers-as-written")
    for (index, number) in ["7.5", "0", "-2", "3.NOW", "½", "4½", "12B", "7", "250.1"].enumerated() {
      #expect(try await sandbox.convert("\(index).cbz", "--normalize")[info: "Number"] == number)
    }
  }

  @Test("dates stay as far as they are known (F34)")
  func dates() async throws {
    let sandbox = try await Sandbox("F34-dates")
    for (name, year, month) in [("year", "1999", nil), ("month", "1999", "11"), ("zero", nil, nil)]
      as [(String, String?, String?)]
    {
      let info = try #require(try await sandbox.convert("\(name).epub", "--normalize").comicInfo)
      #expect(info["Year"] == year && info["Month"] == month)
    }
  }

  @Test("normalizing what is normalized gives the same bytes, and pictures are the source's (F48)")
  func twice() async throws {
    let sandbox = try await Sandbox("F35-numbers-as-written")
    let before = try await sandbox.book("7.cbz")
    let book = try await sandbox.convert("7.cbz", "--normalize")
    #expect(book.pages.map(\.sha256) == before.pages.map(\.sha256))
    try await sandbox.run(expecting: 0, "convert", "result.cbz", "-o", "again.cbz", "--normalize")
    #expect(try sandbox.data("again.cbz") == sandbox.data("result.cbz"))
  }

  @Test("a rule is off where it is said, aliases come from a file, and each change is told")
  func options() async throws {
    let sandbox = try await Sandbox("F35-numbers-as-written")
    try sandbox.write("field,spelling,name\nseries,S,Sextant\n", to: "aliases.csv")
    let plain = try await sandbox.convert("7.cbz", "--normalize", "--no-normalize-numbers")
    #expect(plain[info: "Number"] == "007")
    #expect(try await sandbox.convert("7.cbz", "--normalize=names")[info: "Number"] == "007")
    let told = try await sandbox.convert(
      "7.cbz", "--normalize-aliases", "aliases.csv", "--meta", "title=Kept  as typed", "--verbose")
    #expect(told[info: "Number"] == "7" && told[info: "Title"] == "Kept  as typed")
    let talk = try #require(told.outcome).standardError
    #expect(talk.contains("number: '007' → '7' [normalize-numbers]"), "\(talk)")
    try sandbox.write("series: { A: [B], B: [C] }", to: "bad.yaml")
    let refused = try await sandbox.run(
      expecting: 2, "convert", "7.cbz", "-o", "x.cbz", "--normalize-aliases", "bad.yaml")
    #expect(refused.standardError.contains("bad.yaml:1:"))
  }
}
