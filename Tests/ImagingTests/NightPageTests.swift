import BookModel
import Imaging
import Testing

/// Pages whose dark ground may be a margin, or the drawing itself.
@Suite("margins of dark pages") struct NightPageTests {
  private let search = MarginSearch()
  private let none = PageMargins(empty: EdgePixels())

  /// Numbers in a row that repeats.
  private struct Scattering {
    var state: UInt64
    mutating func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  /// Marks of some size all over a page.
  private func scatter(
    _ count: Int, _ side: Int, _ color: [UInt8], over page: inout DrawnPage, seed: UInt64 = 7
  ) {
    var places = Scattering(state: seed)
    for _ in 0..<count {
      let (x, y) = (places.next(below: page.raster.size.width), places.next(below: page.raster.size.height))
      page.fill(x, y, side, side, color)
    }
  }

  private func cut(_ raster: Raster) -> Rectangle? {
    raster.margins(by: search)?.cut(of: raster.size, by: search).rectangle(in: raster.size)
  }

  @Test(
    "a sky of scattered stars runs to the edges", arguments: [1, 2, 3, 4, 6], [14, 40, 110, 300])
  func stars(side: Int, count: Int) throws {
    for ground in [[6, 6, 6], [20, 20, 20], [18, 20, 34]] as [[UInt8]] {
      var page = DrawnPage(700, 1000, paper: ground)
      page.disc(350, 670, radius: 70, [240, 240, 240])
      scatter(count, side, [230, 230, 230], over: &page)
      let whole = Rectangle(of: page.raster.size)
      #expect(cut(page.raster) == whole)
      if side > 1 { #expect(try cut(page.asJPEG(quality: 85)) == whole) }
    }
  }

  @Test("so it does without anything else in it, and around a framed panel")
  func onlyStars() {
    var sky = DrawnPage(700, 1000, paper: [10, 10, 10])
    scatter(60, 3, [220, 220, 220], over: &sky)
    #expect(sky.raster.margins(by: search) == none)
    var inset = DrawnPage(700, 1000, paper: [10, 10, 10])
    scatter(60, 3, [220, 220, 220], over: &inset)
    inset.fill(100, 120, 500, 300, [255, 255, 255])
    #expect(inset.raster.margins(by: search) == none)
  }

  @Test(
    "art on a dark ground without a straight edge runs to the edges: nothing tells its ground from a margin")
  func bleedingArt() {
    var figure = DrawnPage(700, 1000, paper: [8, 8, 8])
    figure.disc(350, 300, radius: 120, [230, 230, 230])
    figure.disc(330, 700, radius: 200, [160, 160, 160])
    #expect(figure.raster.margins(by: search) == none)
    figure.fill(300, 600, 90, 400, [200, 200, 200])
    #expect(figure.raster.margins(by: search) == none)
  }

  @Test("the margin around the panels of a black page goes, with a few specks in it")
  func blackPage() {
    var page = DrawnPage(700, 1000, paper: [4, 4, 4])
    page.outline(50, 70, 600, 400, thick: 4, [240, 240, 240])
    page.fill(50, 490, 280, 440, [230, 230, 230])
    page.fill(346, 490, 304, 440, [200, 200, 200])
    let kept = Rectangle(x: 50, y: 70, size: Size(width: 600, height: 860))
    #expect(cut(page.raster) == kept)
    for place in [(12, 300), (690, 20), (340, 980)] { page.fill(place.0, place.1, 2, 2, [200, 200, 200]) }
    #expect(cut(page.raster) == kept)
    var noisy = page
    noisy.addNoise(14)
    #expect(cut(noisy.raster)?.size == kept.size)
  }

  @Test("specks of dirt on the paper of a framed page go with it, many or few")
  func dirt() {
    var page = DrawnPage(700, 1000)
    page.outline(60, 80, 580, 840, thick: 4, [0, 0, 0])
    page.disc(350, 500, radius: 150, [90, 90, 90])
    scatter(80, 1, [90, 90, 90], over: &page)
    // One that all but touches the frame counts as part of it.
    let kept = cut(page.raster)
    #expect((50...60).contains(kept?.x ?? 0) && (70...80).contains(kept?.y ?? 0))
    #expect((580...600).contains(kept?.size.width ?? 0) && (840...860).contains(kept?.size.height ?? 0))
  }
}
