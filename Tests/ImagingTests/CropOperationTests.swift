import BookModel
import Imaging
import Options
import Testing

@Suite("fixed crops") struct CropOperationTests {
  private let page = Raster(gray: [[1, 2, 3], [4, 5, 6], [7, 8, 9]])
  private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Rectangle {
    Rectangle(x: x, y: y, size: Size(width: width, height: height))
  }

  @Test("keeps the rectangle's pixels, in every layout")
  func keeps() throws {
    let operation = CropOperation(rectangle(1, 0, 2, 2))
    for layout in [Raster.Layout.gray, .rgb, .rgba] {
      let (result, change) = try operation.result(on: page.converted(to: layout))
      #expect(result == Raster(gray: [[2, 3], [5, 6]]).converted(to: layout))
      #expect(change == .changed)
    }
  }

  @Test("a rectangle that covers the page changes nothing; one that reaches beyond is cut to it")
  func covers() throws {
    #expect(try CropOperation(rectangle(0, 0, 3, 3)).result(on: page).change == .unchanged)
    #expect(try CropOperation(rectangle(0, 0, 9, 9)).result(on: page).change == .unchanged)
    #expect(try CropOperation(rectangle(2, 1, 9, 9)).result(on: page).raster.rows == [[6], [9]])
    #expect(try CropOperation(rectangle(7, 7, 2, 2)).result(on: page).raster.rows == [[9]])
  }

  @Test("facts are exact; the work can be done without decoding; every sample is the source's")
  func facts() {
    let operation = CropOperation(rectangle(10, 20, 100, 50))
    let facts = PictureFacts(
      format: .jpeg, size: Size(width: 60, height: 400), orientation: 6, hasColorProfile: true, byteCount: 1)
    #expect(operation.facts(of: [facts]) == PictureFacts(format: .jpeg, size: Size(width: 50, height: 50)))
    #expect((operation as any PictureOperation).lossless == .crop(rectangle(10, 20, 100, 50)))
    #expect(operation.keepsSamples)
    #expect(operation.parameters == "100x50+10+20")
    let need = operation.need(
      of: facts, for: DecodeNeed(grayOnly: true, smallestSize: Size(width: 1, height: 1)))
    #expect(need == DecodeNeed(grayOnly: true))
  }

  @Test("edges: pixels, shares of width and height; nothing where all would go")
  func edges() throws {
    let edges = CropEdges(left: .pixels(5), top: .percent(10), right: .percent(2.5), bottom: .zero)
    #expect(edges.rectangle(in: Size(width: 200, height: 300)) == rectangle(5, 30, 190, 270))
    let half = CropEdges(left: .percent(50), top: .zero, right: .percent(50), bottom: .zero)
    #expect(half.rectangle(in: Size(width: 200, height: 300)) == rectangle(0, 0, 200, 300))
    let operation = EdgeCropOperation(
      CropEdges(left: .pixels(1), top: .zero, right: .zero, bottom: .pixels(2)))
    #expect(try operation.result(on: page).raster.rows == [[2, 3]])
    #expect(operation.parameters == "1 0 0 2")
    #expect(
      operation.facts(of: [PictureFacts(format: .png, size: Size(width: 9, height: 9))])?.size
        == Size(width: 8, height: 7))
  }
}
