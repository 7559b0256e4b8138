import BookModel
import Imaging
import Testing

@Suite("grayscale") struct GrayscaleOperationTests {
  private let always = GrayscaleOperation(mode: .always)
  private let automatic = GrayscaleOperation(mode: .automatic(ColorThreshold()))
  private let blackInk: [UInt8] = [20, 20, 20]

  /// Lines of text and a panel.
  private func inked(_ paper: [UInt8], ink: [UInt8] = [24, 22, 20]) -> DrawnPage {
    var page = DrawnPage(400, 600, paper: paper)
    for line in 0..<20 { page.fill(40, 40 + line * 12, 300, 5, ink) }
    page.fill(40, 320, 320, 240, ink)
    page.fill(44, 324, 312, 232, paper.map { UInt8(Int($0) * 3 / 5) })
    return page
  }

  @Test(
    "gray is JPEG's luma, to the nearest",
    arguments: [
      ([255, 0, 0], 76), ([0, 255, 0], 150), ([0, 0, 255], 29), ([255, 255, 255], 255), ([0, 0, 0], 0),
      ([200, 100, 50], 124), ([1, 1, 1], 1),
    ] as [([UInt8], UInt8)])
  func luma(color: [UInt8], gray: UInt8) throws {
    let (result, _) = try always.result(on: Raster(size: Size(width: 1, height: 1), triples: color))
    #expect(result == Raster(gray: [[gray]]))
  }

  @Test("the gray of a JPEG is the luma it holds")
  func agreesWithJPEG() throws {
    var page = inked([250, 240, 220])
    page.fill(100, 100, 100, 100, [200, 60, 90])
    var request = EncodeRequest()
    request.quality = 95
    let bytes = try JPEGCodec.encode(page.raster, request)
    let luma = try decodePicture(bytes, grayOnly: true)
    try #require(luma.layout == .gray)
    let gray = try always.result(on: decodePicture(bytes)).raster
    let differences = zip(luma.samples, gray.samples).map { abs(Int($0) - Int($1)) }
    // Colors are rounded, and cut off where they leave the cube.
    #expect(differences.filter { $0 > 1 }.count < differences.count / 1000)
  }

  @Test("a page with alpha keeps it, and its layout")
  func alpha() throws {
    let page = Raster(
      size: Size(width: 2, height: 1), layout: .rgba, samples: [255, 0, 0, 128, 0, 255, 0, 0])
    let (result, change) = try always.result(on: page)
    #expect(result.samples == [76, 76, 76, 128, 150, 150, 150, 0])
    #expect(change == .changed)
  }

  @Test("a page that is gray already is unchanged, and has one channel from then on")
  func alreadyGray() throws {
    let page = Raster(size: Size(width: 2, height: 1), triples: [7, 7, 7, 200, 200, 200])
    for operation in [always, automatic] {
      let (result, change) = try operation.result(on: page)
      #expect(change == .unchanged)
      #expect(result == Raster(gray: [[7, 200]]))
    }
    #expect(try always.result(on: Raster(gray: [[7]])).change == .unchanged)
  }

  @Test("the full size of a reduced picture is kept")
  func fullSize() throws {
    var page = Raster(size: Size(width: 1, height: 1), triples: [1, 2, 3])
    page.fullSize = Size(width: 8, height: 8)
    #expect(try always.result(on: page).raster.fullSize == Size(width: 8, height: 8))
  }

  @Test(
    "black ink on old paper is no color",
    arguments: [
      [255, 255, 255], [250, 245, 230], [240, 225, 190], [230, 210, 160], [215, 180, 120], [225, 230, 240],
      [190, 170, 130],
    ] as [[UInt8]])
  func paper(paper: [UInt8]) throws {
    var page = inked(paper)
    page.addNoise(10)
    #expect(try automatic.result(on: page.raster).raster.layout == .gray)
    #expect(try automatic.result(on: page.asJPEG(quality: 30)).raster.layout == .gray)
  }

  @Test("paper that is browner at its edges is no color")
  func uneven() throws {
    var page = inked([240, 225, 190])
    for edge in 0..<20 {
      let brown = page.raster.samples[0..<3].map { UInt8(Int($0) - (20 - edge)) }
      page.fill(edge, 0, 1, 600, [brown[0], brown[1], UInt8(max(0, Int(brown[2]) - (20 - edge)))])
    }
    #expect(!page.raster.carriesColor(beyond: ColorThreshold()))
  }

