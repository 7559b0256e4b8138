import Diagnostics
import Testing

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "the nearest candidate is offered, if one is near",
    arguments: [
      ("strenght", "strength", "neighbors swapped"),
      ("Strength", "strength", "case does not count"),
      ("strengt", "strength", "a letter too few"),
      ("sstrength", "strength", "a letter too many"),
      ("stocc", "stock", "a wrong letter"),
      ("xyzzy", nil, "nothing near"),
      ("", nil, "nothing typed"),
    ] as [(String, String?, String)])
  func nearest(word: String, expected: String?, reason: String) {
    #expect(closestMatch(to: word, in: ["stock", "strength", "grain"]) == expected, "\(reason)")
  }

  @Test("ties go to the first candidate, and no candidates give none")
  func ties() {
    #expect(closestMatch(to: "cat", in: ["bat", "hat"]) == "bat")
    #expect(closestMatch(to: "cat", in: []) == nil)
  }
}
