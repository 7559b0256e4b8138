public import BookModel
public import Diagnostics
public import Options

/// What becomes of a picture whose shape is not the one asked for.
public enum ResizeMode: String, OptionEnumeration, Hashable {
  /// All of it is seen, in at most the size asked for.
  case fit
  /// It is cut on two sides to the shape asked for.
  case fill
  /// All of it is seen, with a border up to the size asked for.
  case pad
  /// It loses its shape.
  case stretch
}

/// How strictly a picture that gets smaller has to be decoded: codecs can give half, a quarter or an eighth of a
/// picture's size for less work.
public enum ReducedDecoding: String, OptionEnumeration, Hashable {
  /// Every pixel is decoded.
  case exact
  /// A reduced picture will do where it is still twice the size of the result: what comes of it then differs from
  /// what comes of the whole by a PSNR of 43 dB on drawn pages. At one and a half times, fine dot screens show a
  /// grid of their own.
  case good
  /// A reduced picture will do where it is no smaller than the result.
  case fast

  /// The least size of a reduced picture, as a multiple of the result's.
  var margin: Double? {
    switch self {
    case .exact: nil
    case .good: 2
    case .fast: 1
    }
  }
}

/// Gives a picture another size.
public struct ResizeOperation: PixelOperation {
  public static let name = "resize"

  public var size: Size
  public var mode: ResizeMode
  public var enlarge = false
  public var kernel = ResamplingKernel.auto
  public var light = ResamplingLight.encoded
  /// The color of a border that `pad` puts around.
  public var background = Color.white
  public var decoding = ReducedDecoding.good
  /// Whether a wide picture is given the size turned by a quarter, where that is upright: it will be looked at
  /// on a turned screen.
  public var turnsForWide = false

  public init(size: Size, mode: ResizeMode = .fit) {
    self.size = size
    self.mode = mode
  }

  /// Wider than this times its height, a picture is wide: what Kindle Comic Converter takes for a spread.
  public static let wideAspect = 1.16

  public var parameters: String {
    var parts = [size.description, mode.rawValue]
    if turnsForWide { parts.append("turned for wide") }
    if enlarge { parts.append("enlarge") }
    if kernel != .auto { parts.append(kernel.rawValue) }
    if light != .encoded { parts.append(light.rawValue) }
    if mode == .pad { parts.append(background.optionText) }
    if decoding != .good { parts.append(decoding.rawValue) }
    return parts.joined(separator: " ")
  }

  /// Where a picture of a size comes to lie.
  public func geometry(of source: Size) -> ResizeGeometry {
    let isTurned = turnsForWide && source.aspect > ResizeOperation.wideAspect && size.width < size.height
    let box = isTurned ? Size(width: size.height, height: size.width) : size
    return ResizeGeometry(source, in: box, mode, enlarge: enlarge)
  }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    guard var facts = inputs.first, inputs.count == 1 else { return nil }
    let geometry = geometry(of: facts.size)
    guard !geometry.isIdentity(of: facts.size) else { return facts }
    let isGray = facts.color == .gray && (geometry.canvas == geometry.scaled || background.isGray)
    facts.size = geometry.canvas
    facts.color = isGray ? .gray : .rgb
    facts.bitsPerSample = 8
    facts.orientation = 1
    facts.hasColorProfile = false
    facts.isAnimated = false
    facts.byteCount = nil
    return facts
  }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed {
    guard let full = input?.size else { return DecodeNeed(grayOnly: need.grayOnly) }
    let geometry = geometry(of: full)
    guard !geometry.isIdentity(of: full) else { return need }
    /// All of the picture, where what is seen of it has so many times its size in the end.
    func size(_ margin: Double) -> Size {
      func side(_ full: Int, _ scaled: Int, _ shown: Double) -> Int {
        Int((Double(full) * Double(scaled) / shown * margin).rounded(.up))
      }
      return Size(
        width: side(full.width, geometry.scaled.width, geometry.window.width),
        height: side(full.height, geometry.scaled.height, geometry.window.height))
    }
    var own = DecodeNeed(grayOnly: need.grayOnly, drawingSize: size(1))
    if let margin = decoding.margin {
      let smallest = size(margin)
      let least = Size(width: min(full.width, smallest.width), height: min(full.height, smallest.height))
      own.smallestSize = least == full ? nil : least
    }
    return own
  }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    let geometry = geometry(of: raster.fullSize)
    guard !geometry.isIdentity(of: raster.fullSize) else { return .unchanged }
    let fold = raster.fold.map(geometry.column)
    raster = raster.resampled(geometry, kernel, light)
    raster.fold = fold
    if geometry.canvas != geometry.scaled { raster = raster.centered(in: geometry.canvas, on: background) }
    return .changed
  }
}

extension Raster {
  /// What is seen of the picture this raster stands for, at the size wanted.
  func resampled(_ geometry: ResizeGeometry, _ kernel: ResamplingKernel, _ light: ResamplingLight) -> Raster {
    let window = geometry.window
    var columns = AxisWeights.Stretch(start: window.left, length: window.width)
    var rows = AxisWeights.Stretch(start: window.top, length: window.height)
    if let eighths = fillsEvenly ? nil : eighths {
      columns.scale(by: eighths, of: 8)
      rows.scale(by: eighths, of: 8)
    } else {
      columns.scale(by: size.width, of: fullSize.width)
      rows.scale(by: size.height, of: fullSize.height)
    }
    return blended(
      .cached(count: size.width, columns, to: geometry.scaled.width, kernel),
      .cached(count: size.height, rows, to: geometry.scaled.height, kernel), light)
  }

  /// How many eighths of the picture's size a codec has reduced it to, which rounds up.
  private var eighths: Int? {
    (1...8).first {
      (fullSize.width * $0 + 7) / 8 == size.width && (fullSize.height * $0 + 7) / 8 == size.height
    }
  }

  /// The raster in the middle of a larger one of one color.
  func centered(in canvas: Size, on color: Color) -> Raster {
    let inner = color.isGray ? self : converted(to: .rgb)
    let bytes = inner.layout.bytesPerPixel
    let (left, top) = ((canvas.width - size.width) / 2, (canvas.height - size.height) / 2)
    let pixel = [color.red, color.green, color.blue, 255]
    var centered = Raster(size: canvas, layout: inner.layout) { out in
      for index in out.indices { out[index] = pixel[bytes == 1 ? 0 : index & 3] }
      inner.samples.withUnsafeBufferPointer { samples in
        let row = size.width * bytes
        for y in 0..<size.height {
          let start = ((top + y) * canvas.width + left) * bytes
          _ = UnsafeMutableBufferPointer(rebasing: out[start..<start + row])
            .update(fromContentsOf: samples[y * row..<(y + 1) * row])
        }
      }
    }
    centered.fold = fold.map { left + $0 }
    return centered
  }
}
