public import BookModel
public import Diagnostics
public import Options

/// How to treat a picture whose shape differs from the requested one.
public enum ResizeMode: String, OptionEnumeration, Hashable {
  /// All of it is visible, in at most the requested size.
  case fit
  /// It is cut on two sides to the requested shape.
  case fill
  /// All of it is visible, with a border up to the requested size.
  case pad
  /// It is distorted.
  case stretch
}

/// How precisely to decode a picture that is being shrunk: codecs can produce a half, a quarter or an eighth
/// of a picture's size with less work.
public enum ReducedDecoding: String, OptionEnumeration, Hashable {
  /// Every pixel is decoded.
  case exact
  /// A reduced picture is used if it is still at least twice the size of the result. The result then differs
  /// from that of the full picture by a PSNR of 43 dB on drawn pages. At one and a half times, fine dot
  /// screens show a grid of their own.
  case good
  /// A reduced picture is used if it is no smaller than the result.
  case fast

  /// The minimum size of a reduced picture, as a multiple of the result's.
  var margin: Double? {
    switch self {
    case .exact: nil
    case .good: 2
    case .fast: 1
    }
  }
}

/// Resizes a picture.
public struct ResizeOperation: PixelOperation {
  public static let name = "resize"

  public var size: Size
  public var mode: ResizeMode
  public var enlarge = false
  public var kernel = ResamplingKernel.auto
  public var light = ResamplingLight.encoded
  /// The color of the border that `pad` adds.
  public var background = Color.white
  public var decoding = ReducedDecoding.good
  /// Whether to fit wide pictures into the size turned by 90 degrees, if the size is upright, because they
  /// will be viewed on a turned screen.
  public var turnsForWide = false

  public init(size: Size, mode: ResizeMode = .fit) {
    self.size = size
    self.mode = mode
  }

  /// The aspect ratio above which a picture is wide: the one at which Kindle Comic Converter assumes a
  /// spread.
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

  /// The placement of a picture of a given size.
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
    /// The size of the whole picture when its visible part has this many times its final size.
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
  /// The visible part of the picture that this raster represents, at the wanted size.
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

  /// By how many eighths a codec has reduced the picture's size; codecs round up.
  private var eighths: Int? {
    (1...8).first {
      (fullSize.width * $0 + 7) / 8 == size.width && (fullSize.height * $0 + 7) / 8 == size.height
    }
  }

  /// The raster centered in a larger one of one color.
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