  @Test(
    "a small colored panel keeps the color of a page, whatever its paper",
    arguments: [
      [200, 60, 60], [60, 90, 200], [80, 160, 90], [250, 230, 60], [240, 190, 200],
    ] as [[UInt8]], [[255, 255, 255], [235, 215, 170]] as [[UInt8]])
  func panel(color: [UInt8], paper: [UInt8]) throws {
    var page = inked(paper)
    // A 90th of the page.
    page.fill(300, 560, 64, 40, color)
    let (result, change) = try automatic.result(on: page.asJPEG(quality: 85))
    #expect(change == .unchanged)
    #expect(result.layout == .rgb)
  }

  @Test("colored ink on white paper is color; less of it than the share is not")
  func ink() throws {
    #expect(inked([255, 255, 255], ink: [30, 40, 140]).raster.carriesColor(beyond: ColorThreshold()))
    var stamp = inked([255, 255, 255])
    stamp.fill(0, 0, 16, 16, [220, 40, 40])
    #expect(stamp.raster.carriesColor(beyond: ColorThreshold(share: 0.001)))
    #expect(!stamp.raster.carriesColor(beyond: ColorThreshold(share: 0.01)))
    #expect(stamp.raster.carriesColor(beyond: ColorThreshold(tolerance: 60, share: 0.001)))
    #expect(!stamp.raster.carriesColor(beyond: ColorThreshold(tolerance: 100, share: 0.001)))
  }

  @Test("a page in strong yellow is no old paper")
  func yellow() throws {
    #expect(inked([250, 225, 60]).raster.carriesColor(beyond: ColorThreshold()))
  }

  @Test("fringes of scanned lines, red on one side and blue on the other, are no color")
  func fringes() throws {
    var page = DrawnPage(400, 600, paper: [250, 250, 250])
    for line in 0..<60 {
      page.fill(line * 6, 0, 1, 600, [230, 200, 190])
      page.fill(line * 6 + 1, 0, 2, 600, [20, 20, 20])
      page.fill(line * 6 + 3, 0, 1, 600, [190, 220, 250])
    }
    #expect(!page.raster.carriesColor(beyond: ColorThreshold()))
  }

  @Test("pictures smaller than a block are judged by their pixels; transparent pixels are white")
  func small() throws {
    let red = Raster(size: Size(width: 2, height: 1), triples: [200, 20, 20, 255, 255, 255])
    #expect(red.carriesColor(beyond: ColorThreshold()))
    let unseen = Raster(
      size: Size(width: 2, height: 1), layout: .rgba, samples: [200, 20, 20, 0, 255, 255, 255, 255])
    #expect(!unseen.carriesColor(beyond: ColorThreshold()))
    #expect(
      !Raster(size: Size(width: 0, height: 0), layout: .rgb, samples: []).carriesColor(
        beyond: ColorThreshold()))
  }

  @Test(
    "real pages: an advertisement on old newsprint has no color, the comic around it has",
    .enabled(if: Corpus.isThere, Comment(rawValue: Corpus.missing)))
  func corpus() throws {
    let expected = [true, false, true, true, true]
    for (index, hasColor) in expected.enumerated() {
      let path = "folder/captain-science-001/CaptainScience#1_0\(index + 1).jpg"
      let page = try decodePicture(Corpus.read(path))
      #expect(page.carriesColor(beyond: ColorThreshold()) == hasColor, "\(path)")
    }
  }

  @Test("facts: gray where every page turns gray, else the input's; need: luma alone, but for CMYK")
  func facts() throws {
    let facts = PictureFacts(
      format: .jpeg, size: Size(width: 4, height: 3), orientation: 6, hasColorProfile: true, byteCount: 9)
    let gray = try #require(always.facts(of: [facts]))
    #expect(gray.color == .gray && gray.byteCount == nil && gray.orientation == 1 && !gray.hasColorProfile)
    #expect(automatic.facts(of: [facts])?.color == .rgb)
    #expect(automatic.dependsOnContent && !always.dependsOnContent)
    let small = DecodeNeed(smallestSize: Size(width: 1, height: 1))
    #expect(
      always.need(of: facts, for: small) == DecodeNeed(grayOnly: true, smallestSize: small.smallestSize))
    #expect(automatic.need(of: facts, for: DecodeNeed(grayOnly: true)).grayOnly == false)
    var cmyk = facts
    cmyk.color = .cmyk
    #expect(!always.need(of: cmyk, for: .everything).grayOnly)
  }
}
