import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Writing JPEG")
struct JPEGEncodingTests {
  static func request(
    _ quality: Int = 90, _ sampling: JPEGSampling = .full, progressive: Bool = false
  ) -> EncodeRequest {
    var request = EncodeRequest()
    request.quality = quality
    request.sampling = sampling
    request.progressive = progressive
    return request
  }

  /// A smooth picture, which every quality keeps well.
  static func ramp(_ width: Int, _ height: Int, _ layout: Raster.Layout) -> Raster {
    Raster(size: Size(width: width, height: height), layout: layout) { samples in
      for pixel in 0..<width * height {
        let (x, y) = (pixel % width, pixel / width)
        let color = [x * 200 / width + 20, y * 200 / height + 20, (x + y) * 200 / (width + height) + 20, 255]
        let count = layout.bytesPerPixel
        for channel in 0..<count { samples[pixel * count + channel] = UInt8(color[channel]) }
      }
    }
  }

  static func largestDifference(_ one: Raster, _ other: Raster) -> Int {
    guard one.size == other.size, one.layout == other.layout else { return 256 }
    return zip(one.samples, other.samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(
    "what is written looks like what was there",
    arguments: [JPEGSampling.full, .half, .quarter], [false, true])
  func colors(_ sampling: JPEGSampling, _ progressive: Bool) throws {
    let raster = JPEGEncodingTests.ramp(67, 45, .rgb)
    let request = JPEGEncodingTests.request(95, sampling, progressive: progressive)
    let image = try encodePicture(raster, as: .jpeg, request)
    #expect(image.format == .jpeg)
    let (facts, warnings) = try inspectPicture(image.bytes)
    #expect(warnings == [])
    #expect(facts.size == raster.size && facts.color == .rgb && facts.bitsPerSample == 8)
    #expect(JPEGEncodingTests.largestDifference(try decodePicture(image.bytes), raster) <= 12)
    #expect(try encodePicture(raster, as: .jpeg, request) == image)
    let frame = progressive ? [0xFF, 0xC2] as [UInt8] : [0xFF, 0xC0]
    #expect(image.bytes.indices.contains { image.bytes[$0...].starts(with: frame) })
  }

  @Test("a gray raster becomes a gray JPEG")
  func gray() throws {
    let raster = JPEGEncodingTests.ramp(67, 45, .gray)
    let image = try encodePicture(raster, as: .jpeg, JPEGEncodingTests.request(95))
    #expect(try inspectPicture(image.bytes).facts.color == .gray)
    #expect(JPEGEncodingTests.largestDifference(try decodePicture(image.bytes), raster) <= 4)
  }

  @Test("transparent pixels lie on white")
  func alpha() throws {
    let clear = Raster(
      size: Size(width: 8, height: 8), layout: .rgba, samples: [UInt8](repeating: 0, count: 256))
    let decoded = try decodePicture(encodePicture(clear, as: .jpeg, JPEGEncodingTests.request()).bytes)
    #expect(decoded.samples.allSatisfy { $0 >= 254 })
  }

  @Test("a baseline file behind a progressive one is sound")
  func behindProgressive() throws {
    let raster = JPEGEncodingTests.ramp(160, 120, .rgb)
    let before = try encodePicture(raster, as: .jpeg, JPEGEncodingTests.request())
    _ = try encodePicture(raster, as: .jpeg, JPEGEncodingTests.request(progressive: true))
    #expect(try encodePicture(raster, as: .jpeg, JPEGEncodingTests.request()) == before)
  }

  @Test(
    "sizes JPEG cannot hold are refused, before anything is made",
    arguments: [
      Size(width: 0, height: 3), Size(width: 3, height: 0), Size(width: 65_501, height: 1),
      Size(width: 1, height: 65_536),
    ])
  func sizes(_ size: Size) {
    let raster = Raster(size: size, filledWith: 255)
    #expect(
      failure { () throws(Diagnostic) in
        try encodePicture(raster, as: .jpeg, JPEGEncodingTests.request()).bytes
      } == .pictureUnencodable)
  }

  @Test(
    "the longest side is written",
    arguments: [Size(width: 65_500, height: 1), Size(width: 1, height: 65_500)])
  func longest(_ size: Size) throws {
    let raster = Raster(size: size, filledWith: 128)
    let image = try encodePicture(raster, as: .jpeg, JPEGEncodingTests.request())
    #expect(try decodePicture(image.bytes) == raster)
  }

  @Test("formats nobody writes say so")
  func missing() {
    let raster = Raster(size: Size(width: 2, height: 2), filledWith: 0)
    #expect(
      failure { () throws(Diagnostic) in try encodePicture(raster, as: .bmp, EncodeRequest()).bytes }
        == .codecMissing)
  }
}
