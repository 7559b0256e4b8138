import BookModel
import Options
import Testing

@Suite("Sizes")
struct SizeTests {
  @Test(
    "sizes are read as users write them, and written in one way",
    arguments: [
      ("1072x1448", "1072x1448"), ("1072X1448", "1072x1448"), ("1072×1448", "1072x1448"),
      ("10 x 20", "10x20"),
      ("0x10", nil), ("-1x10", nil), ("10x", nil), ("10", nil), ("1x2x3", nil), ("9999999x1", nil), ("", nil),
    ] as [(String, String?)])
  func reading(text: String, canonical: String?) {
    #expect(Size(text: text)?.optionText == canonical)
    var decoder = OptionDecoder(file: nil, owner: "stage 'resize'")
    #expect((Size.decode(.text(text), &decoder) == nil) == (canonical == nil))
    #expect(decoder.problems.count == (canonical == nil ? 1 : 0))
  }
}
