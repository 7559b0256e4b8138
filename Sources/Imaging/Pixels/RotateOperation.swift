public import BookModel
public import Diagnostics

/// Turns a picture in steps of 90 degrees.
public struct RotateOperation: PixelOperation {
  public static let name = "rotate"

  public let turn: QuarterTurn

  public init(_ turn: QuarterTurn) { self.turn = turn }

  public var parameters: String { "\(turn.rawValue)" }
  public var keepsSamples: Bool { true }
  public var lossless: LosslessTransform? { .turn(turn) }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    inputs.count == 1 ? inputs.first?.reworked(turn.turned(inputs[0].size)) : nil
  }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed {
    need.mappingSizes(turn.turned)
  }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    switch turn {
    case .right: raster = raster.upright(from: 6)
    case .around: raster = raster.upright(from: 3)
    case .left: raster = raster.upright(from: 8)
    }
    return .changed
  }
}

/// Mirrors a picture.
public struct FlipOperation: PixelOperation {
  public static let name = "flip"

  public let axis: FlipAxis

  public init(_ axis: FlipAxis) { self.axis = axis }

  public var parameters: String { axis.rawValue }
  public var keepsSamples: Bool { true }
  public var lossless: LosslessTransform? { .flip(axis) }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    inputs.count == 1 ? inputs.first?.reworked(inputs[0].size) : nil
  }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed { need }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    raster = raster.upright(from: axis == .horizontal ? 2 : 4)
    return .changed
  }
}

extension PictureFacts {
  /// The facts of a picture made from this one by changing its pixels: upright, without the old picture's
  /// bytes and color profile.
  ///
  /// - Parameter size: the new size; nil if it is unchanged.
  public func reworked(_ size: Size? = nil) -> PictureFacts {
    var facts = self
    if let size { facts.size = size }
    facts.byteCount = nil
    facts.orientation = 1
    facts.hasColorProfile = false
    return facts
  }
}
