import BookModel
import Imaging
import Options
import Testing

@Suite("borders") struct BorderOperationTests {
  private let page = Raster(gray: [[9, 9, 9], [9, 1, 9], [9, 9, 5]])

  @Test("a border lies around the page, in the color given")
  func frames() throws {
    let (result, change) = try BorderOperation(width: .pixels(1), color: .black).result(on: page)
    #expect(
      result.rows == [
        [0, 0, 0, 0, 0], [0, 9, 9, 9, 0], [0, 9, 1, 9, 0], [0, 9, 9, 5, 0], [0, 0, 0, 0, 0],
      ])
    #expect(result.layout == .gray && change == .changed && result.fullSize == result.size)
  }

  @Test("a share is of the shorter side; nothing is no border")
  func widths() throws {
    let wide = Raster(size: Size(width: 400, height: 100), filledWith: 0)
    #expect(
      try BorderOperation(width: .percent(5), color: .white).result(on: wide).raster.size
        == Size(width: 410, height: 110))
    #expect(try BorderOperation(width: .zero, color: .white).result(on: wide).change == .unchanged)
  }

  @Test("automatically it has the color most of the page's edge has")
  func automatic() throws {
    let operation = BorderOperation(width: .pixels(1), color: nil)
    #expect(try operation.result(on: page).raster.rows[0] == [9, 9, 9, 9, 9])
    var cream = DrawnPage(20, 20, paper: [250, 240, 220])
    cream.fill(0, 0, 20, 4, [0, 0, 0])
    let framed = try operation.result(on: cream.raster).raster
    #expect(Array(framed.samples[..<4]) == [250, 240, 220, 255])
  }

  @Test("a colored border makes a gray page colored; a gray one leaves it gray")
  func colors() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let framed = try BorderOperation(width: .pixels(1), color: red).result(on: page).raster
    #expect(framed.layout == .rgb)
    #expect(Array(framed.samples[..<4]) == [255, 0, 0, 255])
    #expect(Array(framed.samples[6 * 4..<7 * 4]) == [9, 9, 9, 255])
  }

  @Test("a page with alpha gets an opaque border, or its transparent edge continued")
  func alpha() throws {
    let page = Raster(size: Size(width: 1, height: 1), layout: .rgba, samples: [1, 2, 3, 0])
    #expect(
      Array(try BorderOperation(width: .pixels(1), color: .white).result(on: page).raster.samples[..<4]) == [
        255, 255, 255, 255,
      ])
    #expect(try BorderOperation(width: .pixels(1), color: nil).result(on: page).raster.samples[3] == 0)
  }

  @Test("facts are exact")
  func facts() {
    func facts(_ color: PictureFacts.ColorModel) -> PictureFacts {
      PictureFacts(format: .png, size: Size(width: 100, height: 200), color: color, byteCount: 3)
    }
    let red = Color(red: 255, green: 0, blue: 0)
    for (border, input, expected) in [
      (nil, .gray, .gray), (.white, .gray, .gray), (red, .gray, .rgb), (.white, .palette, .rgb),
      (nil, .cmyk, .rgb),
    ] as [(Color?, PictureFacts.ColorModel, PictureFacts.ColorModel)] {
      let result = BorderOperation(width: .percent(10), color: border).facts(of: [facts(input)])
      #expect(result == PictureFacts(format: .png, size: Size(width: 120, height: 220), color: expected))
    }
  }
}
