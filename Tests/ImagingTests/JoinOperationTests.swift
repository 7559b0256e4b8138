import BookModel
import Imaging
import Options
import Testing

@Suite("Pages laid side by side")
struct JoinOperationTests {
  func gray(_ width: Int, _ height: Int, _ level: (Int, Int) -> UInt8) -> Raster {
    Raster(
      size: Size(width: width, height: height), layout: .gray,
      samples: (0..<width * height).map { level($0 % width, $0 / width) })
  }

  func level(_ raster: Raster, _ x: Int, _ y: Int) -> UInt8 {
    raster.samples[(y * raster.size.width + x) * raster.layout.bytesPerPixel]
  }

  func facts(_ raster: Raster) -> PictureFacts {
    PictureFacts(
      format: .png, size: raster.size, color: raster.layout == .gray ? .gray : .rgb,
      hasAlpha: raster.layout == .rgba)
  }

  @Test("the left page lies left, nothing is lost, gray stays gray")
  func order() throws {
    let (left, right) = (gray(5, 3) { x, y in UInt8(x + y) }, gray(4, 3) { x, y in UInt8(100 + x * y) })
    let joined = try JoinOperation().combine([left, right])
    #expect(joined.size == Size(width: 9, height: 3) && joined.layout == .gray)
    for y in 0..<3 {
      for x in 0..<5 { #expect(level(joined, x, y) == level(left, x, y)) }
      for x in 0..<4 { #expect(level(joined, 5 + x, y) == level(right, x, y)) }
    }
  }

  @Test(
    "layouts mix to the richer one",
    arguments: [(Raster.Layout.gray, Raster.Layout.rgb), (.rgb, .rgba), (.gray, .rgba)])
  func layouts(_ one: Raster.Layout, _ other: Raster.Layout) throws {
    let size = Size(width: 2, height: 2)
    let rasters = [
      Raster(size: size, layout: one, filledWith: 9), Raster(size: size, layout: other, filledWith: 8),
    ]
    for pair in [rasters, rasters.reversed()] {
      let joined = try JoinOperation().combine(pair)
      #expect(joined.layout == other)
      #expect(level(joined, 0, 0) == level(pair[0], 0, 0) && level(joined, 3, 1) == level(pair[1], 1, 1))
      #expect(joined.samples[3] == (other == .gray ? level(joined, 3, 0) : 255))
    }
  }

  @Test(
    "heights within 1 percent are padded with the last row, whatever the rule",
    arguments: JoinHeights.allCases)
  func smallDifference(_ rule: JoinHeights) throws {
    let (left, right) = (gray(3, 200) { _, y in UInt8(y) }, gray(3, 198) { x, y in UInt8(x + y / 2) })
    let joined = try JoinOperation(heights: rule).combine([left, right])
    #expect(joined.size == Size(width: 6, height: 200))
    for x in 3..<6 {
      #expect(
        level(joined, x, 198) == level(joined, x, 197) && level(joined, x, 199) == level(joined, x, 197))
    }
  }

  @Test("beyond that, the smaller page is enlarged, padded on its edge color, or the larger cropped")
  func rules() throws {
    let (left, right) = (
      gray(10, 100) { _, _ in 50 }, gray(10, 50) { x, y in x < 3 || y == 0 || y == 49 ? 200 : 10 }
    )
    let scaled = try JoinOperation(heights: .scale).combine([left, right])
    #expect(scaled.size == Size(width: 30, height: 100))
    #expect(level(scaled, 20, 50) == 10 && level(scaled, 10, 50) == 200)
    let padded = try JoinOperation(heights: .pad).combine([left, right])
    #expect(padded.size == Size(width: 20, height: 100))
    #expect(level(padded, 15, 0) == 200 && level(padded, 15, 24) == 200 && level(padded, 15, 26) == 10)
    #expect(level(padded, 15, 99) == 200)
    let cropped = try JoinOperation(heights: .crop).combine([gray(10, 100) { _, y in UInt8(y) }, right])
    #expect(cropped.size == Size(width: 20, height: 50))
    #expect(level(cropped, 0, 0) == 25)
  }

  @Test("a gutter has its color, or that of the inner edges; trimming takes the inner columns")
  func gutter() throws {
    let (left, right) = (gray(4, 4) { x, _ in x == 3 ? 90 : 0 }, gray(4, 4) { x, _ in x == 0 ? 110 : 0 })
    let own = try JoinOperation(gutter: 3).combine([left, right])
    #expect(own.size.width == 11 && own.layout == .gray && level(own, 5, 2) == 100)
    let red = try JoinOperation(gutter: 2, gutterColor: Color(red: 255, green: 0, blue: 0)).combine([
      left, right,
    ])
    #expect(red.layout == .rgb && Array(red.samples[16..<20]) == [255, 0, 0, 255])
    let trimmed = try JoinOperation(innerTrim: 1).combine([left, right])
    #expect(trimmed.size.width == 6 && trimmed.samples.allSatisfy { $0 == 0 })
  }

  @Test("facts tell what the pixels will be", arguments: JoinHeights.allCases)
  func factsAgree(_ rule: JoinHeights) throws {
    let sizes = [(1, 1), (7, 11), (40, 100), (33, 99), (50, 200), (3, 198)].map {
      Size(width: $0, height: $1)
    }
    for left in sizes {
      for right in sizes {
        for (gutter, color, trim) in [
          (0, Color?.none, 0), (5, nil, 2), (1, .black, 0), (2, Color(text: "red"), 60),
        ] {
          let join = JoinOperation(heights: rule, gutter: gutter, gutterColor: color, innerTrim: trim)
          let rasters = [Raster(size: left, filledWith: 1), Raster(size: right, filledWith: 2)]
          let joined = try join.combine(rasters)
          let told = try #require(join.facts(of: rasters.map(facts)))
          #expect(told.size == joined.size && (told.color == .gray) == (joined.layout == .gray))
        }
      }
    }
  }

  @Test("the format is the pages' own, else one that loses nothing where neither page has lost anything")
  func formats() {
    func format(_ left: ImageFormat, _ right: ImageFormat, _ fidelity: PictureFacts.Fidelity? = nil)
      -> ImageFormat?
    {
      let size = Size(width: 1, height: 1)
      return JoinOperation().facts(of: [
        PictureFacts(format: left, size: size), PictureFacts(format: right, size: size, fidelity: fidelity),
      ])?.format
    }
    #expect(format(.jpeg, .jpeg) == .jpeg && format(.png, .png) == .png && format(.webp, .webp) == .webp)
    #expect(format(.png, .webp, .lossless) == .png && format(.png, .webp) == .jpeg)
    #expect(format(.jpeg, .png) == .jpeg && format(.gif, .png) == .png)
  }
}
