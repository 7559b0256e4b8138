public import BookModel
public import Diagnostics

/// Cuts off a page's empty margins, as far as its own pixels show them. The fold of a double page stays known.
public struct AutomaticCropOperation: PixelOperation {
  public static let name = "crop"

  public let search: MarginSearch

  public init(_ search: MarginSearch) { self.search = search }

  public var parameters: String { search.parameters }
  public var keepsSamples: Bool { true }

  public var dependsOnContent: Bool { true }

  /// Unknown without the pixels.
  public func facts(of inputs: [PictureFacts]) -> PictureFacts? { nil }

  public func need(of input: PictureFacts?, for need: DecodeNeed) -> DecodeNeed {
    DecodeNeed(grayOnly: need.grayOnly)
  }

  public func apply(to raster: inout Raster) throws(Diagnostic) -> PixelChange {
    guard let margins = raster.margins(by: search) else { return .unchanged }
    let part = margins.cut(of: raster.size, by: search).rectangle(in: raster.size)
    let fold = raster.foldColumn - part.x
    guard raster.crop(to: part) else { return .unchanged }
    raster.fold = fold
    return .changed
  }
}
