import BookModel
import Testing

@Suite("the test context") struct PagesTestContextTests {
  @Test("pages come in the order named")
  func order() {
    #expect(PagesTestContext.book(of: ["b", "a"]).map(\.sourceName) == ["b", "a"])
  }
}
