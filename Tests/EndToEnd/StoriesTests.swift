import Foundation
import Testing

/// Stories out of summaries, and what file names say, through the program.
@Suite("Stories and names")
struct StoriesTests {
  private func facts(_ name: String, in sandbox: Sandbox) async throws -> [String: Any] {
    let json = try await sandbox.run(expecting: 0, "inspect", "--json", name).standardOutput
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test("inspect lists the stories of a summary, as text and as JSON", arguments: ["cdata.cbz", "html.cbz"])
  func inspect(_ name: String) async throws {
    let sandbox = try await Sandbox("stories")
    let text = try await sandbox.run(expecting: 0, "inspect", name).standardOutput
    #expect(
      text.contains(
        """
        stories
          1. [Copertina] La copertina  p. 1
          2. [Storia] Paperino & l'amaca  {I TL 1900-A}  p. 2
              Soggetto: Ann Ash · Disegni: Bo Birk
          3. [Gag] Una gag  pp. 5–6

        """), "\(text)")
    let book = try await facts(name, in: sandbox)
    let stories = try #require(book["stories"] as? [[String: Any]])
    #expect(stories.map { $0["title"] as? String } == ["La copertina", "Paperino & l'amaca", "Una gag"])
    #expect(stories[1]["code"] as? String == "I TL 1900-A" && stories[1]["kind"] as? String == "Storia")
    #expect((stories[1]["credits"] as? [[String: String]])?.last == ["name": "Bo Birk", "role": "Disegni"])
    let printed = try #require(stories[2]["printed"] as? [String: Any])
    #expect(
      printed["place"] as? String == "pp. 5–6" && printed["first"] as? Int == 5
        && printed["last"] as? Int == 6)
  }

  @Test("the stage marks the pages stories begin on, and the canonical summary is read as the same stories")
  func convert() async throws {
    let sandbox = try await Sandbox("stories")
    for name in ["cdata.cbz", "html.cbz"] {
      let before = try await facts(name, in: sandbox)["stories"] as? [[String: Any]]
      let book = try await sandbox.convert(name, "--stories", "--stories-summary", "canonical")
      // The index ends on page 6 of 6: printed numbers are the file's.
      #expect(book.comicInfo?.bookmarks == [0: "La copertina", 1: "Paperino & l'amaca", 4: "Una gag"])
      let summary = try #require(book[info: "Summary"])
      #expect(summary.contains("3. [Gag] «Una gag»\n    – pp. 5–6"))
      #expect(summary.hasPrefix("The weekly issue, with an index.\n\n1. "))
      #expect(summary.hasSuffix("\n\nReprinted in 1995."))
      let after = try await facts("result.cbz", in: sandbox)["stories"] as? [[String: Any]]
      #expect(NSArray(array: before ?? []).isEqual(to: after ?? [[:]]))
    }
    let prose = try await sandbox.convert("cdata.cbz", "--stories", "--stories-summary", "prose")
    #expect(prose[info: "Summary"] == "The weekly issue, with an index.\n\nReprinted in 1995.")
  }

  @Test("a summary without an index stays, and without the stage so does one with an index")
  func untouched() async throws {
    let sandbox = try await Sandbox("stories")
    let prose = try await sandbox.convert("prose.cbz", "--stories", "--stories-summary", "prose")
    #expect(prose[info: "Summary"] == "1. Once upon a time: ducks.")
    #expect(prose.comicInfo?.bookmarks.isEmpty == true)
    let plain = try await sandbox.convert("cdata.cbz")
    #expect(plain.comicInfo?.bookmarks.isEmpty == true)
    #expect(
      plain[info: "Summary"]?.contains("2. [Storia] «Paperino & l'amaca»  {I TL 1900-A} – p. 2") == true)
  }

  @Test(
    "names say what they say, and folders where names do not",
    arguments: [
      (
        "Love Hina/Love Hina - Special.cbz", ["Series": "Love Hina", "Title": "Special", "Format": "Special"]
      ),
      ("Akira/Vol 2/003.cbz", ["Series": "Akira", "Number": "3"]),
      ("Batman/#52.cbz", ["Series": "Batman", "Number": "52"]),
      ("in/#52.cbz", ["Series": "52", "Number": "52"]),
      (
        "in/Kite v03 #007 - The Storm (of 12) (Marvel) (2004) (Digital) (Zone-Empire).cbz",
        [
          "Series": "Kite", "Number": "7", "Volume": "3", "Title": "The Storm", "Count": "12",
          "Publisher": "Marvel",
          "Year": "2004", "Format": "Digital", "ScanInformation": "Zone-Empire",
        ]
      ),
    ] as [(String, [String: String])])
  func names(_ name: String, _ expected: [String: String]) async throws {
    let sandbox = try await Sandbox("names")
    let book = try await sandbox.convert(name)
    for (element, value) in expected { #expect(book[info: element] == value, "\(element)") }
  }

  @Test("how names are read can be said on the command line")
  func nameRules() async throws {
    let sandbox = try await Sandbox("names")
    let name = "in/Kite v03 #007 - The Storm (of 12) (Marvel) (2004) (Digital) (Zone-Empire).cbz"
    let book = try await sandbox.convert(name, "--metadata-filename-zeros", "keep")
    #expect(book[info: "Number"] == "007")
    let sure = try await sandbox.convert(name, "--metadata-filename-least", "likely")
    #expect(sure[info: "Series"] == "Kite" && sure[info: "ScanInformation"] == nil)
  }
}
