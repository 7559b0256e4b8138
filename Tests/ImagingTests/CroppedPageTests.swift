import BookModel
import Imaging
import Testing

/// What has been cropped has no margin left.
@Suite("automatic cropping is at rest") struct CroppedPageTests {
  private let operation = AutomaticCropOperation(MarginSearch())

  private func expectRest(_ page: DrawnPage, left size: Size, slack: Int = 0) throws {
    for raster in [page.raster, try page.asJPEG(quality: 90)] {
      let (first, change) = try operation.result(on: raster)
      #expect(change == .changed)
      let isExact = raster == page.raster && slack == 0
      let most = isExact ? 0 : 8
      #expect((size.width...size.width + most).contains(first.size.width), "\(first)")
      #expect((size.height...size.height + most).contains(first.size.height), "\(first)")
      let (second, again) = try operation.result(on: first)
      #expect(again == .unchanged, "\(first) became \(second)")
    }
  }

  @Test(
    "the second time nothing changes, whatever frame and paper",
    arguments: [
      ([255, 255, 255], [0, 0, 0]), ([0, 0, 0], [255, 255, 255]), ([18, 18, 18], [200, 200, 200]),
      ([238, 225, 190], [50, 40, 30]), ([255, 255, 255], [20, 30, 90]), ([30, 26, 20], [240, 230, 200]),
    ] as [([UInt8], [UInt8])], [2, 3, 5, 8, 11])
  func frames(colors: ([UInt8], [UInt8]), thick: Int) throws {
    let (paper, ink) = colors
    var page = DrawnPage(600, 900, paper: paper)
    page.outline(48, 60, 504, 778, thick: thick, ink)
    page.disc(300, 400, radius: 80, ink)
    try expectRest(page, left: Size(width: 504, height: 778))
    page.fill(52, 440, 496, 16, ink)
    try expectRest(page, left: Size(width: 504, height: 778))
    page.addNoise(10)
    try expectRest(page, left: Size(width: 504, height: 778), slack: 2)
  }

  @Test("nor on a page of panels, on black or white")
  func panels() throws {
    for (paper, ink) in [([250, 250, 250], [0, 0, 0]), ([0, 0, 0], [250, 250, 250])] as [([UInt8], [UInt8])] {
      var page = DrawnPage(600, 900, paper: paper)
      for (x, y, width, height) in [
        (40, 50, 520, 300), (40, 366, 252, 250), (308, 366, 252, 250), (40, 632, 520, 200),
      ] {
        page.outline(x, y, width, height, thick: 4, ink)
        page.disc(x + width / 2, y + height / 2, radius: 50, ink)
      }
      try expectRest(page, left: Size(width: 520, height: 782))
    }
  }

  @Test("the lid of a scanner and the paper on it go at once")
  func lid() throws {
    var page = DrawnPage(800, 1200, paper: [8, 8, 8])
    page.fill(40, 60, 720, 1080, [250, 250, 250])
    page.outline(70, 100, 660, 1000, thick: 4, [0, 0, 0])
    page.disc(400, 600, radius: 150, [90, 90, 90])
    try expectRest(page, left: Size(width: 660, height: 1000))
  }

  @Test("a lettered margin is at rest behind the first cut")
  func lettering() throws {
    var page = DrawnPage(600, 900)
    page.outline(54, 66, 492, 754, thick: 5, [0, 0, 0])
    page.disc(300, 400, radius: 80, [60, 60, 60])
    page.fill(8, 300, 4, 22, [0, 0, 0])
    page.fill(290, 850, 12, 16, [0, 0, 0])
    try expectRest(page, left: Size(width: 538, height: 800))
  }
}
