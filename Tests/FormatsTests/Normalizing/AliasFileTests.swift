import BookModel
import Diagnostics
import Formats
import Testing

@Suite("alias files")
struct AliasFileTests {
  private func table(_ yaml: String) throws -> AliasTable {
    try AliasTable(yaml: Array(yaml.utf8), file: "a.yaml")
  }

  private func problem(_ read: () throws -> AliasTable) -> String? {
    do { _ = try read() } catch { return (error as? Diagnostic)?.description }
    return nil
  }

  @Test("YAML and CSV say the same")
  func same() throws {
    let yaml = try table("series:\n  Spider-Man: [Spiderman, 'Spider, Man']\nnames: { Stan Lee: S. Lee }")
    let csv = """
      field,spelling,name\r
      # a comment\r
      series,Spiderman,Spider-Man\r
      series,"Spider, Man",Spider-Man\r
      names,S. Lee,"Stan Lee"\r
      """
    #expect(try AliasTable(csv: Array(csv.utf8)) == yaml)
    let semicolons = csv.replacing(",", with: ";").replacing("Spider; Man", with: "Spider, Man")
    #expect(try AliasTable(csv: [0xEF, 0xBB, 0xBF] + Array(semicolons.utf8)) == yaml)
  }

  @Test("case, white space and the storage of accents do not count; the name itself is a spelling of it")
  func folding() throws {
    let aliases = try table("series: { Astérix Gaulois: [Asterix] }")
    for written in ["ASTERIX", "aste\u{301}rix  gaulois", "Astérix\u{A0}Gaulois"] {
      #expect(normalized(.series, .text(written), aliases: aliases).value?.text == "Astérix Gaulois")
      #expect(normalized(.alternateSeries, .text(written), aliases: aliases).value?.text == "Astérix Gaulois")
    }
    #expect(normalized(.publisher, .text("asterix"), aliases: aliases).value?.text == "asterix")
  }

  @Test("words outside a vocabulary are reported and stay")
  func vocabulary() throws {
    let aliases = try table(
      "genres: { Science Fiction: SF }\nvocabulary: { genres: [Drama, Science Fiction] }")
    let (value, result) = normalized(.genres, .list(["sf", "DRAMA", "Noir"]), aliases: aliases)
    #expect(value == .list(["Science Fiction", "Drama", "Noir"]))
    #expect(result.remarks.map(\.message) == ["'Noir' is not in the vocabulary of genres"])
  }

  @Test(
    "what cannot be followed is refused with its line",
    arguments: [
      (
        "series:\n  A: [x]\n  B: [X]",
        "a.yaml:3:7: error: 'X' stands for 'A' and for 'B' [alias-file]; write each spelling once, under the name that is to be written"
      ),
      (
        "series:\n  A: [B]\n  B: [C]",
        "a.yaml:3:3: error: 'B' stands for 'A' and for 'B' [alias-file]; write each spelling once, under the name that is to be written"
      ),
      (
        "serie: { A: B }",
        "a.yaml:1:1: error: there are no aliases for 'serie' [alias-file]; did you mean 'series'?"
      ),
      (
        "series: [A]",
        "a.yaml:1:9: error: a list is where names should be [alias-file]; write each spelling once, under the name that is to be written"
      ),
    ])
  func refused(yaml: String, message: String) { #expect(problem { try table(yaml) } == message) }

  @Test("an empty file is an empty table")
  func empty() throws {
    #expect(try table("# nothing yet").isEmpty)
    #expect(try table("series:").isEmpty)
  }

  @Test("a CSV that is none is refused", arguments: ["series,A", "series,,B", "series,\"A,B", "\u{0},A,B"])
  func badCSV(text: String) { #expect(problem { try AliasTable(csv: Array(text.utf8)) } != nil) }

  @Test("the sample is one") func sample() throws { #expect(try !table(AliasTable.sample).isEmpty) }
}
