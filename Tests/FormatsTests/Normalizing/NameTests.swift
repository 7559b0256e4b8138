import BookModel
import Formats
import Testing

@Suite("names of people")
struct NameTests {
  private func names(_ written: [String], aliases: AliasTable = AliasTable()) -> [String] {
    let credits = written.map { Credit($0, .writer) }
    guard case .credits(let result)? = normalized(.credits, .credits(credits), aliases: aliases).value else {
      return []
    }
    return result.map(\.name)
  }

  @Test(
    "separators, suffixes and order",
    arguments: [
      (["Ann Ash; Bo Birk|Cy Cole"], ["Ann Ash", "Bo Birk", "Cy Cole"]),
      (["Ann Ash / Bo Birk"], ["Ann Ash", "Bo Birk"]), (["AC/DC"], ["AC/DC"]),
      (["Simon & Kirby", "Ann and Bo"], ["Simon & Kirby", "Ann and Bo"]),
      (["諫山創、荒川弘"], ["諫山創", "荒川弘"]),
      (["Ann Ash", "ann ash", "ANN  ASH"], ["Ann Ash"]),
      (["Sam Cole", "Jr.", "Ann Ash"], ["Sam Cole Jr.", "Ann Ash"]), (["Cole, Jr."], ["Cole Jr."]),
      (["Jr."], ["Jr."]),
      // One comma proves nothing by itself; an initial, the same name elsewhere or a whole catalogue do.
      (["Ash, Ann"], ["Ash, Ann"]), (["Ash, A."], ["A. Ash"]), (["Straw, J. Michael"], ["J. Michael Straw"]),
      (["Ash, Ann", "Ann Ash"], ["Ann Ash"]), (["Ash, Ann", "Birk, Bo"], ["Ann Ash", "Bo Birk"]),
      (["Ash, Ann", "Cy Cole"], ["Ash, Ann", "Cy Cole"]), (["Studio 5, Ann"], ["Studio 5, Ann"]),
      (["Ash, Ann, Bo"], ["Ash, Ann, Bo"]), (["Unknown", "Various"], ["Various"]),
    ])
  func people(written: [String], expected: [String]) { #expect(names(written) == expected) }

  @Test("the same name in two roles stays in both")
  func roles() {
    let credits = [Credit("Ann Ash", .writer), Credit("Ann Ash", .inker)]
    #expect(normalized(.credits, .credits(credits)).value == .credits(credits))
  }

  @Test("a name of the alias file is above the rules")
  func settled() throws {
    let aliases = try AliasTable(yaml: Array("names: { 'Ash, A.': [Ann Ash], 'Duo; Inc': Duo }".utf8))
    #expect(names(["Ann Ash", "duo"], aliases: aliases) == ["Ash, A.", "Duo; Inc"])
  }
}
