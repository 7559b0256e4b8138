import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Reading and writing WebP")
struct WebPCodecTests {
  @Test("lossless files give every sample back, those of transparent pixels too", arguments: 0...6)
  func lossless(_ effort: Int) throws {
    for layout in [Raster.Layout.rgb, .rgba] {
      let page = paintedPage(61, 47, layout)
      let copy = try throughFile(page, .webp) {
        $0.lossless = true
        $0.effort = effort
      }
      #expect(copy == page)
    }
  }

  @Test("gray is written as color, whose channels stay equal")
  func gray() throws {
    let page = paintedPage(40, 30, .gray)
    let copy = try throughFile(page, .webp) { $0.lossless = true }
    #expect(copy.layout == .rgb)
    #expect(copy.samples == page.samples.flatMap { [$0, $0, $0, 255] })
  }

  @Test("more quality is more alike and takes more bytes")
  func lossy() throws {
    let page = paintedPage(120, 90, .rgb)
    var last = (alike: 0.0, bytes: 0)
    for quality in [10, 60, 95] {
      var request = EncodeRequest()
      request.quality = quality
      let bytes = try encodePicture(page, as: .webp, request).bytes
      let alike = try peakSignalToNoise(page, decodePicture(bytes))
      #expect(alike > last.alike && bytes.count > last.bytes, "quality \(quality)")
      last = (alike, bytes.count)
    }
    #expect(last.alike > 25)
  }

  @Test("lossy files keep alpha as it is, and stay opaque without it")
  func alpha() throws {
    let page = paintedPage(50, 40, .rgba)
    let copy = try throughFile(page, .webp)
    #expect(
      stride(from: 3, to: page.samples.count, by: 4).allSatisfy { copy.samples[$0] == page.samples[$0] })
    let opaque = try throughFile(paintedPage(50, 40, .rgb), .webp)
    #expect(stride(from: 3, to: opaque.samples.count, by: 4).allSatisfy { opaque.samples[$0] == 255 })
  }

  @Test("the same page gives the same bytes")
  func deterministic() throws {
    let page = paintedPage(64, 64, .rgb)
    #expect(
      try encodePicture(page, as: .webp, EncodeRequest()) == encodePicture(page, as: .webp, EncodeRequest()))
  }

  @Test("sides over 16383 pixels are refused by rule, the largest are written")
  func tooLarge() throws {
    let tall = Raster(size: Size(width: 1, height: 16_384), filledWith: 7)
    #expect(
      failure { () throws(Diagnostic) in try WebPCodec.encode(tall, EncodeRequest()) } == .pictureUnencodable)
    let most = Raster(size: Size(width: 16_383, height: 1), filledWith: 7)
    #expect(try throughFile(most, .webp).size == most.size)
  }

  @Test("the first frame of an animation is laid on its transparent canvas")
  func animated() throws {
    let page = paintedPage(10, 8, .rgba)
    var request = EncodeRequest()
    request.lossless = true
    let still = try encodePicture(page, as: .webp, request).bytes
    let image = try #require(WebPCodecTests.chunk("VP8L", of: still))
    // At (4, 2) of 20 by 12, for 100 ms; then the same again.
    let frame = SampleWebP.chunk(
      "ANMF", little24(2) + little24(1) + little24(9) + little24(7) + little24(100) + [0] + image)
    let head = SampleWebP.chunk("ANIM", [0, 0, 255, 255, 0, 0])
    let bytes = SampleWebP.file([SampleWebP.extended(0x12, 20, 12), head, frame, frame])
    let raster = try decodePicture(bytes)
    #expect(raster.size == Size(width: 20, height: 12) && raster.layout == .rgba)
    for y in 0..<12 {
      for x in 0..<20 {
        let pixel = raster.samples[(y * 20 + x) * 4..<(y * 20 + x) * 4 + 4]
        let isInside = (4..<14).contains(x) && (2..<10).contains(y)
        let source = ((y - 2) * 10 + x - 4) * 4
        #expect(Array(pixel) == (isInside ? Array(page.samples[source..<source + 4]) : [0, 0, 0, 0]))
      }
    }
    expectDamageOrPixels(bytes, step: 3)
    let outside = SampleWebP.chunk(
      "ANMF", little24(8) + little24(1) + little24(9) + little24(7) + little24(100) + [0] + image)
    let wrong = SampleWebP.file([SampleWebP.extended(0x12, 20, 12), head, outside])
    #expect(failure { () throws(Diagnostic) in try decodePicture(wrong) } == .pictureData)
  }

  /// A chunk of a file with one, with its head and padding.
  private static func chunk(_ type: String, of file: [UInt8]) -> [UInt8]? {
    var offset = 12
    while offset + 8 <= file.count {
      let length = file[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let end = offset + 8 + length + length % 2
      if file[offset..<offset + 4].elementsEqual(ascii(type)) { return Array(file[offset..<end]) }
      offset = end
    }
    return nil
  }

  @Test("damaged and shortened files are refused or decoded, whatever byte it is")
  func damage() throws {
    for isLossless in [false, true] {
      var request = EncodeRequest()
      request.lossless = isLossless
      let bytes = try encodePicture(paintedPage(30, 20, .rgba), as: .webp, request).bytes
      expectDamageOrPixels(bytes, step: 2)
      let cut = Array(bytes[..<(bytes.count * 2 / 3)])
      #expect(failure { () throws(Diagnostic) in try decodePicture(cut) }?.category == .damage)
    }
  }

  @Test("a canvas that is not the size of its picture is damage")
  func twoSizes() throws {
    let still = try encodePicture(paintedPage(16, 16, .rgb), as: .webp, EncodeRequest()).bytes
    let image = try #require(WebPCodecTests.chunk("VP8 ", of: still))
    let bytes = SampleWebP.file([SampleWebP.extended(0, 17, 16), image])
    #expect(failure { () throws(Diagnostic) in try decodePicture(bytes) } == .pictureData)
  }
}
