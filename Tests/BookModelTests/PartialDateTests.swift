import BookModel
import Testing

@Suite("Partial dates")
struct PartialDateTests {
  @Test(
    "takes what is known, as written (F34)",
    arguments: [
      ("2010", "2010"), ("2010-07", "2010-07"), ("2010-07-04", "2010-07-04"), ("2010-7-4", "2010-07-04"),
      ("2010-07-04T22:30:00-05:00", "2010-07-04"), ("2010-07-04 22:30", "2010-07-04"),
      ("2010-07-04-05:00", "2010-07-04"), ("2010-07-04+09:00", "2010-07-04"), ("2010-07-04Z", "2010-07-04"),
      (" 2010 ", "2010"), ("2012-02-29", "2012-02-29"),
    ])
  func reads(_ text: String, _ expected: String) {
    #expect(PartialDate(iso: text)?.description == expected)
  }

  @Test(
    "is nothing for placeholders and text",
    arguments: [
      "0101-01-01T00:00:00+00:00", "sometime", "", "101", "99", "20100704", "-2010", "+201", "2010-",
      "July 2010",
      "2010-July", "2010-+7", "10000", "2010/07/04",
    ])
  func refuses(_ text: String) {
    #expect(PartialDate(iso: text) == nil)
  }

  @Test(
    "drops a month or day that cannot be, with what follows it",
    arguments: [
      ("2010-00-00", "2010"), ("2010-13-01", "2010"), ("2010-02-30", "2010-02"), ("2011-02-29", "2011-02"),
      ("2010-04-31", "2010-04"), ("2010-07-00", "2010-07"), ("1900-02-29", "1900-02"),
      ("2000-02-29", "2000-02-29"),
    ])
  func drops(_ text: String, _ expected: String) {
    #expect(PartialDate(iso: text)?.description == expected)
  }

  @Test("never has a day without a month")
  func dayNeedsMonth() {
    #expect(PartialDate(year: 2010, month: nil, day: 4)?.day == nil)
    #expect(PartialDate(year: 2010, month: -1, day: 4)?.description == "2010")
    #expect(PartialDate(year: -1) == nil)
  }

  @Test("sorts by what is known, a year alone before its months")
  func order() {
    let dates = ["2010", "2010-01", "2010-01-01", "2010-02", "2011"].compactMap { PartialDate(iso: $0) }
    #expect(dates.reversed().sorted() == dates)
  }
}
