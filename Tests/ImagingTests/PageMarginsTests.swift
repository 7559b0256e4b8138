import BookModel
import Imaging
import Options
import Testing

@Suite("automatic margins") struct PageMarginsTests {
  private let search = MarginSearch()

  /// A page of 800 by 1200 with a panel that leaves 60, 70, 50 and 80 pixels.
  private func page(
    paper: [UInt8] = [255, 255, 255], ink: [UInt8] = [20, 20, 20], layout: Raster.Layout = .rgb
  ) -> DrawnPage {
    var page = DrawnPage(800, 1200, paper: paper, layout: layout)
    page.fill(60, 70, 690, 1050, ink)
    page.fill(64, 74, 682, 1042, paper.map { UInt8((Int($0) + 60) / 2) })
    return page
  }

  private let around = EdgePixels(left: 60, top: 70, right: 50, bottom: 80)

  @Test(
    "margins of white, cream, brown and black are found to the pixel, in every layout",
    arguments: [
      ([255, 255, 255], [20, 20, 20]), ([240, 225, 190], [40, 35, 30]), ([200, 180, 140], [40, 35, 30]),
      ([0, 0, 0], [250, 250, 250]), ([30, 28, 26], [230, 230, 230]),
    ] as [([UInt8], [UInt8])], [Raster.Layout.gray, .rgb])
  func grounds(colors: ([UInt8], [UInt8]), layout: Raster.Layout) {
    #expect(page(paper: colors.0, ink: colors.1, layout: layout).raster.margins(by: search)?.empty == around)
  }

  @Test("JPEG's ringing and noise on the paper do not count")
  func noise() throws {
    let jpeg = try page().asJPEG(quality: 40).margins(by: search)?.empty
    let found = try #require(jpeg)
    for (edge, expected) in [(found.left, 60), (found.top, 70), (found.right, 50), (found.bottom, 80)] {
      #expect(abs(edge - expected) <= 8)
    }
    var old = page(paper: [225, 205, 160], ink: [40, 35, 30])
    old.addNoise(24)
    let noisy = try #require(old.raster.margins(by: search)?.empty)
    for (edge, expected) in [(noisy.left, 60), (noisy.top, 70), (noisy.right, 50), (noisy.bottom, 80)] {
      #expect(abs(edge - expected) <= 4)
    }
  }

  @Test("specks do not count, letters do")
  func specks() {
    var dusty = page()
    for place in [(10, 10), (400, 20), (780, 600), (30, 1190)] {
      dusty.fill(place.0, place.1, 3, 3, [0, 0, 0])
    }
    #expect(dusty.raster.margins(by: search)?.empty == around)
    var lettered = page()
    lettered.fill(20, 600, 6, 14, [0, 0, 0])
    #expect(lettered.raster.margins(by: search)?.empty.left == 20)
  }

  @Test("a mark that differs by less than the tolerance is margin")
  func tolerance() {
    var marked = page()
    marked.fill(20, 600, 20, 20, [215, 215, 215])
    #expect(marked.raster.margins(by: MarginSearch(tolerance: 50))?.empty.left == 60)
    #expect(marked.raster.margins(by: MarginSearch(tolerance: 30))?.empty.left == 20)
  }

