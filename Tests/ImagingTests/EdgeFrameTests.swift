import BookModel
import Imaging
import Options
import Testing

/// Pages whose drawing begins at the edge of the picture, and those where something else does.
@Suite("margins of pages with something dark along their edges") struct EdgeFrameTests {
  private let search = MarginSearch()
  private let none = PageMargins(empty: EdgePixels())

  /// Tiers of panels on a page of 640 by 900, the outermost frames along its edges: the first and last tier one wide
  /// panel, those between two. Sides that are not named run off the page.
  private func comic(
    thick: Int, paper: [UInt8] = [255, 255, 255], ink: [UInt8] = [0, 0, 0], tiers: Int = 3,
    off: EdgePixels = EdgePixels()
  ) -> DrawnPage {
    var page = DrawnPage(640, 900, paper: paper)
    let (left, top) = (-off.left, -off.top)
    let (right, bottom) = (640 + off.right, 900 + off.bottom)
    let height = 900 / tiers
    for tier in 0..<tiers {
      let from = tier == 0 ? top : tier * height + 8
      let to = tier == tiers - 1 ? bottom : (tier + 1) * height - 8
      let columns =
        tier == 0 || tier == tiers - 1 ? [(left, right)] : [(left, 300), (316, right)]
      for (start, end) in columns {
        page.outline(start, from, end - start, to - from, thick: thick, ink)
        page.disc((start + end) / 2, (from + to) / 2, radius: min(60, height / 4), ink)
      }
    }
    return page
  }

  @Test(
    "frames along the edges are no margin, however thick", arguments: [1, 2, 3, 4, 5, 6, 8, 10, 12],
    [1, 2, 3, 5])
  func frames(thick: Int, tiers: Int) throws {
    let page = comic(thick: thick, tiers: tiers)
    #expect(page.raster.margins(by: search) == none)
    let gray = page.raster.rows.flatMap { $0 }
    #expect(Raster(size: page.raster.size, layout: .gray, samples: gray).margins(by: search) == none)
    let jpeg = try page.asJPEG(quality: 85).margins(by: search)
    #expect(
      jpeg?.cut(of: page.raster.size, by: search).rectangle(in: page.raster.size).size == page.raster.size)
  }

  @Test(
    "nor are they in other colors, on other paper, or light on a black page",
    arguments: [
      ([255, 255, 255], [20, 30, 90]), ([255, 255, 255], [170, 60, 40]), ([255, 255, 255], [150, 150, 150]),
      ([255, 255, 255], [240, 200, 60]), ([236, 222, 188], [60, 44, 30]), ([12, 12, 12], [255, 255, 255]),
      ([30, 28, 30], [190, 190, 190]), ([0, 0, 0], [230, 220, 200]),
    ] as [([UInt8], [UInt8])], [2, 4, 6, 9, 12])
  func colors(colors: ([UInt8], [UInt8]), thick: Int) {
    for tiers in 1...3 {
      let page = comic(thick: thick, paper: colors.0, ink: colors.1, tiers: tiers)
      #expect(page.raster.margins(by: search) == none)
    }
  }

  @Test(
    "nor where some sides run off the page",
    arguments: [
      EdgePixels(left: 20), EdgePixels(top: 20), EdgePixels(right: 20, bottom: 20),
      EdgePixels(left: 20, right: 20), EdgePixels(top: 20, bottom: 20),
    ])
  func bleeding(off: EdgePixels) {
    for thick in [2, 4, 7] { #expect(comic(thick: thick, off: off).raster.margins(by: search) == none) }
  }

  @Test("a frame that touches some edges keeps those, and the margins at the others are cut")
  func touching() {
    for edges in [
      EdgePixels(left: 30), EdgePixels(top: 50), EdgePixels(left: 30, bottom: 50),
      EdgePixels(left: 30, top: 50, right: 30), EdgePixels(left: 30, right: 30),
      EdgePixels(top: 12, bottom: 12), EdgePixels(left: 10),
    ] {
      for thick in [2, 4, 8] {
        var page = DrawnPage(640, 900)
        let (width, height) = (640 - edges.left - edges.right, 900 - edges.top - edges.bottom)
        page.outline(edges.left, edges.top, width, height, thick: thick, [0, 0, 0])
        page.disc(320, 450, radius: 90, [80, 80, 80])
        #expect(page.raster.margins(by: search) == PageMargins(empty: edges))
      }
    }
  }

  /// Paper of a scan, with a frame that leaves 40, 60, 50 and 70 pixels, and whatever lies beyond the paper.
  private func scan(noise: Int = 0, _ draw: (inout DrawnPage) -> Void) -> Raster {
    var page = DrawnPage(640, 900, paper: [250, 250, 250])
    page.outline(40, 60, 550, 770, thick: 4, [10, 10, 10])
    page.disc(300, 400, radius: 90, [80, 80, 80])
    draw(&page)
    if noise > 0 { page.addNoise(noise) }
    return page.raster
  }

  private let around = EdgePixels(left: 40, top: 60, right: 50, bottom: 70)

  private func expectAround(_ raster: Raster, within slack: Int = 3) throws {
    let found = try #require(raster.margins(by: search)?.empty)
    for (edge, expected) in [
      (found.left, around.left), (found.top, around.top), (found.right, around.right),
      (found.bottom, around.bottom),
    ] {
      #expect((expected - slack...expected).contains(edge), "\(found)")
    }
  }

  @Test(
    "a strip that a scanner left goes with the margin", arguments: [4, 6, 9, 12, 16, 20], [0, 12])
  func strips(thick: Int, noise: Int) throws {
    let lid: [UInt8] = [60, 60, 64]
    try expectAround(scan(noise: noise) { $0.fill(0, 0, thick, 900, lid) })
    try expectAround(scan(noise: noise) { $0.fill(0, 0, 640, thick, lid) })
    try expectAround(scan(noise: noise) { $0.fill(640 - thick, 0, thick, 900, lid) })
    try expectAround(scan(noise: noise) { $0.fill(0, 900 - thick, 640, thick, lid) })
  }

  @Test("so do strips at two edges, and at all that are not equally thick")
  func severalStrips() throws {
    let lid: [UInt8] = [40, 40, 40]
    try expectAround(
      scan {
        $0.fill(628, 0, 12, 900, lid)
        $0.fill(0, 894, 640, 6, lid)
      })
    try expectAround(
      scan {
        $0.fill(0, 0, 14, 900, lid)
        $0.fill(634, 0, 6, 900, lid)
        $0.fill(0, 0, 640, 9, lid)
        $0.fill(0, 882, 640, 18, lid)
      })
  }

  @Test("a slanted strip goes as a whole, and padding brings nothing of it back")
  func slanted() throws {
    let raster = scan(noise: 8) { page in
      for y in 0..<900 { page.fill(640 - 7 - y / 120, y, 20, 1, [60, 60, 60]) }
    }
    try expectAround(raster)
    let margins = try #require(raster.margins(by: MarginSearch(padding: .pixels(45))))
    #expect(margins.cut(of: raster.size, by: MarginSearch(padding: .pixels(45))).right >= 14)
  }

  @Test("a strip that a panel runs into may be the drawing's own, and stays")
  func stripWithArt() {
    let raster = scan {
      $0.fill(628, 0, 12, 900, [40, 40, 40])
      $0.fill(400, 300, 240, 200, [120, 120, 120])
    }
    #expect(raster.margins(by: search)?.empty == EdgePixels(left: 40))
  }
}
