import BookModel
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  @Test(
    "a bare number says what it is by its check digit",
    arguments: [
      ("9780306406157", "isbn"), ("978-0-306-40615-7", "isbn"), ("0-306-40615-2", "isbn"),
      ("080442957X", "isbn"),
      ("080442957x", "isbn"), ("9780306406158", "gtin"), ("4912345678904", "gtin"), ("75960609999200111", ""),
      ("0317-8471", "issn"), ("03178471", "gtin"), ("012345678905", "gtin"), ("00012345678905", "gtin"),
      ("B00ABC", ""),
    ])
  func tradeNumbers(_ text: String, _ scheme: String) {
    #expect(Identifier(tradeNumber: text) == Identifier(scheme: scheme, value: text))
  }

  @Test(
    "an ISBN is valid only by its check digit and prefix",
    arguments: ["9770306406157", "0306406153", "X306406152", "", "978030640615", "97803064061５7"])
  func invalid(_ text: String) {
    #expect(!Identifier.isISBN(text))
  }
}
