public import BookModel
public import Diagnostics
public import Options

extension Rule {
  public static let joinCount = Rule(
    "join-count", .defect, "A joined page is not made of exactly two pictures.",
    advice: "Report it to the program's authors, with the pipeline and the book.")
}

/// Places two pages side by side, the left one first: the opening as a reader sees it.
public struct JoinOperation: CombiningOperation {
  public static let name = "join"

  public let heights: JoinHeights
  /// The number of columns between the pages.
  public let gutter: Int
  /// The gutter's color; nil for that of the pages' inner edges.
  public let gutterColor: Color?
  /// The number of columns to cut off each page's inner edge.
  public let innerTrim: Int

  public init(heights: JoinHeights = .scale, gutter: Int = 0, gutterColor: Color? = nil, innerTrim: Int = 0) {
    self.heights = heights
    self.gutter = gutter
    self.gutterColor = gutterColor
    self.innerTrim = innerTrim
  }

  public var parameters: String {
    var parts = [heights.rawValue]
    if gutter > 0 { parts.append("gutter \(gutter) \(gutterColor?.optionText ?? "auto")") }
    if innerTrim > 0 { parts.append("trim \(innerTrim)") }
    return parts.joined(separator: ", ")
  }

  /// True if nothing has to be enlarged for any sizes.
  public var keepsSamples: Bool { heights != .scale }

  public func keepsSamples(of sizes: [Size]) -> Bool {
    sizes.count == 2 && fittings(sizes[0], sizes[1]).allSatisfy { $0.scaled == $0.part.size }
  }

  // MARK: Sizes

  /// The part of a page to keep, and the size it is scaled to.
  struct Fitting: Hashable {
    /// In pixels of the page.
    var part: Rectangle
    /// Different from the part's size if it is enlarged.
    var scaled: Size
    /// Rows of the joined picture above and below it.
    var above = 0
    var below = 0
    /// Whether rows below repeat the last one rather than showing its edge color.
    var repeatsEdge = false
  }

  /// How to give the pages the same height.
  func fittings(_ left: Size, _ right: Size) -> [Fitting] {
    let sizes = [left, right]
    var parts = sizes.enumerated().map { side, size in
      let trim = min(innerTrim, size.width - 1)
      return Rectangle(
        x: side == 0 ? 0 : trim, y: 0, size: Size(width: size.width - trim, height: size.height))
    }
    let (low, high) = (min(left.height, right.height), max(left.height, right.height))
    if high - low <= JoinHeights.paddable(high) {
      return parts.map {
        Fitting(part: $0, scaled: $0.size, below: high - $0.size.height, repeatsEdge: true)
      }
    }
    switch heights {
    case .pad:
      return parts.map { part in
        let missing = high - part.size.height
        return Fitting(part: part, scaled: part.size, above: missing / 2, below: missing - missing / 2)
      }
    case .crop:
      for side in parts.indices {
        parts[side].y = (parts[side].size.height - low) / 2
        parts[side].size.height = low
      }
      return parts.map { Fitting(part: $0, scaled: $0.size) }
    case .scale:
      return parts.map { part in
        let width = (part.size.width * high * 2 + part.size.height) / (part.size.height * 2)
        let scaled = part.size.height == high ? part.size : Size(width: max(1, width), height: high)
        return Fitting(part: part, scaled: scaled)
      }
    }
  }

  /// What to do to each page before the two can be placed side by side without loss, or why that is not
  /// possible.
  public func losslessTransforms(
    _ left: Size, _ right: Size
  ) -> Result<[[LosslessTransform]], LosslessObstacle> {
    if gutter > 0 { return .failure(LosslessObstacle("a gutter lies between the pages")) }
    let fittings = fittings(left, right)
    guard fittings.allSatisfy({ $0.scaled == $0.part.size && ($0.repeatsEdge || $0.above + $0.below == 0) })
    else {
      return .failure(LosslessObstacle("the pages' heights \(left.height) and \(right.height) differ"))
    }
    return .success(
      zip([left, right], fittings).map { $1.part == Rectangle(of: $0) ? [] : [.crop($1.part)] })
  }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    guard inputs.count == 2 else { return nil }
    let fittings = fittings(inputs[0].size, inputs[1].size)
    let height = fittings[0].above + fittings[0].scaled.height + fittings[0].below
    let isGray = inputs.allSatisfy { $0.color == .gray } && (gutter == 0 || gutterColor?.isGray != false)
    return PictureFacts(
      format: JoinOperation.format(of: inputs),
      size: Size(width: fittings.reduce(gutter) { $0 + $1.scaled.width }, height: height),
      color: isGray ? .gray : .rgb, hasAlpha: inputs.contains(where: \.hasAlpha))
  }

  /// The pages' common format if they have one; a lossless format if both pages are lossless; otherwise JPEG.
  private static func format(of inputs: [PictureFacts]) -> ImageFormat {
    if inputs[0].format == inputs[1].format { return inputs[0].format }
    let areLossless = inputs.allSatisfy { $0.format.isLossless ?? ($0.fidelity == .lossless) }
    return areLossless ? .png : .jpeg
  }

  // MARK: Pixels

  public func combine(_ rasters: [Raster]) throws(Diagnostic) -> Raster {
    guard rasters.count == 2 else {
      throw .error(.joinCount, "an opening is joined of two pages, not of \(rasters.count)")
    }
    let fittings = fittings(rasters[0].size, rasters[1].size)
    let color = gutter > 0 ? gutterColor : nil
    let layout: Raster.Layout =
      rasters.contains { $0.layout == .rgba }
      ? .rgba : rasters.contains { $0.layout == .rgb } || color?.isGray == false ? .rgb : .gray
    var halves: [Raster] = []
    for (raster, fitting) in zip(rasters, fittings) {
      var half = raster
      _ = half.crop(to: fitting.part)
      if fitting.scaled != half.size {
        var resize = ResizeOperation(size: fitting.scaled, mode: .stretch)
        resize.enlarge = true
        _ = try resize.apply(to: &half)
      }
      halves.append(half.converted(to: layout).padded(fitting))
    }
    return Raster.sideBySide(halves[0], halves[1], gutter: gutter, color)
  }
}

