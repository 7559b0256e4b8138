import Diagnostics
import Testing

@Suite("counted things")
struct CountedTests {
  @Test("one is singular, none and many are plural")
  func numbers() {
    #expect([0, 1, 2].map { counted($0, "page") } == ["0 pages", "1 page", "2 pages"])
    #expect(counted(3, "copy", "copies") == "3 copies" && counted(1, "copy", "copies") == "1 copy")
  }
}
