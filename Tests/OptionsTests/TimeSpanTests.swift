import Options
import Testing

@Suite("Stretches of time")
struct TimeSpanTests {
  @Test(
    "are numbers with a unit, seconds by themselves",
    arguments: [
      ("10s", 10), ("10", 10), ("5m", 300), ("5 min", 300), ("1h", 3600), ("2d", 172_800), ("0", 0),
    ])
  func read(_ text: String, _ seconds: Int) {
    #expect(TimeSpan(text: text)?.seconds == seconds)
  }

  @Test(
    "anything else is none",
    arguments: [
      "", "s", "-1s", "1.5h", "5 years", "ten", "1h30m", "99999999999999999999", "99999999999d", "١s",
    ])
  func refused(_ text: String) {
    #expect(TimeSpan(text: text) == nil)
  }

  @Test(
    "are written in the largest unit that fits",
    arguments: [(0, "0s"), (90, "90s"), (3600, "1h"), (172_800, "2d")])
  func written(_ seconds: Int, _ text: String) {
    #expect(TimeSpan(seconds: seconds).optionText == text)
    #expect(TimeSpan(text: text)?.seconds == seconds)
  }
}