extension Raster {
  /// Adds the rows that a fitting requires: its last row repeated, or its edge color.
  fileprivate func padded(_ fitting: JoinOperation.Fitting) -> Raster {
    guard fitting.above + fitting.below > 0 else { return self }
    let rowBytes = size.width * layout.bytesPerPixel
    let row =
      fitting.repeatsEdge
      ? Array(samples.suffix(rowBytes))
      : Array(repeating: edgeColor(of: [0, size.height - 1].map { .row($0) }), count: size.width).flatMap {
        $0
      }
    var padded: [UInt8] = []
    padded.reserveCapacity(rowBytes * (size.height + fitting.above + fitting.below))
    for _ in 0..<fitting.above { padded += row }
    padded += samples
    for _ in 0..<fitting.below { padded += row }
    return Raster(
      size: Size(width: size.width, height: size.height + fitting.above + fitting.below), layout: layout,
      samples: padded)
  }

  private enum Line {
    case row(Int)
    case column(Int)
  }

  /// The pixel that is the channel-wise median of some lines: the color of an edge, disregarding what touches
  /// it here and there.
  private func edgeColor(of lines: [Line]) -> [UInt8] {
    let bytes = layout.bytesPerPixel
    return (0..<bytes).map { channel in
      var counts = [Int](repeating: 0, count: 256)
      for line in lines {
        switch line {
        case .row(let y):
          for x in 0..<size.width { counts[Int(samples[(y * size.width + x) * bytes + channel])] += 1 }
        case .column(let x):
          for y in 0..<size.height { counts[Int(samples[(y * size.width + x) * bytes + channel])] += 1 }
        }
      }
      let half = counts.reduce(0, +) / 2
      var seen = 0
      return UInt8(
        counts.firstIndex { count in
          seen += count
          return seen > half
        } ?? 255)
    }
  }

  /// Two rasters of the same height and layout, with columns of one color between them.
  fileprivate static func sideBySide(_ left: Raster, _ right: Raster, gutter: Int, _ color: Color?) -> Raster
  {
    let layout = left.layout
    let bytes = layout.bytesPerPixel
    var pixel: [UInt8] = []
    if gutter > 0 {
      if let color {
        pixel = layout == .gray ? [color.red] : [color.red, color.green, color.blue, 255]
      } else {
        let edges = [left.edgeColor(of: [.column(left.size.width - 1)]), right.edgeColor(of: [.column(0)])]
        pixel = zip(edges[0], edges[1]).map { UInt8((Int($0) + Int($1)) / 2) }
      }
    }
    let size = Size(width: left.size.width + gutter + right.size.width, height: left.size.height)
    let (leftBytes, rightBytes) = (left.size.width * bytes, right.size.width * bytes)
    return Raster(size: size, layout: layout) { out in
      guard var to = out.baseAddress else { return }
      left.samples.withUnsafeBufferPointer { leftSamples in
        right.samples.withUnsafeBufferPointer { rightSamples in
          guard var first = leftSamples.baseAddress, var second = rightSamples.baseAddress else { return }
          for _ in 0..<size.height {
            to.update(from: first, count: leftBytes)
            to += leftBytes
            for _ in 0..<gutter {
              for channel in 0..<bytes { to[channel] = pixel[channel] }
              to += bytes
            }
            to.update(from: second, count: rightBytes)
            to += rightBytes
            first += leftBytes
            second += rightBytes
          }
        }
      }
    }
  }
}

/// How to give pages of different heights the same height. Those that differ by at most 1 percent are always
/// padded.
public enum JoinHeights: String, OptionEnumeration, Hashable {
  /// The smaller page is enlarged.
  case scale
  /// The smaller page is centered on its own edge color.
  case pad
  /// The larger page loses the same amount at the top and at the bottom.
  case crop

  /// The most rows a page may lack to be padded with its last row.
  static func paddable(_ height: Int) -> Int { height / 100 }
}
