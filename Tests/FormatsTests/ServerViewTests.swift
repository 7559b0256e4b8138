import BookModel
import Formats
import Testing

@Suite("What servers make of a book is told")
struct ServerViewTests {
  private static func views(_ elements: String?, stem: String, folder: String) -> [String] {
    let metadata = elements.map { ComicInfo.read(Array("<ComicInfo>\($0)</ComicInfo>".utf8)).metadata }
    let source = BookSource(
      path: "b", stem: stem, folder: folder, reader: "archive", format: "ZIP", pageCount: 1)
    return ServerView.all(comicInfo: metadata, source: source).map { "\($0.server): \($0.text)" }
  }

  @Test("Komga puts a volume behind the series, Kavita takes it for the whole volume")
  func volume() {
    #expect(
      Self.views("<Series>S</Series><Volume>3</Volume><Manga>Yes</Manga>", stem: "S v03", folder: "F") == [
        "Komga: series 'S (3)', numbered by its place in the folder, titled 'S v03'",
        "Kavita: series 'S', the whole of volume 3",
      ])
  }

  @Test("a number makes a chapter of Kavita's volume, the volume in the file's name included")
  func number() {
    #expect(
      Self.views(
        "<Series>S</Series><Title>T</Title><Number>½</Number><Manga>YesAndRightToLeft</Manga>", stem: "S v03",
        folder: "F") == [
          "Komga: series 'S', number ½ (not sorted by it: no decimal number), titled 'T', right to left",
          "Kavita: series 'S', chapter ½ of volume 3, not a whole volume",
        ])
  }

  @Test("without a ComicInfo folder and name speak")
  func silent() {
    #expect(
      Self.views(nil, stem: "Kite 012", folder: "F") == [
        "Komga: series 'F' (from the folder), numbered by its place in the folder, titled 'Kite 012'",
        "Kavita: series 'Kite' (from the file's name), chapter 12 of no volume",
      ])
  }

  @Test("words in Format send a book to Kavita's Specials")
  func special() {
    #expect(
      Self.views("<Series>S</Series><Volume>3</Volume><Format>TPB</Format>", stem: "x", folder: "F").last
        == "Kavita: series 'S', under Specials because Format is 'TPB'; volume and number do not count")
  }
}
