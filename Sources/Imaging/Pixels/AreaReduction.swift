public import BookModel
public import Options

extension Raster {
  /// Width and height in pixels, with fractions.
  struct Extent {
    var width: Double
    var height: Double
  }

  /// The raster at another size, with each pixel the average of the area it covers: for reducing pictures.
  ///
  /// Samples are averaged as stored; transparent pixels are weighted by their opacity.
  public func scaledDown(to target: Size) -> Raster {
    precondition(target.width > 0 && target.height > 0 && size.area > 0, "a raster is scaled to some pixels")
    guard target != size else { return self }
    let averages = weightedByAlpha().areaAverages(target)
    let channels = layout.bytesPerPixel
    var scaled = [UInt8](repeating: 0, count: averages.count)
    for index in averages.indices {
      var average = averages[index]
      if layout == .rgba, index % channels != 3 {
        let alpha = averages[index - index % channels + 3]
        average = alpha > 0 ? average * 255 / alpha : 0
      }
      scaled[index] = UInt8(min(255, average + 0.5))
    }
    return Raster(size: target, layout: layout, samples: scaled)
  }

  /// The averages of a grid's cells, channels interleaved, with the exact share of the pixels at each cell's
  /// borders.
  ///
  /// - Parameter extent: the part of the raster that the grid covers, from the top left; nil for all of it.
  func areaAverages(_ grid: Size, covering extent: Extent? = nil) -> [Float] {
    let extent = extent ?? Extent(width: Double(size.width), height: Double(size.height))
    let channels = layout.bytesPerPixel
    let columns = grid.width * channels
    var cells = [Float](repeating: 0, count: columns * grid.height)
    var rowCells = [Float](repeating: 0, count: columns)
    var sums = [UInt64](repeating: 0, count: (size.width + 1) * channels)
    let rowHeight = Double(grid.height) / extent.height
    samples.withUnsafeBufferPointer { samples in
      for row in 0..<size.height {
        let pixels = UnsafeBufferPointer(
          rebasing: samples[row * size.width * channels..<(row + 1) * size.width * channels])
        averageRow(pixels, grid.width, extent.width / Double(grid.width), &sums, &rowCells)
        // The cells that this row belongs to, and its share in each.
        let (top, bottom) = (Double(row) * rowHeight, Double(row + 1) * rowHeight)
        var cell = Int(top)
        while cell < grid.height, Double(cell) < bottom {
          let share = Float(min(bottom, Double(cell + 1)) - max(top, Double(cell)))
          for column in 0..<columns { cells[cell * columns + column] += rowCells[column] * share }
          cell += 1
        }
      }
    }
    return cells
  }

  /// Computes one row's averages from its running sums at the cells' borders.
  private func averageRow(
    _ pixels: UnsafeBufferPointer<UInt8>, _ cells: Int, _ cellWidth: Double, _ sums: inout [UInt64],
    _ averages: inout [Float]
  ) {
    let channels = layout.bytesPerPixel
    let width = size.width
    for index in pixels.indices { sums[index + channels] = sums[index] + UInt64(pixels[index]) }
    for channel in 0..<channels {
      func sum(upTo position: Double) -> Double {
        let whole = min(width, Int(position))
        let rest = whole < width ? (position - Double(whole)) * Double(pixels[whole * channels + channel]) : 0
        return Double(sums[whole * channels + channel]) + rest
      }
      var before = 0.0
      for cell in 0..<cells {
        let after = sum(upTo: Double(cell + 1) * cellWidth)
        averages[cell * channels + channel] = Float((after - before) / cellWidth)
        before = after
      }
    }
  }

  /// The raster with colors multiplied by their alpha; unchanged if there is none.
  private func weightedByAlpha() -> Raster {
    guard layout == .rgba else { return self }
    var copy = self
    for pixel in stride(from: 0, to: samples.count, by: 4) {
      let alpha = Int(samples[pixel + 3])
      for channel in 0..<3 {
        copy.samples[pixel + channel] = UInt8((Int(samples[pixel + channel]) * alpha + 127) / 255)
      }
    }
    return copy
  }

  /// The raster laid on a ground, without alpha.
  public func laid(on ground: Color) -> Raster {
    guard layout == .rgba else { return self }
    let ground = [Int(ground.red), Int(ground.green), Int(ground.blue)]
    return Raster(size: size, layout: .rgb) { out in
      samples.withUnsafeBufferPointer { source in
        ground.withUnsafeBufferPointer { ground in
          for pixel in stride(from: 0, to: source.count, by: 4) {
            let alpha = Int(source[pixel &+ 3])
            for channel in 0..<3 {
              let sum = Int(source[pixel &+ channel]) &* alpha &+ ground[channel] &* (255 &- alpha) &+ 127
              out[pixel &+ channel] = UInt8(truncatingIfNeeded: sum / 255)
            }
            out[pixel &+ 3] = 255
          }
        }
      }
    }
  }
}
