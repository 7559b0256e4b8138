import BookModel
import Imaging
import Testing

@Suite("turns and mirrors") struct RotateOperationTests {
  private let page = Raster(gray: [[1, 2, 3], [4, 5, 6]])

  @Test(
    "turns are clockwise",
    arguments: [
      (QuarterTurn.right, [[4, 1], [5, 2], [6, 3]]), (.around, [[6, 5, 4], [3, 2, 1]]),
      (.left, [[3, 6], [2, 5], [1, 4]]),
    ] as [(QuarterTurn, [[UInt8]])])
  func turns(turn: QuarterTurn, rows: [[UInt8]]) throws {
    for layout in [Raster.Layout.gray, .rgba] {
      let (result, change) = try RotateOperation(turn).result(on: page.converted(to: layout))
      #expect(result == Raster(gray: rows).converted(to: layout))
      #expect(change == .changed)
    }
  }

  @Test("mirrors swap left and right, or top and bottom")
  func flips() throws {
    #expect(try FlipOperation(.horizontal).result(on: page).raster.rows == [[3, 2, 1], [6, 5, 4]])
    #expect(try FlipOperation(.vertical).result(on: page).raster.rows == [[4, 5, 6], [1, 2, 3]])
  }

  @Test("four quarter turns, and two mirrors, give the page back, beyond the size of a tile")
  func roundTrips() throws {
    var page = DrawnPage(150, 201)
    page.addNoise(100)
    var turned = page.raster
    for _ in 0..<4 { turned = try RotateOperation(.right).result(on: turned).raster }
    #expect(turned == page.raster)
    let twice = try RotateOperation(.around).result(
      on: RotateOperation(.around).result(on: page.raster).raster)
    #expect(twice.raster == page.raster)
    for axis in FlipAxis.allCases {
      let once = try FlipOperation(axis).result(on: page.raster).raster
      #expect(once != page.raster)
      #expect(try FlipOperation(axis).result(on: once).raster == page.raster)
    }
    let left = try RotateOperation(.left).result(on: page.raster).raster
    #expect(try RotateOperation(.right).result(on: left).raster == page.raster)
  }

  @Test("sides change places in facts, needs and the full size of a reduced picture")
  func sizes() throws {
    let facts = PictureFacts(format: .jpeg, size: Size(width: 4, height: 3), orientation: 8, byteCount: 5)
    #expect(
      RotateOperation(.left).facts(of: [facts])
        == PictureFacts(format: .jpeg, size: Size(width: 3, height: 4)))
    #expect(RotateOperation(.around).facts(of: [facts])?.size == facts.size)
    #expect(FlipOperation(.vertical).facts(of: [facts])?.size == facts.size)
    let need = DecodeNeed(grayOnly: true, smallestSize: Size(width: 2, height: 1))
    #expect(
      RotateOperation(.right).need(of: facts, for: need)
        == DecodeNeed(grayOnly: true, smallestSize: Size(width: 1, height: 2)))
    #expect(FlipOperation(.horizontal).need(of: facts, for: need) == need)
    var reduced = page
    reduced.fullSize = Size(width: 30, height: 20)
    #expect(try RotateOperation(.right).result(on: reduced).raster.fullSize == Size(width: 20, height: 30))
    #expect(try FlipOperation(.vertical).result(on: reduced).raster.fullSize == Size(width: 30, height: 20))
  }

  @Test("both can be done without decoding, and keep every sample")
  func lossless() {
    let operations: [(any PictureOperation, LosslessTransform)] = [
      (RotateOperation(.left), .turn(.left)), (FlipOperation(.vertical), .flip(.vertical)),
    ]
    for (operation, transform) in operations {
      #expect(operation.lossless == transform)
      #expect(operation.keepsSamples)
    }
    #expect((LevelsOperation() as any PictureOperation).lossless == nil)
  }
}
