import BookModel
import CKernels

/// Blends the rows and columns of a raster, in bands of eight rows of the result.
///
/// Only as many source rows as one row of the result needs are held as floats, plane by plane (gray; red,
/// green, blue; alpha), so a page takes some hundred kilobytes in addition to its pixels. Colors are weighted
/// by their alpha.
final class Resampler {
  private static let band = 8

  private let source: Size
  private let target: Size
  private let columns: AxisWeights
  private let rows: AxisWeights
  private let layout: Raster.Layout
  private let light: ResamplingLight
  private let planes: Int

  // All floats share one block of memory, and all bytes another.
  private let floats: UnsafeMutablePointer<Float>
  private let bytes: UnsafeMutablePointer<UInt8>
  /// Source rows, `rows.taps` for each plane.
  private let ring: UnsafeMutablePointer<Float>
  /// A band of blended rows for each plane.
  private let blended: UnsafeMutablePointer<Float>
  /// The same of one plane, column by column.
  private let interleaved: UnsafeMutablePointer<Float>
  /// A band of the result for each plane, column by column.
  private let finished: UnsafeMutablePointer<Float>
  private var sources: [UnsafePointer<Float>?]

  init(_ raster: borrowing Raster, _ columns: AxisWeights, _ rows: AxisWeights, _ light: ResamplingLight) {
    source = raster.size
    target = Size(width: columns.count, height: rows.count)
    self.columns = columns
    self.rows = rows
    self.light = light
    layout = raster.layout
    planes = layout == .gray ? 1 : layout == .rgb ? 3 : 4
    let band = Resampler.band
    let sizes = [
      planes * rows.taps * source.width, planes * band * source.width, band * source.width,
      planes * band * target.width,
    ]
    floats = .allocate(capacity: sizes.reduce(0, +))
    floats.initialize(repeating: 0, count: sizes.reduce(0, +))
    ring = floats
    blended = ring + sizes[0]
    interleaved = blended + sizes[1]
    finished = interleaved + sizes[2]
    bytes = .allocate(capacity: (planes + 1) * band * target.width)
    bytes.initialize(repeating: 0, count: (planes + 1) * band * target.width)
    sources = [UnsafePointer<Float>?](repeating: nil, count: rows.taps)
  }

  deinit {
    floats.deallocate()
    bytes.deallocate()
  }

  func run(_ samples: UnsafePointer<UInt8>, to out: UnsafeMutablePointer<UInt8>) {
    let band = Resampler.band
    var loaded = 0
    for top in stride(from: 0, to: target.height, by: band) where !Task.isCancelled {
      let height = min(band, target.height - top)
      for row in 0..<height {
        let start = Int(rows.starts[top + row])
        loaded = max(loaded, start)
        while loaded < start + rows.taps {
          load(samples + loaded * source.width * layout.bytesPerPixel, ring(0, loaded))
          loaded += 1
        }
        blendRows(from: start, top + row, into: row)
      }
      blendColumns()
      store(out + top * target.width * layout.bytesPerPixel, rows: height)
    }
  }

  private func ring(_ plane: Int, _ row: Int) -> UnsafeMutablePointer<Float> {
    ring + (row % rows.taps * planes + plane) * source.width
  }

  // MARK: Steps

  private func load(_ samples: UnsafePointer<UInt8>, _ row: UnsafeMutablePointer<Float>) {
    let width = source.width
    let alpha = row + 3 * width
    if light == .linear {
      for plane in 0..<min(planes, 3) {
        kernel_widen_by_table(
          samples + plane, layout.bytesPerPixel, row + plane * width, width, LightTables.linear)
      }
    } else if layout == .gray {
      kernel_widen_gray(samples, row, width)
    } else {
      kernel_widen_colors(samples, row, row + width, row + 2 * width, width)
    }
    guard layout == .rgba else { return }
    kernel_widen_alpha(samples, alpha, width)
    for plane in 0..<3 { kernel_weight(row + plane * width, alpha, width) }
  }

  private func blendRows(from start: Int, _ row: Int, into place: Int) {
    let width = source.width
    rows.weights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return }
      for plane in 0..<planes {
        for tap in 0..<rows.taps { sources[tap] = UnsafePointer(ring(plane, start + tap)) }
        kernel_blend_rows(
          sources, weights + row * rows.taps, rows.taps, blended + (plane * Resampler.band + place) * width,
          width)
      }
    }
  }

  private func blendColumns() {
    let size = Resampler.band * target.width
    for plane in 0..<planes {
      kernel_interleave_rows(
        blended + plane * Resampler.band * source.width, source.width, interleaved, source.width)
      kernel_blend_columns(
        interleaved, columns.starts, columns.weights, columns.taps, finished + plane * size, target.width)
    }
    guard layout == .rgba else { return }
    for plane in 0..<3 { kernel_unweight(finished + plane * size, finished + 3 * size, size) }
  }

  private func store(_ out: UnsafeMutablePointer<UInt8>, rows: Int) {
    let width = target.width
    let size = Resampler.band * width
    let scratch = bytes + planes * size
    for plane in 0..<planes {
      if light == .linear, plane < 3 {
        kernel_narrow_by_table(
          finished + plane * size, scratch, width, LightTables.encoded, LightTables.scale)
      } else {
        kernel_narrow(finished + plane * size, scratch, width)
      }
      kernel_split_rows(scratch, bytes + plane * size, width, width)
    }
    if layout == .gray {
      out.update(from: bytes, count: rows * width)
    } else {
      let alpha = layout == .rgba ? bytes + 3 * size : nil
      kernel_merge_colors(bytes, bytes + size, bytes + 2 * size, alpha, out, rows * width)
    }
  }
}

extension Raster {
  /// The raster with its columns and rows blended according to the weights.
  func blended(_ columns: AxisWeights, _ rows: AxisWeights, _ light: ResamplingLight = .encoded) -> Raster {
    let resampler = Resampler(self, columns, rows, light)
    return Raster(size: Size(width: columns.count, height: rows.count), layout: layout) { out in
      samples.withUnsafeBufferPointer { samples in
        if let from = samples.baseAddress, let to = out.baseAddress { resampler.run(from, to: to) }
      }
    }
  }
}
