import BookModel
import Testing

@Suite("Book numbers")
struct BookNumberTests {
  @Test(
    "keeps the text as written and derives a key for sorting",
    arguments: [
      ("22.1", 22.1), ("0", 0), ("-1", -1), ("−1", -1), ("1.MU", 1), ("½", 0.5), ("13½", 13.5), ("1A", 1),
      ("001", 1), ("100.5", 100.5), ("16-17", 16), ("3.0", 3), (".5", 0.5), ("-½", -0.5), ("78.BEY", 78),
      ("1e5", 1), ("¾", 0.75),
    ] as [(String, Double)])
  func keys(_ text: String, _ key: Double) {
    let number = BookNumber(text)
    #expect(number?.text == text)
    #expect(number?.key == key)
  }

  @Test(
    "has no key where the text does not begin with a number", arguments: ["B01", "Annual", "-", "x½", "²"])
  func noKey(_ text: String) {
    #expect(BookNumber(text)?.key == nil)
  }

  @Test("is nothing for empty text, and takes no white space from around it")
  func empty() {
    #expect(BookNumber("") == nil)
    #expect(BookNumber(" \n\t ") == nil)
    #expect(BookNumber(" 7 ")?.text == "7")
  }

  @Test(
    "is whole only where it is nothing else",
    arguments: [
      ("3", 3), ("03", 3), ("3.0", 3), ("3.00", 3), ("-1", -1), ("3.5", nil), ("1A", nil), ("16-17", nil),
      ("½", nil),
      ("3.", nil), ("1.MU", nil), ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func whole(_ text: String, _ value: Int?) {
    #expect(BookNumber(text)?.whole == value)
  }

  @Test(
    "pads the whole part",
    arguments: [
      ("22.1", "022.1"), ("½", "000.5"), ("1.MU", "001.MU"), ("-1", "-001"), ("−1", "−001"), ("7", "007"),
      ("1234", "1234"), ("13½", "013.5"), ("⅓", "000.333"), ("16-17", "016-17"), ("1A", "001A"), ("B1", "B1"),
      (".5", "000.5"), ("000", "000"), ("½b", "000.5b"), ("-", "-"), ("0001", "0001"),
    ])
  func padded(_ text: String, _ expected: String) {
    #expect(BookNumber(text)?.padded(to: 3) == expected)
  }
}
