public import BookModel
public import Diagnostics

/// Pictures stacked on one another, as in a fixed-layout page.
public struct LayeredDrawing: PixelDrawing {
  public static let name = "layers"

  /// One picture at its position.
  public struct Layer: Hashable, Sendable {
    public var picture: Picture
    /// Its position in pixels of the drawing; parts of it may be outside.
    public var box: Box
    /// The area it is clipped to.
    public var clip: Box?
    public var opacity: Double
    /// Whether it darkens what is below it rather than hiding it.
    public var multiplies: Bool
    /// Whether it is repeated in all directions around its box, up to the clip.
    public var repeats: Bool

    public init(
      _ picture: Picture, in box: Box, clip: Box? = nil, opacity: Double = 1, multiplies: Bool = false,
      repeats: Bool = false
    ) {
      self.picture = picture
      self.box = box
      self.clip = clip
      self.opacity = opacity
      self.multiplies = multiplies
      self.repeats = repeats
    }
  }

  /// A rectangle whose edges need not lie between pixels.
  public struct Box: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// The pixels it covers at another scale; edges shared by two boxes stay shared.
    func pixels(_ scaleX: Double, _ scaleY: Double) -> PixelBox {
      func place(_ value: Double) -> Int { Int(min(1e9, max(-1e9, value)).rounded()) }
      let (left, top) = (place(x * scaleX), place(y * scaleY))
      return PixelBox(
        x: left, y: top, width: max(1, place((x + width) * scaleX) - left),
        height: max(1, place((y + height) * scaleY) - top))
    }

    var text: String {
      "\(Int(x.rounded())),\(Int(y.rounded())) \(Int(width.rounded()))x\(Int(height.rounded()))"
    }
  }

  struct PixelBox: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    func intersection(_ other: PixelBox) -> PixelBox {
      let (left, top) = (max(x, other.x), max(y, other.y))
      return PixelBox(
        x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
        height: max(0, min(y + height, other.y + other.height) - top))
    }
  }

  public let facts: PictureFacts
  /// The layers, lowest first.
  public let stack: [Layer]

  /// - Parameters:
  ///   - size: the page's size.
  ///   - stack: its layers, the lowest first.
  ///   - pictures: the facts of each layer's picture: the page is written in the format of the largest lossy
  ///     one, and stays gray if all of them are.
  public init(size: Size, _ stack: [Layer], pictures: [PictureFacts]) {
    self.stack = stack
    let lossy = pictures.filter { $0.format.isLossless != true && $0.fidelity != .lossless }
    let format = lossy.max { $0.size.area < $1.size.area }?.format ?? .png
    let isGray = pictures.allSatisfy { $0.color == .gray }
    facts = PictureFacts(format: format, size: size, color: isGray ? .gray : .rgb)
  }

  private init(_ facts: PictureFacts, _ stack: [Layer]) {
    self.facts = facts
    self.stack = stack
  }

  public var parameters: String {
    let places = stack.map { layer in
      var text = layer.box.text
      if let clip = layer.clip { text += " in \(clip.text)" }
      if layer.opacity < 1 { text += " at \(Int((layer.opacity * 100).rounded()))%" }
      if layer.multiplies { text += " multiplied" }
      if layer.repeats { text += " repeated" }
      return text
    }
    return "\(facts.size): " + places.joined(separator: ", ")
  }

  public var layers: [Picture] { stack.map(\.picture) }

  public func mapping(_ entry: (EntryReference) -> EntryReference) -> LayeredDrawing {
    LayeredDrawing(
      facts,
      stack.map { layer in
        var layer = layer
        layer.picture = layer.picture.mapping(entry)
        return layer
      })
  }

  public func draw(at size: Size, on ground: any DrawingGround) throws(Diagnostic) -> Raster {
    let (scaleX, scaleY) = (
      Double(size.width) / Double(facts.size.width), Double(size.height) / Double(facts.size.height)
    )
    let isGray = facts.color == .gray
    var page = Raster(size: size, layout: isGray ? .gray : .rgb, filledWith: 255)
    let whole = PixelBox(x: 0, y: 0, width: size.width, height: size.height)
    for layer in stack {
      try checkInterruption()
      let box = layer.box.pixels(scaleX, scaleY)
      var area = layer.clip.map { $0.pixels(scaleX, scaleY).intersection(whole) } ?? whole
      if !layer.repeats { area = area.intersection(box) }
      guard area.width > 0, area.height > 0, layer.opacity > 0 else { continue }
      let picture = try ground.raster(of: layer.picture, at: Size(width: box.width, height: box.height))
      page.lay(picture, at: box, area, layer)
    }
    return page
  }
}

extension Raster {
  /// Draws a picture over this one, which is opaque.
  ///
  /// - Parameters:
  ///   - box: the picture's position.
  ///   - area: the part of this raster that may be changed.
  fileprivate mutating func lay(
    _ picture: Raster, at box: LayeredDrawing.PixelBox, _ area: LayeredDrawing.PixelBox,
    _ layer: LayeredDrawing.Layer
  ) {
    let (from, to) = (picture.layout.bytesPerPixel, layout.bytesPerPixel)
    let hasAlpha = picture.layout == .rgba
    let opacity = Int((layer.opacity * 255).rounded())
    let width = size.width
    samples.withUnsafeMutableBufferPointer { out in
      picture.samples.withUnsafeBufferPointer { source in
        for y in area.y..<(area.y + area.height) {
          // A true modulo, for a picture that repeats in all directions.
          let row = ((y - box.y) % box.height + box.height) % box.height
          for x in area.x..<(area.x + area.width) {
            let column = ((x - box.x) % box.width + box.width) % box.width
            let over = (row &* box.width &+ column) &* from
            let under = (y &* width &+ x) &* to
            let alpha = (hasAlpha ? Int(source[over &+ 3]) : 255) * opacity / 255
            guard alpha > 0 else { continue }
            for channel in 0..<(to == 1 ? 1 : 3) {
              var value = Int(source[from == 1 ? over : over &+ channel])
              let below = Int(out[under &+ channel])
              if layer.multiplies { value = (value * below + 127) / 255 }
              if alpha < 255 { value = (value * alpha + below * (255 - alpha) + 127) / 255 }
              out[under &+ channel] = UInt8(value)
            }
          }
        }
      }
    }
  }
}
