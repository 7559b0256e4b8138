public import BookModel
import CKernels
public import Diagnostics
import Options

/// Makes a page look like ink on paper: tone, ease, and a grain that is a tooth on the light stock and fibers
/// peeking through the ink. Works on sRGB-encoded values; alpha is unchanged.
public struct PaperOperation: PixelOperation {
  public static let name = "paper"

  public let settings: PaperSettings
  /// Selects the grain itself.
  public let seed: UInt32
  /// Selects the page's position on the grain.
  public let origin: GrainOrigin

  /// Values outside their ranges are clamped.
  public init(_ settings: PaperSettings, seed: UInt32 = 0, origin: GrainOrigin = .shared) {
    self.settings = settings.clamped
    self.seed = seed
    self.origin = origin
  }

  public var parameters: String {
    let values = [
      ("showThrough", settings.showThrough), ("grain", settings.grain), ("warmth", settings.warmth),
      ("blackLift", settings.blackLift), ("fiberScale", settings.fiberScale),
    ]
    return values.map { "\($0) \($1.optionText)" }.joined(separator: " ")
      + " seed \(seed) at \(origin.x),\(origin.y)"
  }

  /// Whether gray stays gray.
  private var isNeutral: Bool { settings.warmth == 0 }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    guard var facts = inputs.first, inputs.count == 1 else { return nil }
    facts.color = facts.color == .gray && isNeutral ? .gray : .rgb
    facts.bitsPerSample = 8
    facts.byteCount = nil
    facts.orientation = 1
    facts.hasColorProfile = false
    return facts
  }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    guard raster.size.area > 0 else { return .unchanged }
    var kernel = PaperTone(settings).kernel(settings)
    switch raster.layout {
    case .gray where isNeutral:
      raster.samples.withUnsafeMutableBufferPointer { samples in
        guard let gray = samples.baseAddress else { return }
        eachStretch(of: raster.size) { kernel_paper_gray(gray + $0, $1, $2, &kernel) }
      }
    case .gray:
      var tinted = Raster(size: raster.size, layout: .rgb) { samples in
        guard let pixels = samples.baseAddress else { return }
        raster.samples.withUnsafeBufferPointer { gray in
          guard let gray = gray.baseAddress else { return }
          eachStretch(of: raster.size) {
            kernel_paper_tints_gray(gray + $0, pixels + $0 * 4, $1, $2, &kernel)
          }
        }
      }
      tinted.fullSize = raster.fullSize
      tinted.fold = raster.fold
      raster = tinted
    case .rgb, .rgba:
      raster.samples.withUnsafeMutableBufferPointer { samples in
        guard let pixels = samples.baseAddress else { return }
        eachStretch(of: raster.size) { kernel_paper_colors(pixels + $0 * 4, $1, $2, &kernel) }
      }
    }
    return .changed
  }

  /// Processes a page row by row, in stretches that do not cross tiles of the grain.
  ///
  /// - Parameter body: receives the index of the stretch's first pixel, its grain and its length.
  private func eachStretch(of size: Size, _ body: (Int, UnsafePointer<UInt16>, Int) -> Void) {
    let tile = GrainStore.tileSize
    let field = GrainField(fiberScale: settings.fiberScale, seed: seed)
    let (right, bottom) = (origin.x + size.width, origin.y + size.height)
    var tiles: [GrainStore.Tile] = []
    for row in origin.y / tile.height...(bottom - 1) / tile.height {
      for column in origin.x / tile.width...(right - 1) / tile.width {
        tiles.append(GrainStore.Tile(field: field, column: column, row: row))
      }
    }
    GrainStore.shared.prepare(tiles)
    for place in tiles where !Task.isCancelled {
      let (left, top) = (place.column * tile.width, place.row * tile.height)
      let columns = max(left, origin.x)..<min(left + tile.width, right)
      GrainStore.shared.samples(of: place).withUnsafeBufferPointer { grain in
        guard let grain = grain.baseAddress else { return }
        for y in max(top, origin.y)..<min(top + tile.height, bottom) {
          body(
            (y - origin.y) * size.width + columns.lowerBound - origin.x,
            grain + (y - top) * tile.width + columns.lowerBound - left, columns.count)
        }
      }
    }
  }
}
