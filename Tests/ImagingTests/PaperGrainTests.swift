import BookModel
import Testing

@testable import Imaging

@Suite("The grain of paper")
struct PaperGrainTests {
  /// A part of the grain as numbers of 0 to 1 less their mean.
  struct Patch {
    let size: Size
    private(set) var values: [Double]

    init(_ size: Size, x: Int = 0, y: Int = 0, fiberScale: Double, seed: UInt32 = 3) {
      let samples = GrainField(fiberScale: fiberScale, seed: seed).samples(x: x, y: y, size: size)
      self.init(size, samples.map { Double($0) / 65535 })
    }

    init(_ size: Size, _ values: [Double]) {
      self.size = size
      let mean = values.reduce(0, +) / Double(values.count)
      self.values = values.map { $0 - mean }
      variance = self.values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
    }

    private(set) var variance: Double

    /// Autocorrelation at a lag, 1 at none.
    func correlation(_ dx: Int, _ dy: Int) -> Double {
      var sum = 0.0
      var count = 0
      values.withUnsafeBufferPointer { values in
        for y in max(0, -dy)..<size.height - max(0, dy) {
          let end = (y + 1) * size.width - max(0, dx)
          var index = y * size.width + max(0, -dx)
          count += end - index
          while index < end {
            sum += values[index] * values[index &+ dy &* size.width &+ dx]
            index &+= 1
          }
        }
      }
      return sum / Double(count) / variance
    }

    /// Correlation with another patch of the size.
    func correlation(with other: Patch) -> Double {
      zip(values, other.values).reduce(0) { $0 + $1.0 * $1.1 } / Double(values.count)
        / (variance * other.variance).squareRoot()
    }

    /// How much the variance of columns differs by their place between two lines of a lattice of that many
    /// pixels: 0 for a grain that shows no such lines.
    func gridContrast(period: Int) -> Double {
      var sums = [Double](repeating: 0, count: period)
      for (index, value) in values.enumerated() { sums[index % size.width % period] += value * value }
      return (sums.max() ?? 0) / (sums.min() ?? 1) - 1
    }
  }

  /// A correlation at any lag, from those at whole ones (Catmull-Rom).
  private func interpolated(_ values: [Double], at lag: Double) -> Double {
    let index = Int(lag)
    let t = lag - Double(index)
    let p = (-1...2).map { values[abs(index + $0)] }
    return p[1]
      + 0.5 * t
      * (p[2] - p[0] + t * (2 * p[0] - 5 * p[1] + 4 * p[2] - p[3] + t * (3 * (p[1] - p[2]) + p[3] - p[0])))
  }