  @Test("color as light as the paper is contents")
  func lightColor() {
    var page = DrawnPage(800, 1200)
    page.fill(100, 100, 600, 1000, [255, 255, 140])
    #expect(
      page.raster.margins(by: search)?.empty == EdgePixels(left: 100, top: 100, right: 100, bottom: 100))
  }

  @Test(
    "a page number is contents, unless it is to be ignored; then only marks alone above or below count as one"
  )
  func pageNumbers() {
    var numbered = page()
    numbered.fill(390, 1160, 20, 14, [0, 0, 0])
    #expect(numbered.raster.margins(by: search)?.empty.bottom == 26)
    var ignoring = search
    ignoring.keepsPageNumbers = false
    #expect(numbered.raster.margins(by: ignoring)?.empty == around)
    var header = page()
    header.fill(700, 20, 20, 14, [0, 0, 0])
    #expect(header.raster.margins(by: ignoring)?.empty.top == 70)
    // A line of text below the panel is none.
    var caption = page()
    caption.fill(200, 1160, 400, 14, [0, 0, 0])
    #expect(caption.raster.margins(by: ignoring)?.empty.bottom == 26)
    // Nor is a mark beside the panel.
    var beside = page()
    beside.fill(20, 1060, 20, 14, [0, 0, 0])
    #expect(beside.raster.margins(by: ignoring)?.empty.left == 20)
    // A number alone on its page is all there is.
    var alone = DrawnPage(800, 1200)
    alone.fill(390, 1160, 20, 14, [0, 0, 0])
    #expect(alone.raster.margins(by: ignoring)?.empty.bottom == 26)
  }

  @Test(
    "a dark strip that a scanner left at an edge goes with the margin, and padding does not bring it back")
  func strips() throws {
    var scanned = page()
    scanned.fill(0, 0, 16, 1200, [30, 30, 30])
    let margins = try #require(scanned.raster.margins(by: search))
    #expect(margins.empty == around)
    #expect(margins.strips == EdgePixels(left: 20))
    let padded = MarginSearch(padding: .pixels(50))
    #expect(margins.cut(of: scanned.raster.size, by: padded).left == 20)
  }

  @Test("art that runs off the page keeps that edge")
  func bleed() {
    var bled = page()
    bled.fill(0, 300, 400, 300, [50, 50, 50])
    #expect(bled.raster.margins(by: search)?.empty == EdgePixels(left: 0, top: 70, right: 50, bottom: 80))
    var dark = page()
    dark.fill(0, 0, 800, 500, [0, 0, 0])
    #expect(dark.raster.margins(by: search)?.empty == EdgePixels(left: 0, top: 0, right: 0, bottom: 80))
  }

  @Test("a picture that fills its page has no margin, whatever its color")
  func fullPage() {
    for color in [[40, 90, 200], [250, 220, 40], [128, 128, 128]] as [[UInt8]] {
      var picture = DrawnPage(400, 600, paper: color)
      picture.fill(150, 200, 100, 100, [255, 255, 255])
      #expect(picture.raster.margins(by: search) == PageMargins(empty: EdgePixels()))
    }
    var mottled = DrawnPage(400, 600, paper: [128, 128, 128])
    mottled.addNoise(120)
    #expect(mottled.raster.margins(by: search) == PageMargins(empty: EdgePixels()))
  }

  @Test(
    "a blank page has no contents to cut to",
    arguments: [[255, 255, 255], [0, 0, 0], [235, 215, 170]] as [[UInt8]])
  func blank(paper: [UInt8]) throws {
    var page = DrawnPage(400, 600, paper: paper)
    page.addNoise(6)
    #expect(page.raster.margins(by: search) == nil)
    let (result, change) = try AutomaticCropOperation(search).result(on: page.raster)
    #expect(change == .unchanged)
    #expect(result == page.raster)
  }

  @Test("transparent margins are white ones; tiny pictures have none")
  func odd() {
    var page = page()
    page.fill(0, 0, 800, 60, [0, 0, 0])
    var raster = page.raster.converted(to: .rgba)
    for pixel in 0..<800 * 60 { raster.samples[pixel * 4 + 3] = 0 }
    #expect(raster.margins(by: search)?.empty == around)
    #expect(
      Raster(size: Size(width: 4, height: 4), filledWith: 255).margins(by: search)
        == PageMargins(empty: EdgePixels()))
  }

  // MARK: what is cut

  @Test("no edge loses more than the limit, or its padding; a stated limit and padding may be pixels")
  func limits() {
    let size = Size(width: 800, height: 1200)
    let margins = PageMargins(empty: EdgePixels(left: 300, top: 70, right: 3, bottom: 0))
    #expect(margins.cut(of: size, by: search) == EdgePixels(left: 80, top: 70, right: 3, bottom: 0))
    let other = MarginSearch(limit: .pixels(50), padding: .percent(5))
    #expect(margins.cut(of: size, by: other) == EdgePixels(left: 50, top: 10, right: 0, bottom: 0))
  }

  @Test("what is not worth encoding a page anew is not cut")
  func little() {
    let size = Size(width: 800, height: 1200)
    #expect(EdgePixels(left: 4, top: 6, right: 3, bottom: 5).rectangle(in: size) == Rectangle(of: size))
    #expect(
      EdgePixels(left: 4, top: 6, right: 4, bottom: 5).rectangle(in: size)
        == Rectangle(x: 4, y: 6, size: Size(width: 792, height: 1189)))
  }

  @Test("the operation cuts, keeps every sample, and cannot tell the size before")
  func operation() throws {
    let operation = AutomaticCropOperation(search)
    let page = page()
    let (result, change) = try operation.result(on: page.raster)
    #expect(change == .changed)
    #expect(result.size == Size(width: 690, height: 1050))
    #expect(result.fullSize == result.size)
    #expect(try operation.result(on: result).change == .unchanged)
    #expect(operation.keepsSamples && operation.dependsOnContent)
    #expect(operation.facts(of: [PictureFacts(format: .png, size: page.raster.size)]) == nil)
  }
}
