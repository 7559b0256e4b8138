import BookModel
import Markup
import Testing

@testable import Publications

@Suite("EPUB: text, sets of sources and addresses")
struct DocumentPartsTests {
  @Test(
    "addresses of a srcset, the largest first",
    arguments: [
      ("a.png", ["a.png"]), ("a.png 1x, b.png 2x", ["b.png", "a.png"]),
      (" a.png 300w,b.png 600w , c.png 450w", ["b.png", "c.png", "a.png"]),
      ("a.png, b.png", ["a.png", "b.png"]),
      ("data:image/png;base64,AA== 2x, b.png", ["data:image/png;base64,AA==", "b.png"]),
      ("", []), (", ,", []), ("a,b.png 2x", ["a,b.png"]),
    ])
  func sourceSets(text: String, addresses: [String]) { #expect(SourceSet.addresses(text) == addresses) }

  @Test(
    "viewports, however they are written",
    arguments: [
      ("width=600, height=800", Size(width: 600, height: 800)),
      ("width=600px;height=800.4px", Size(width: 600, height: 800)),
      ("height = 8 width=6", nil), ("height=8 width=6", Size(width: 6, height: 8)),
      ("width=device-width, height=800", nil),
      ("width=0,height=1", nil), ("", nil),
    ] as [(String, Size?)])
  func viewports(content: String, size: Size?) { #expect(DocumentHead.viewport(content) == size) }

  @Test(
    "characters that leave a mark",
    arguments: [("a b", 2), (" \n\u{A0}\u{3000}\u{200B}\u{FEFF}\u{AD}\u{200D}", 0), ("日本", 2), ("", 0)])
  func visible(text: String, count: Int) { #expect(TextAmount(text).characters == count) }

  @Test("data addresses, in Base64 and percent-encoded")
  func dataAddresses() {
    #expect(DataAddress("data:image/png;base64,AQID")?.bytes == [1, 2, 3])
    #expect(DataAddress("data:image/png;charset=x;base64,AQI")?.bytes == [1, 2])
    #expect(DataAddress("DATA:Image/PNG,%01a")?.bytes == [1, 0x61])
    #expect(DataAddress("DATA:Image/PNG,x")?.mediaType == "image/png")
    #expect(DataAddress("data:,x")?.mediaType == "text/plain")
    #expect(DataAddress("data:image/png;base64,A")?.bytes == nil)
    #expect(DataAddress("data:image/png;base64,A*==")?.bytes == nil)
    #expect(DataAddress("data:image/png") == nil)
  }
}
