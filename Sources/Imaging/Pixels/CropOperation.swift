public import BookModel
public import Diagnostics
public import Options

/// Keeps a given part of a picture.
public struct CropOperation: PixelOperation {
  public static let name = "crop"

  /// In pixels of the full picture.
  public let rectangle: Rectangle

  public init(_ rectangle: Rectangle) { self.rectangle = rectangle }

  public var parameters: String { "\(rectangle.size)+\(rectangle.x)+\(rectangle.y)" }
  public var keepsSamples: Bool { true }
  public var lossless: LosslessTransform? { .crop(rectangle) }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    inputs.count == 1 ? inputs.first?.reworked(rectangle.clamped(to: inputs[0].size).size) : nil
  }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed {
    DecodeNeed(grayOnly: need.grayOnly)
  }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    raster.crop(to: rectangle.clamped(to: raster.size)) ? .changed : .unchanged
  }
}

/// Cuts given lengths off the edges of a picture whose size is not known yet.
public struct EdgeCropOperation: PixelOperation {
  public static let name = "crop"

  public let edges: CropEdges

  public init(_ edges: CropEdges) { self.edges = edges }

  public var parameters: String {
    [edges.left, edges.top, edges.right, edges.bottom].map(\.optionText).joined(separator: " ")
  }
  public var keepsSamples: Bool { true }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    inputs.count == 1 ? inputs.first?.reworked(edges.rectangle(in: inputs[0].size).size) : nil
  }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed {
    DecodeNeed(grayOnly: need.grayOnly)
  }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    raster.crop(to: edges.rectangle(in: raster.size)) ? .changed : .unchanged
  }
}

/// How much to cut off each edge; shares refer to the width for left and right, and to the height for top and
/// bottom.
public struct CropEdges: Hashable, Sendable {
  public var left: Length
  public var top: Length
  public var right: Length
  public var bottom: Length

  public init(left: Length, top: Length, right: Length, bottom: Length) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// The remaining part of a picture; all of it if nothing would remain.
  public func rectangle(in size: Size) -> Rectangle {
    let (x, y) = (left.pixels(of: size.width), top.pixels(of: size.height))
    let width = size.width - x - right.pixels(of: size.width)
    let height = size.height - y - bottom.pixels(of: size.height)
    guard width > 0, height > 0 else { return Rectangle(of: size) }
    return Rectangle(x: x, y: y, size: Size(width: width, height: height))
  }
}

extension Raster {
  /// Keeps a part that lies within the raster. The fold goes along where it is known; lengths that somebody states for
  /// a page as it came may be there to bring it into the middle.
  ///
  /// - Returns: whether anything was cut off.
  mutating func crop(to part: Rectangle) -> Bool {
    guard part.size != size else { return false }
    let bytes = layout.bytesPerPixel
    let (width, rowBytes) = (size.width, part.size.width * bytes)
    let fold = fold.map { $0 - part.x }
    self = Raster(size: part.size, layout: layout) { out in
      samples.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let out = out.baseAddress else { return }
        for y in 0..<part.size.height {
          (out + y * rowBytes).update(from: source + ((part.y + y) * width + part.x) * bytes, count: rowBytes)
        }
      }
    }
    self.fold = fold
    return true
  }
}
