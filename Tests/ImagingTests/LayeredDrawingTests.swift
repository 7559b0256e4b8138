import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Pictures laid on one another")
struct LayeredDrawingTests {
  /// Gives rasters of one color by the key of an entry: 0 red, 1 half-transparent blue, 2 gray.
  private struct Ground: DrawingGround {
    let limits = Limits()
    func bytes(of entry: EntryReference) throws(Diagnostic) -> [UInt8] { [] }
    func raster(of layer: Picture, at size: Size) throws(Diagnostic) -> Raster {
      let key = layer.entries.first?.key ?? 0
      if key == 2 { return Raster(size: size, filledWith: 128) }
      let pixel: [UInt8] = key == 0 ? [255, 0, 0, 255] : [0, 0, 255, 128]
      return Raster(size: size, layout: key == 0 ? .rgb : .rgba) { out in
        for index in out.indices { out[index] = pixel[index % 4] }
      }
    }
  }

  private func layer(
    _ key: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    clip: LayeredDrawing.Box? = nil, opacity: Double = 1, multiplies: Bool = false, repeats: Bool = false
  ) -> LayeredDrawing.Layer {
    LayeredDrawing.Layer(
      .entry(EntryReference(source: .main, key: key, name: "\(key)")),
      in: LayeredDrawing.Box(x: x, y: y, width: width, height: height), clip: clip, opacity: opacity,
      multiplies: multiplies, repeats: repeats)
  }

  private let size = Size(width: 4, height: 2)
  private let color = PictureFacts(format: .png, size: Size(width: 4, height: 2))

  /// The colors of a row.
  private func row(_ layers: [LayeredDrawing.Layer], y: Int = 0, at size: Size? = nil) throws -> [[UInt8]] {
    let drawing = LayeredDrawing(size: self.size, layers, pictures: [color])
    let raster = try drawing.draw(at: size ?? self.size, on: Ground())
    #expect(raster.layout == .rgb && raster.size == size ?? self.size)
    return (0..<raster.size.width).map { x in
      Array(raster.samples[(y * raster.size.width + x) * 4..<(y * raster.size.width + x) * 4 + 3])
    }
  }

  private let white: [UInt8] = [255, 255, 255]
  private let red: [UInt8] = [255, 0, 0]

  @Test("each lies in its place, cut to the page, on white")
  func places() throws {
    #expect(try row([layer(0, 1, 0, 2, 1)]) == [white, red, red, white])
    #expect(try row([layer(0, 1, 0, 2, 1)], y: 1) == [white, white, white, white])
    #expect(try row([layer(0, -2, -1, 3, 2)]) == [red, white, white, white])
    #expect(
      try row([layer(0, 0, 0, 4, 2, clip: .init(x: 1, y: 0, width: 1, height: 2))]) == [
        white, red, white, white,
      ])
    #expect(try row([layer(0, 90, 0, 4, 2)]) == [white, white, white, white])
  }

  @Test("what is half transparent shows what is below it; opacity adds to that")
  func blending() throws {
    #expect(try row([layer(0, 0, 0, 4, 2), layer(1, 0, 0, 1, 1)])[0] == [127, 0, 128])
    #expect(try row([layer(0, 0, 0, 4, 2), layer(2, 0, 0, 1, 1, opacity: 0)])[0] == red)
    #expect(try row([layer(0, 0, 0, 4, 2), layer(2, 0, 0, 1, 1, multiplies: true)])[0] == [128, 0, 0])
  }

  @Test("what repeats goes on in all directions as far as it is not cut off")
  func repeating() throws {
    let clip = LayeredDrawing.Box(x: 0, y: 0, width: 3, height: 2)
    #expect(try row([layer(0, 1, 1, 1, 1, clip: clip, repeats: true)]) == [red, red, red, white])
  }

  @Test("at another size everything moves along")
  func scaled() throws {
    let wide = Size(width: 8, height: 4)
    #expect(try row([layer(0, 1, 0, 2, 1)], at: wide) == [white, white, red, red, red, red, white, white])
  }

  @Test("it is written in the format of its largest lossy picture, gray where all are gray")
  func facts() throws {
    let photo = PictureFacts(
      format: .jpeg, size: Size(width: 9, height: 9), fidelity: .lossy(quality: 90, sampling: nil))
    #expect(LayeredDrawing(size: size, [], pictures: [color, photo]).facts.format == .jpeg)
    #expect(LayeredDrawing(size: size, [], pictures: [color]).facts.format == .png)
    let gray = PictureFacts(format: .png, size: size, color: .gray)
    let drawing = LayeredDrawing(size: size, [layer(2, 0, 0, 4, 2)], pictures: [gray, gray])
    #expect(drawing.facts.color == .gray)
    #expect(try drawing.draw(at: size, on: Ground()).layout == .gray)
  }

  @Test("its parameters tell its layers apart, and its entries can be exchanged")
  func parameters() {
    let drawing = LayeredDrawing(
      size: size, [layer(0, 0, 0, 4, 2), layer(1, 1, 0, 2, 1, opacity: 0.5, repeats: true)], pictures: [color]
    )
    #expect(drawing.parameters == "4x2: 0,0 4x2, 1,0 2x1 at 50% repeated")
    let mapped = drawing.mapping { EntryReference(source: SourceID(7), key: $0.key, name: $0.name) }
    #expect(mapped.layers.flatMap(\.entries).allSatisfy { $0.source == SourceID(7) })
  }
}
