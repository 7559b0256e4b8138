import Testing

@testable import PipelineFile

@Suite("Pages that a test's expectation is about")
struct PageSelectorTests {
  @Test(
    "numbers, ranges, last and all",
    arguments: [
      ("1", 3, [1]), ("2-3", 5, [2, 3]), ("last", 4, [4]), ("all", 3, [1, 2, 3]), ("all", 0, []),
      ("7", 3, [7]),
    ])
  func numbers(_ text: String, _ count: Int, _ expected: [Int]) throws {
    #expect(try #require(PageSelector(text)).numbers(of: count) == expected)
  }

  @Test("anything else selects nothing", arguments: ["", "0", "-1", "3-2", "1-2-3", "first", "1.5", "one"])
  func others(_ text: String) { #expect(PageSelector(text) == nil) }
}
