import Diagnostics
import Options
import Testing

@Suite("lengths") struct LengthTests {
  @Test(
    "pixels or a share",
    arguments: [
      ("0", .pixels(0)), ("12", .pixels(12)), ("2%", .percent(2)), ("2.5%", .percent(2.5)),
      ("2 %", .percent(2)),
      ("100%", .percent(100)), ("0%", .percent(0)),
    ] as [(String, Length)])
  func reads(text: String, length: Length) {
    #expect(Length(text: text) == length)
    #expect(Length(text: length.optionText) == length)
  }

  @Test("nothing else", arguments: ["", "%", "-1", "1.5", "101%", "-2%", "12px", "1000001", "nan%", "two"])
  func refuses(text: String) {
    #expect(Length(text: text) == nil)
  }

  @Test("a share of a side, to the nearest pixel")
  func pixels() {
    #expect(Length.percent(2.5).pixels(of: 1000) == 25)
    #expect(Length.percent(1).pixels(of: 250) == 3)
    #expect(Length.percent(100).pixels(of: 7) == 7)
    #expect(Length.pixels(30).pixels(of: 7) == 30)
  }

  @Test("what is wrong is said in words")
  func problem() {
    var decoder = OptionDecoder(file: nil, owner: "stage 'border'")
    decoder.optionName = "width"
    #expect(Length.decode(.text("wide"), &decoder) == nil)
    #expect(
      decoder.problems.map(\.message) == [
        "'width' of stage 'border' takes pixels such as 12 or a share such as 2%, not 'wide'"
      ])
  }
}
