import BookModel
import Diagnostics
import Testing

@testable import Imaging

@Suite("sharpen") struct SharpenOperationTests {
  private let size = Size(width: 40, height: 12)

  /// A soft edge from one level to another across the middle.
  private func edge(_ left: Int, _ right: Int) -> Raster {
    Raster(size: size, layout: .gray) { samples in
      for index in samples.indices {
        let share = min(1, max(0, Double(index % 40 - 17) / 5))
        samples[index] = UInt8(Double(left) + share * Double(right - left))
      }
    }
  }

  private func sharpened(
    _ raster: Raster, _ operation: SharpenOperation = SharpenOperation(amount: 2, radius: 1.5)
  )
    throws -> Raster
  {
    var raster = raster
    _ = try operation.apply(to: &raster)
    return raster
  }

  @Test("an even page is left alone")
  func even() throws {
    for layout in [Raster.Layout.gray, .rgb, .rgba] {
      var raster = Raster(size: size, layout: layout, filledWith: 77)
      let before = raster
      #expect(try SharpenOperation().apply(to: &raster) == .unchanged)
      #expect(raster == before)
    }
  }

  @Test(
    "edges get steeper, with no rim beyond an eighth of their height", arguments: [(40, 200), (230, 128)])
  func rims(levels: (Int, Int)) throws {
    let soft = edge(levels.0, levels.1)
    let sharp = try sharpened(soft)
    func steepest(_ raster: Raster) -> Int {
      (0..<39).map { abs(Int(raster.samples[240 + $0 + 1]) - Int(raster.samples[240 + $0])) }.max() ?? 0
    }
    #expect(steepest(sharp) > steepest(soft))
    let rim = abs(levels.0 - levels.1) / 8
    let (low, high) = (min(levels.0, levels.1), max(levels.0, levels.1))
    #expect(sharp.samples.allSatisfy { (low - rim...high + rim).contains(Int($0)) })
  }

  @Test("differences within the threshold stay")
  func threshold() throws {
    var noisy = Raster(size: size, filledWith: 100)
    for index in stride(from: 0, to: size.area, by: 3) { noisy.samples[index] = 120 }
    #expect(try SharpenOperation(amount: 3, threshold: 30).apply(to: &noisy) == .unchanged)
    #expect(try SharpenOperation(amount: 3, threshold: 0).apply(to: &noisy) == .changed)
  }

  @Test("a color page changes in luma alone, as its gray picture does; alpha stays")
  func colors() throws {
    let gray = edge(60, 180)
    for layout in [Raster.Layout.rgb, .rgba] {
      var color = gray.converted(to: layout)
      for pixel in 0..<size.area { color.samples[pixel * 4] += 40 }
      let sharp = try sharpened(color)
      for pixel in 0..<size.area {
        let changes = (0..<3).map { Int(sharp.samples[pixel * 4 + $0]) - Int(color.samples[pixel * 4 + $0]) }
        #expect(Set(changes).count == 1)
        #expect(sharp.samples[pixel * 4 + 3] == 255)
      }
    }
  }

  @Test("pictures smaller than the blur are no trouble")
  func tiny() throws {
    for width in 1...3 {
      var raster = Raster(size: Size(width: width, height: 1), layout: .gray) { samples in
        for index in samples.indices { samples[index] = UInt8(index * 100) }
      }
      _ = try SharpenOperation(amount: 5, radius: 20).apply(to: &raster)
      #expect(raster.size.width == width)
    }
  }
}
