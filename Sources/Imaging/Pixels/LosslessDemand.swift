public import BookModel
public import Diagnostics

/// Leaves a picture as it is, and demands that the operations before it lose no sample: a page that would
/// need lossy encoding fails.
public struct LosslessDemand: PixelOperation {
  public static let name = "lossless"

  /// The stage that makes the demand, for messages.
  public let stage: String

  public init(stage: String) { self.stage = stage }

  public var parameters: String { stage }
  public var keepsSamples: Bool { true }
  public var dependsOnContent: Bool { true }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? { inputs.first }
  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed { need }
  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange { .unchanged }
}

extension Picture {
  /// The stage that demands that the picture be made without loss; nil if there is none.
  public var losslessDemand: String? {
    guard case .derived(let operation, let inputs) = self else { return nil }
    if let demand = operation.base as? LosslessDemand { return demand.stage }
    return inputs.lazy.compactMap(\.losslessDemand).first
  }

  /// Whether a JPEG's coefficients may be enough to make it: it is an entry, or lossless changes to entries.
  public var mayBeLossless: Bool {
    switch self {
    case .entry: true
    case .blank, .drawn: false
    case .derived(let operation, let inputs):
      (operation.base.lossless != nil || operation.base is LosslessDemand || operation.base is JoinOperation)
        && inputs.allSatisfy(\.mayBeLossless)
    }
  }
}
