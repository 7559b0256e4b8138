import BookModel
import Imaging
import Testing

@Suite("levels") struct LevelsOperationTests {
  @Test("the points become black and white, and what lies between is spread evenly")
  func points() throws {
    let operation = LevelsOperation(black: 50, white: 200)
    let result = try operation.result(on: Raster(gray: [[0, 50, 125, 200, 255]])).raster
    #expect(result.rows == [[0, 0, 128, 255, 255]])
  }

  @Test("a gamma above 1 lightens the middle and leaves the ends")
  func gamma() throws {
    let levels = LevelsOperation(gamma: 2).levels
    #expect(levels[0] == 0 && levels[255] == 255)
    // 255 * sqrt(64 / 255)
    #expect(levels[64] == 128)
    #expect(LevelsOperation(gamma: 0.5).levels[128] == 64)
  }

  @Test("only the plain one is the identity")
  func identity() {
    #expect(LevelsOperation().isIdentity)
    #expect(!LevelsOperation(black: 1).isIdentity)
    #expect(!LevelsOperation(white: 254).isIdentity)
    #expect(!LevelsOperation(gamma: 1.1).isIdentity)
  }

  @Test("pixels that already have the ends' levels are unchanged; alpha is never touched")
  func unchanged() throws {
    #expect(
      try LevelsOperation(black: 9, white: 240).result(on: Raster(gray: [[0, 255]])).change == .unchanged)
    let page = Raster(size: Size(width: 1, height: 1), layout: .rgba, samples: [50, 100, 250, 50])
    let result = try LevelsOperation(black: 50, white: 250).result(on: page).raster
    #expect(result.samples == [0, 64, 255, 50])
  }

  // MARK: found by the histogram

  private let automatic = AutomaticLevelsOperation()

  private func page(paper: [UInt8], ink: [UInt8], gray: Bool = false) -> Raster {
    var page = DrawnPage(200, 200, paper: paper, layout: gray ? .gray : .rgb)
    page.fill(20, 20, 60, 60, ink)
    page.fill(100, 100, 60, 60, zip(paper, ink).map { UInt8((Int($0) + Int($1)) / 2) })
    return page.raster
  }

  @Test("a washed-out page gets black ink and white paper")
  func washedOut() throws {
    for gray in [true, false] {
      let (result, change) = try automatic.result(
        on: page(paper: [220, 220, 220], ink: [40, 40, 40], gray: gray))
      #expect(change == .changed)
      #expect(result.rows[30][30] == 0)
      #expect(result.rows[0][0] == 255)
      #expect(abs(Int(result.rows[120][120]) - 128) <= 1)
    }
  }

  @Test("paper turns white though noise on it is lighter; a light sky beside real white does not")
  func paper() throws {
    var scan = DrawnPage(200, 200, paper: [220], layout: .gray)
    scan.addNoise(2)
    scan.fill(20, 20, 60, 60, [40])
    scan.fill(100, 20, 80, 10, [232])
    let rows = try automatic.result(on: scan.raster).raster.rows
    #expect(rows[150].allSatisfy { $0 >= 254 })
    var sky = DrawnPage(200, 200, paper: [240], layout: .gray)
    sky.fill(20, 20, 60, 60, [0])
    sky.fill(100, 20, 80, 60, [255])
    #expect(try automatic.result(on: sky.raster).change == .unchanged)
  }

  @Test("all channels are put through one curve, so that gray stays gray and tints keep their order")
  func noCast() throws {
    let result = try automatic.result(on: page(paper: [240, 225, 190], ink: [40, 40, 40])).raster
    let ink = (30 * 200 + 30) * 4
    #expect(Set(result.samples[ink..<ink + 3]).count == 1)
    #expect(result.samples[0] >= result.samples[1] && result.samples[1] > result.samples[2])
  }

  @Test("a page with black and white already is unchanged")
  func wide() throws {
    #expect(try automatic.result(on: page(paper: [255, 255, 255], ink: [0, 0, 0])).change == .unchanged)
  }

  @Test(
    "a dark page, a pale one and a blank one are left alone",
    arguments: [
      ([110, 110, 110], [0, 0, 0]), ([255, 255, 255], [150, 150, 150]), ([230, 230, 230], [230, 230, 230]),
    ]
      as [([UInt8], [UInt8])])
  func limited(paper: [UInt8], ink: [UInt8]) throws {
    #expect(try automatic.result(on: page(paper: paper, ink: ink)).change == .unchanged)
  }

  @Test("each end has its own limit: a page without paper still gets black ink")
  func oneEnd() throws {
    let result = try automatic.result(on: page(paper: [160, 160, 160], ink: [30, 30, 30])).raster
    #expect(result.rows[30][30] == 0)
    // 255 * (160 - 30) / (255 - 30)
    #expect(result.rows[0][0] == 147)
    let strict = AutomaticLevelsOperation(limit: 20)
    #expect(try strict.result(on: page(paper: [220, 220, 220], ink: [40, 40, 40])).change == .unchanged)
  }

  @Test("specks of less than a hundredth set no point")
  func specks() throws {
    var page = DrawnPage(200, 200, paper: [220], layout: .gray)
    page.fill(20, 20, 60, 60, [40])
    page.fill(0, 0, 10, 10, [255])
    page.fill(190, 190, 10, 10, [0])
    #expect(try automatic.result(on: page.raster).raster.rows[50][150] == 255)
  }

  @Test("a point that is given is not looked for")
  func given() throws {
    let operation = AutomaticLevelsOperation(black: 0)
    let result = try operation.result(on: page(paper: [220, 220, 220], ink: [44, 44, 44])).raster
    #expect(result.rows[30][30] == 51)
    #expect(result.rows[0][0] == 255)
  }

  @Test("transparent pixels do not count")
  func transparent() throws {
    var raster = page(paper: [220, 220, 220], ink: [40, 40, 40]).converted(to: .rgba)
    for place in stride(from: 0, to: 200 * 10 * 4, by: 4) {
      raster.samples.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
    }
    #expect(try automatic.result(on: raster).raster.samples[(30 * 200 + 30) * 4] == 0)
  }

  @Test("facts and needs are the input's")
  func facts() {
    let facts = PictureFacts(format: .png, size: Size(width: 4, height: 3))
    #expect(automatic.facts(of: [facts]) == facts)
    #expect(automatic.dependsOnContent)
    let need = DecodeNeed(grayOnly: true, smallestSize: Size(width: 1, height: 1))
    #expect(automatic.need(of: facts, for: need) == need)
    #expect(LevelsOperation().need(of: facts, for: need) == need)
  }
}
