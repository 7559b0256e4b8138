public import BookModel
import CShims
import Diagnostics

/// A JPEG and the lossless changes to make to it. The orientation stated in its header is applied first.
public struct LosslessJPEGPart: Sendable {
  public var bytes: [UInt8]
  /// In the order they are applied, in pixels of the upright picture.
  public var transforms: [LosslessTransform]

  public init(_ bytes: [UInt8], _ transforms: [LosslessTransform] = []) {
    self.bytes = bytes
    self.transforms = transforms
  }
}

/// Why something cannot be done to a JPEG without loss, in words:
/// `the left page's width 1597 is not a multiple of 16`.
public struct LosslessObstacle: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// Turns, mirrors and crops a JPEG on its coefficients: every sample that remains is unchanged.
///
/// Progressive stays progressive. A color profile is kept, all other metadata is dropped, and the orientation
/// is applied. All or nothing: edges that end up on the left or at the top must be block boundaries.
public func transformJPEG(_ part: LosslessJPEGPart) -> Result<[UInt8], LosslessObstacle> {
  LosslessJPEG.compose([part], names: ["the picture"], padding: 0)
}

/// Places two JPEGs side by side on their coefficients: every sample of both is unchanged.
///
/// They need the same components, sampling, quantization and color profile, and the left page's width must be
/// a whole number of blocks. A page that is lower than the other by at most 1 percent is extended at the
/// bottom with its last row. Entropy coding keeps a page's tables if they contain codes for everything in
/// both.
public func joinJPEGs(
  left: LosslessJPEGPart, right: LosslessJPEGPart
) -> Result<[UInt8], LosslessObstacle> {
  LosslessJPEG.compose([left, right], names: ["the left page", "the right page"], padding: nil)
}

private enum LosslessJPEG {
  /// - Parameter padding: the number of rows by which a part may be extended; nil for the difference up to
  ///   which heights count as equal.
  static func compose(
    _ parts: [LosslessJPEGPart], names: [String], padding: Int?
  ) -> Result<[UInt8], LosslessObstacle> {
    var (regions, files): ([JPEGRegion], [[UInt8]]) = ([], [])
    for (part, name) in zip(parts, names) {
      switch source(of: part) {
      case .success(let source):
        regions.append(source.region)
        files.append(source.file)
      case .failure(let obstacle): return .failure(LosslessObstacle("\(name) \(obstacle.description)"))
      }
    }
    let heights = regions.map(\.size.height)
    let allowed = padding ?? JoinHeights.paddable(heights.max() ?? 0)
    var result = shim_jpeg_result()
    files[0].withUnsafeBufferPointer { first in
      files[files.count - 1].withUnsafeBufferPointer { last in
        let all = zip(regions, [first, last]).map { $0.part(of: $1) }
        shim_jpeg_compose(all, Int32(all.count), UInt32(allowed), 0, { Task.isCancelled ? 1 : 0 }, &result)
      }
    }
    defer { shim_jpeg_free(&result) }
    guard result.outcome == shim_jpeg_made else {
      return .failure(obstacle(result, regions, names))
    }
    return .success(Array(UnsafeBufferPointer(start: result.bytes, count: result.count)))
  }

  /// The region that a part's orientation and transforms come to, and the file with its end mark.
  private static func source(
    of part: LosslessJPEGPart
  ) -> Result<(region: JPEGRegion, file: [UInt8]), LosslessObstacle> {
    let header: JPEGHeader
    do throws(HeaderStop) {
      header = try JPEGHeader(PictureBytes(bytes: part.bytes, isWhole: true, format: .jpeg))
    } catch {
      return .failure(LosslessObstacle("has a damaged header"))
    }
    guard header.storedSize.width > 0, header.storedSize.height > 0 else {
      return .failure(LosslessObstacle("states no size"))
    }
    do throws(Diagnostic) {
      // The limit that nobody has changed: decoding goes by what was asked for.
      let scans = try JPEGScans(of: part.bytes, header, limits: Limits())
      if !scans.hasEnd { _ = try JPEGWholeness.check(part.bytes, scans) }
      var region = JPEGRegion(of: header.storedSize, orientation: header.facts.orientation)
      for transform in part.transforms { region.apply(transform) }
      return .success((region, scans.ended(part.bytes)))
    } catch {
      let isScanned = error.rule == .tooManyScans
      return .failure(LosslessObstacle(isScanned ? "is made of too many scans" : "breaks off before its end"))
    }
  }

  private static func obstacle(
    _ result: shim_jpeg_result, _ regions: [JPEGRegion], _ names: [String]
  ) -> LosslessObstacle {
    let part = Int(result.part)
    let (region, name, unit) = (regions[part], names[part], result.unit)
    let edges = "is not a multiple of \(unit)"
    let what: String
    switch result.outcome {
    case shim_jpeg_components_differ: what = "the pages have different color components"
    case shim_jpeg_sampling_differs: what = "the pages sample their colors differently"
    case shim_jpeg_quantization_differs: what = "the pages have different quantization tables"
    case shim_jpeg_profiles_differ: what = "the pages have different color profiles"
    case shim_jpeg_heights_differ:
      what = "the pages' heights \(regions.map { String($0.size.height) }.joined(separator: " and ")) differ"
    case shim_jpeg_seam_unaligned: what = "\(name)'s width \(region.size.width) \(edges)"
    case shim_jpeg_left_unaligned: what = "\(name)'s cut at column \(region.x) \(edges)"
    case shim_jpeg_top_unaligned: what = "\(name)'s cut at row \(region.y) \(edges)"
    case shim_jpeg_right_unaligned:
      what = "\(name) ends at column \(region.x + region.width), which \(edges), and is to be turned"
    case shim_jpeg_bottom_unaligned:
      what = "\(name) ends at row \(region.y + region.height), which \(edges), and is to be turned"
    case shim_jpeg_padding_unknown:
      what = "what lies hidden below \(name)'s last row does not repeat it"
    case shim_jpeg_too_large: what = "the result is larger than a JPEG can be"
    default:
      let message = withUnsafeBytes(of: result.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      what = "\(name)'s data: \(message.isEmpty ? "no reason given" : message)"
    }
    return LosslessObstacle(what)
  }
}