  @Test(
    "its autocorrelation at equal lags is the same along x, y and both diagonals",
    arguments: [1.0, 2, 3, 4.5])
  func isIsotropic(fiberScale: Double) {
    let patch = Patch(Size(width: 640, height: 640), fiberScale: fiberScale)
    let alongX = (0...10).map { patch.correlation($0, 0) }
    let alongY = (0...10).map { patch.correlation(0, $0) }
    for lag in 1...8 {
      #expect(abs(alongX[lag] - alongY[lag]) < 0.03, "lag \(lag)")
    }
    // Along a diagonal, whole steps are 1.414 pixels apart.
    for step in 1...5 {
      let distance = Double(step) * 2.0.squareRoot()
      let straight = (interpolated(alongX, at: distance) + interpolated(alongY, at: distance)) / 2
      let (falling, rising) = (patch.correlation(step, step), patch.correlation(step, -step))
      #expect(abs(falling - rising) < 0.03, "\(step) steps")
      // Between whole lags, a grain no coarser than a pixel cannot be told.
      if fiberScale > 1 { #expect(abs((falling + rising) / 2 - straight) < 0.03, "\(step) steps") }
    }
  }

  @Test("no lines of its lattice show along rows and columns; without the rotation they would")
  func hasNoGrid() {
    let size = Size(width: 400, height: 400)
    #expect(Patch(size, fiberScale: 4).gridContrast(period: 4) < 0.05)
    let unrotated = (0..<size.area).map { index in
      PaperReference.grain(
        x: Double(index % 400) / 4, y: Double(index / 400) / 4, seed: 3, isRotated: false)
    }
    #expect(Patch(size, unrotated).gridContrast(period: 4) > 0.2)
  }

  @Test("it does not repeat along the rows and columns of a page of 4000 by 6000 pixels")
  func doesNotRepeat() {
    let rows = Patch(Size(width: 4000, height: 2), y: 1234, fiberScale: 2)
    let columns = Patch(Size(width: 2, height: 6000), x: 1234, fiberScale: 2)
    // A repeat shows a pixel beside its place too: every other lag will do.
    let alongX = stride(from: 16, to: 3200, by: 2).map { rows.correlation($0, 0) }
    let alongY = stride(from: 16, to: 5200, by: 2).map { columns.correlation(0, $0) }
    #expect(alongX.allSatisfy { abs($0) < 0.3 })
    #expect(alongY.allSatisfy { abs($0) < 0.3 })
  }

  @Test("no part of a page of 4000 by 6000 pixels is like another")
  func hasNoTiles() {
    let size = Size(width: 48, height: 48)
    let places = [
      (0, 0), (512, 0), (0, 128), (512, 128), (1024, 1024), (2048, 0), (0, 4096), (3072, 5120), (3900, 5900),
    ]
    let patches = places.map { Patch(size, x: $0.0, y: $0.1, fiberScale: 2) }
    for (index, patch) in patches.enumerated() {
      for other in patches[(index + 1)...] { #expect(abs(patch.correlation(with: other)) < 0.15) }
    }
  }

  @Test("its parts are the same whatever part is asked for")
  func isOneField() {
    let field = GrainField(fiberScale: 2.5, seed: 9)
    let whole = field.samples(x: 100, y: 50, size: Size(width: 300, height: 6))
    let part = field.samples(x: 187, y: 53, size: Size(width: 100, height: 2))
    for y in 0..<2 {
      for x in 0..<100 {
        // Positions are worked out anew every 64 pixels: the last of 16 bits may differ.
        #expect(abs(Int(part[y * 100 + x]) - Int(whole[(y + 3) * 300 + x + 87])) <= 2)
      }
    }
  }

  @Test("seeds and scales give grains of their own")
  func seeds() {
    let size = Size(width: 100, height: 100)
    let patches = [0, 1, 2, 0x8000_0000, .max].map { Patch(size, fiberScale: 2, seed: $0) }
    for (index, patch) in patches.enumerated() {
      for other in patches[(index + 1)...] { #expect(abs(patch.correlation(with: other)) < 0.1) }
    }
  }

  @Test("a page's bytes do not depend on the pages before it")
  func orderOfPages() throws {
    let sheet = PaperSettings(showThrough: 0.3, grain: 0.2, warmth: 1, blackLift: 1, fiberScale: 3.25)
    func page(_ width: Int, _ height: Int, _ seed: UInt32) throws -> Raster {
      var page = Raster(size: Size(width: width, height: height), layout: .rgb, filledWith: 200)
      _ = try PaperOperation(sheet, seed: seed, origin: GrainOrigin(x: 300, y: 90)).apply(to: &page)
      return page
    }
    // Each seed has a grain that nobody has made yet.
    let smallFirst = (small: try page(50, 40, 21), large: try page(700, 200, 21))
    let largeFirst = (large: try page(700, 200, 22), small: try page(50, 40, 22))
    #expect(try page(50, 40, 21) == smallFirst.small)
    #expect(smallFirst.large != largeFirst.large)
    for (small, large) in [smallFirst, (largeFirst.small, largeFirst.large)] {
      for y in 0..<40 {
        #expect(small.samples[y * 200..<y * 200 + 200] == large.samples[y * 2800..<y * 2800 + 200])
      }
    }
  }

  @Test("what does not fit into the store is made all the same; threads find the same samples")
  func store() async {
    let store = GrainStore(capacity: 3)
    let field = GrainField(fiberScale: 2, seed: 5)
    let tiles = (0..<5).map { GrainStore.Tile(field: field, column: $0, row: $0) }
    let expected = tiles.map(\.samples)
    await withTaskGroup(of: Void.self) { group in
      for first in 0..<3 {
        group.addTask {
          let own = Array(tiles[first...] + tiles[..<first])
          store.prepare(own)
          for (index, tile) in tiles.enumerated() { #expect(store.samples(of: tile) == expected[index]) }
        }
      }
    }
    #expect(store.count == 3)
    // Another field takes the place of one that is not used.
    let other = GrainStore.Tile(field: GrainField(fiberScale: 2, seed: 6), column: 0, row: 0)
    store.prepare([other])
    #expect(store.samples(of: other) == other.samples)
    #expect(store.count == 1)
  }

  @Test("a page's place on the grain comes from its id and the seed")
  func origins() {
    let pages = (0..<200).map { PageID(sourcePlace: "0:\($0):page\($0).jpg") }
    let origins = pages.map { GrainOrigin(of: $0, seed: 0) }
    #expect(origins == pages.map { GrainOrigin(of: $0, seed: 0) })
    #expect(Set(origins).count == 200)
    #expect(origins.allSatisfy { (0..<512).contains($0.x) && (0..<512).contains($0.y) })
    #expect(Set(origins.map { $0.x / 128 }).count == 4)
    #expect(Set(origins.map { $0.y / 128 }).count == 4)
    #expect(GrainOrigin(of: pages[0], seed: 1) != origins[0])
    // Written down, so that no change of the hash goes unnoticed: books would change with it.
    #expect(origins[0] == GrainOrigin(x: 328, y: 102))
  }
}
