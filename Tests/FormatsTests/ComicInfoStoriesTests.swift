import BookModel
import Formats
import Testing

@Suite("Stories in a ComicInfo's summary")
struct ComicInfoStoriesTests {
  @Test("a summary in a CDATA section of a ComicInfo is read with its indentation")
  func comicInfo() throws {
    let xml = """
      <ComicInfo><Summary><![CDATA[Prosa.
      1. [Storia] «A & B»  {X}
          Disegni: C
      2. [Gag] «D»]]></Summary></ComicInfo>
      """
    let summary = try #require(ComicInfo.read(Array(xml.utf8)).metadata.summary)
    let index = try #require(StoryIndex.parse(summary))
    #expect(index.before == "Prosa.")
    #expect(index.stories.map(\.title) == ["A & B", "D"])
    #expect(index.stories[0].credits.count == 1)
  }
}
