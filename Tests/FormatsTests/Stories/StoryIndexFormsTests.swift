import BookModel
import Formats
import Testing

@Suite("Story indexes as people write them")
struct StoryIndexFormsTests {
  @Test(
    "credits over one blank line, and at or left of their entry's indentation where all entries stand alike",
    arguments: [
      ("1. «A»\n\n    Script: Ann\n2. «B»", ["Ann"]), ("Index\n  1. «A»\n  Script: Ann\n  2. «B»", ["Ann"]),
      ("Index\n      1. «A»\n  Script: Ann\n      2. «B»", ["Ann"]), ("1. «A»\nScript: Ann\n2. «B»", []),
      ("1. «A»\n\nNote: reprinted in 1995\n2. «B»", []), ("1. «A»\nRemember: all is well\n2. «B»", []),
      ("1. «A»\n\n\n    Script: Ann\n2. «B»", []),
    ])
  func creditPlaces(_ text: String, _ names: [String]) throws {
    let index = try #require(StoryIndex.parse(text))
    #expect(index.stories[0].credits.map(\.name) == names)
    #expect(StoryIndex.parse(index.summary) == index)
  }

  @Test(
    "indexes as people write them",
    arguments: [
      ("The Tide ........ 3\nThe Ferry ....... 12", "The Tide 3, The Ferry 12"),
      ("Contents\n\nThe Tide … p. 3\nThe Ferry … p. 12\n\nMore.", "The Tide 3, The Ferry 12"),
      ("p. 2: The Tide\np. 9: The Ferry", "The Tide 2, The Ferry 9"),
      ("Contains:\n• The Tide\n• The Ferry", "The Tide, The Ferry"),
      ("目次\n灯籠 …… 3\n渡し船 …… 12", "灯籠 3, 渡し船 12"),
      ("1. The Tide\n2. The Ferry\n3. The Lantern", "The Tide, The Ferry, The Lantern"),
      ("<p>Contents:</p><ol><li>The Tide</li><li>The Ferry</li></ol>", "The Tide, The Ferry"),
      ("Stories:<ul><li>«The Tide»</li><li>The Ferry</li></ul>", "The Tide, The Ferry"),
    ])
  func loose(_ text: String, _ expected: String) throws {
    let index = try #require(StoryIndex.parse(text))
    let stories = index.stories.map { $0.title + ($0.printed?.first.map { " \($0)" } ?? "") }
    #expect(stories.joined(separator: ", ") == expected)
    #expect(StoryIndex.parse(index.summary) == index)
  }

  @Test(
    "prose is no index",
    arguments: [
      "He said:\n• that is it\n• and more", "1. First, he ran. Then he fell.\n2. Second, he rose.",
      "It cost 12\nand then 15", "A tale of 1. and 2.", "The end...... 1",
    ])
  func noIndex(_ text: String) {
    #expect(StoryIndex.parse(text) == nil)
  }

  @Test("a heading with lines below it looks like an index")
  func looks() {
    #expect(StoryIndex.looksLikeOne("Contents:\nThe Tide by Ann\nThe Ferry by Bo"))
    #expect(!StoryIndex.looksLikeOne("A tale of the sea.\nAnd more."))
  }
}
