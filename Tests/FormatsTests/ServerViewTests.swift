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

  @Test(
    "where a server will show something else than is meant",
    arguments: [
      ("<Series>S</Series><Number>3</Number>", "S 003", []),
      ("<Series>S</Series><Volume>1</Volume>", "S v01", []),
      (
        "<Series>S</Series><Volume>2018</Volume><Number>3</Number>", "S 003",
        ["Komga calls the series 'S (2018)'"]
      ),
      ("<Series>S</Series><Number>1.MU</Number>", "S", ["Komga does not sort by number '1.MU'"]),
      ("<Series>S</Series><Number>3</Number>", "S v03", ["Kavita shows chapter 3 of volume 3"]),
      ("<Series>S</Series><Number>3</Number><Format>TPB</Format>", "S", ["Kavita files it under Specials"]),
      ("<Series>S</Series><Format>TPB</Format>", "S", []),
      (
        "<Series>S</Series><Volume>1½</Volume>", "S v01",
        ["Komga calls the series 'S (1½)'", "ComicRack reads none of its metadata: Volume is '1½'"]
      ),
      (
        "<Series>S</Series><Number>3</Number><Pages><Page Image='0'/><Page Image='1' Type='Deleted'/></Pages>",
        "S 003", ["ComicRack hides 1 page marked as deleted"]
      ),
    ] as [(String, String, [String])])
  func differences(_ elements: String, _ stem: String, _ beginnings: [String]) {
    let reading = ComicInfo.read(Array("<ComicInfo>\(elements)</ComicInfo>".utf8))
    let found = ServerView.differences(
      metadata: reading.metadata, comicInfo: reading.metadata, pages: reading.pages, stem: stem, folder: "F"
    ).map { "\($0.server) \($0.text)" }
    #expect(found.count == beginnings.count, "\(found)")
    for (line, beginning) in zip(found, beginnings) { #expect(line.hasPrefix(beginning)) }
  }

  @Test("what lies nowhere a server looks is not seen")
  func unseen() {
    var metadata = Metadata()
    metadata.set(\.series, to: "S", from: Origin(.embedded))
    let lost = ServerView.differences(metadata: metadata, comicInfo: nil, stem: "a", folder: "F")
    #expect(lost.map(\.server) == ["Komga"])
    #expect(ServerView.differences(metadata: Metadata(), comicInfo: nil, stem: "a", folder: "F").isEmpty)
  }
}
