import BookModel
import Imaging
import Testing

@testable import PipelineTesting
@testable import Reports

@Suite("How far pictures are apart")
struct PictureDistanceTests {
  private let size = Size(width: 4, height: 2)

  @Test("the same picture is no distance away, gray or in color")
  func same() {
    let gray = Raster(size: size, filledWith: 90)
    let color = Raster(size: size, layout: .rgb, filledWith: 90)
    let distance = PictureDistance(gray, color)
    #expect(distance.largest == 0)
    #expect(distance.mean == 0)
    #expect(distance.picture == Raster(size: size, filledWith: 255))
  }

  @Test("the largest difference and the mean of all samples; the picture is dark where they differ")
  func differing() {
    let first = Raster(size: size, filledWith: 100)
    var second = first
    second.samples[3] = 140
    let distance = PictureDistance(first, second)
    #expect(distance.largest == 40)
    #expect(distance.mean == 5)
    #expect(distance.picture.samples[3] == 0)
    #expect(distance.picture.samples[0] == 255)
  }

  @Test("lines that come and go are told, those that stay are not")
  func lines() {
    let lines = LineDifference.lines(from: ["a", "b", "c"], to: ["a", "x", "c"])
    #expect(lines == ["- b", "+ x"])
    #expect(LineDifference.lines(from: [], to: Array(repeating: "n", count: 30)).last == "… and 6 more")
  }

  @Test("a thumbnail keeps its picture's shape and never grows")
  func thumbnails() {
    #expect(PageThumbnail.size(of: Size(width: 800, height: 1200)) == Size(width: 240, height: 360))
    #expect(PageThumbnail.size(of: Size(width: 1600, height: 1200)) == Size(width: 480, height: 360))
    #expect(PageThumbnail.size(of: Size(width: 30, height: 20)) == Size(width: 30, height: 20))
    #expect(PageThumbnail.size(of: Size(width: 1, height: 100_000)) == Size(width: 1, height: 360))
  }
}
