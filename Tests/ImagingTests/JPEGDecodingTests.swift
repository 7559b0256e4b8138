import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Decoding JPEG")
struct JPEGDecodingTests {
  /// The middle of each quarter, in reading order, of an upright sample.
  private func quarters(_ raster: Raster) -> [[Int]] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { column, row in
      raster.channels(at: raster.size.width * column / 4, raster.size.height * row / 4)
    }
  }

  private func isNear(_ found: [[Int]], _ expected: [[Int]], within tolerance: Int = 24) -> Bool {
    zip(found, expected).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) <= tolerance } }
      && found.map(\.count) == expected.map(\.count)
  }

  static let colors = [[220, 0, 0], [0, 160, 0], [0, 0, 220], [255, 255, 255]]

  @Test(
    "color comes out as RGB, baseline and progressive", arguments: [SampleJPEG.rgb, SampleJPEG.progressive])
  func color(_ bytes: [UInt8]) throws {
    let raster = try decodePicture(bytes)
    #expect(raster.size == Size(width: 16, height: 24))
    #expect(raster.layout == .rgb)
    #expect(isNear(quarters(raster), JPEGDecodingTests.colors), "\(quarters(raster))")
  }

  @Test("gray stays gray, with restart markers or not", arguments: [SampleJPEG.gray, SampleJPEG.restart])
  func gray(_ bytes: [UInt8]) throws {
    let raster = try decodePicture(bytes)
    #expect(raster.layout == .gray)
    #expect(isNear(quarters(raster), [[66], [94], [25], [255]]), "\(quarters(raster))")
  }

  @Test("CMYK of Adobe's programs is stored inverted, and inverted back")
  func cmyk() throws {
    let raster = try decodePicture(SampleJPEG.cmyk)
    #expect(raster.layout == .rgb)
    #expect(isNear(quarters(raster), JPEGDecodingTests.colors), "\(quarters(raster))")
    // Without Adobe's segment the same samples mean the opposite.
    var plain = SampleJPEG.cmyk
    let adobe = try #require(plain.indices.first { plain[$0] == 0xFF && plain[$0 + 1] == 0xEE })
    plain.removeSubrange(adobe..<adobe + 16)
    #expect(isNear([quarters(try decodePicture(plain))[3]], [[0, 0, 0]]))
  }

  @Test(
    "the orientation is applied",
    arguments: [
      (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]), (5, [0, 2, 1, 3]),
      (6, [2, 0, 3, 1]),
      (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
    ] as [(Int, [Int])])
  func orientation(_ orientation: Int, _ order: [Int]) throws {
    let raster = try decodePicture(SampleJPEG.oriented(orientation))
    #expect(raster.size == (orientation >= 5 ? Size(width: 24, height: 16) : Size(width: 16, height: 24)))
    let expected = order.map { JPEGDecodingTests.colors[$0] }
    #expect(isNear(quarters(raster), expected), "\(quarters(raster))")
  }

  @Test(
    "a reduced picture is as small as asked for, or the next larger scale",
    arguments: [
      (Size(width: 2, height: 3), Size(width: 2, height: 3)),
      (Size(width: 3, height: 3), Size(width: 4, height: 6)),
      (Size(width: 5, height: 7), Size(width: 8, height: 12)),
      (Size(width: 9, height: 1), Size(width: 16, height: 24)),
      (Size(width: 99, height: 99), Size(width: 16, height: 24)),
    ])
  func reduced(_ wanted: Size, _ result: Size) throws {
    #expect(try decodePicture(SampleJPEG.rgb, smallestSize: wanted).size == result)
    // The wish is for the upright size.
    let turned = try decodePicture(
      SampleJPEG.oriented(6), smallestSize: Size(width: wanted.height, height: wanted.width))
    #expect(turned.size == Size(width: result.height, height: result.width))
  }

  @Test(
    "any sampling of the colors is decoded, named by us or not",
    arguments: [
      SampleJPEG.sampled411, SampleJPEG.sampled440, SampleJPEG.sampled410, SampleJPEG.sampled31,
    ])
  func samplings(_ bytes: [UInt8]) throws {
    let raster = try decodePicture(bytes)
    // Colors that are sampled once in eight pixels run into each other: looked at far from the edges.
    #expect(raster.size == Size(width: 16, height: 24) && raster.layout == .rgb)
    let corners = [(0, 0), (15, 0), (0, 23), (15, 23)].map { raster.channels(at: $0.0, $0.1) }
    #expect(isNear(corners, JPEGDecodingTests.colors, within: 40), "\(corners)")
    #expect(try decodePicture(bytes, grayOnly: true).layout == .gray)
  }

  @Test(
    "samples stored as RGB and as YCCK come out as RGB", arguments: [SampleJPEG.storedAsRGB, SampleJPEG.ycck])
  func otherSpaces(_ bytes: [UInt8]) throws {
    let raster = try decodePicture(bytes)
    #expect(isNear(quarters(raster), JPEGDecodingTests.colors, within: 40), "\(quarters(raster))")
  }

  @Test("luma alone is the luma of the colors", arguments: [JPEGSampling.full, .half, .quarter])
  func luma(_ sampling: JPEGSampling) throws {
    let image = try encodePicture(
      JPEGEncodingTests.ramp(96, 64, .rgb), as: .jpeg, JPEGEncodingTests.request(92, sampling)
    ).bytes
    let color = try decodePicture(image)
    let gray = try decodePicture(image, grayOnly: true)
    #expect(gray.layout == .gray && gray.size == color.size)
    for pixel in 0..<color.size.area {
      let parts = (0..<3).map { Double(color.samples[pixel * 4 + $0]) }
      let luma = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
      guard abs(luma - Double(gray.samples[pixel])) > 1 else { continue }
      Issue.record("\(pixel): \(luma), \(gray.samples[pixel])")
      return
    }
    // What is stored as RGB has no luma to be taken as it is.
    let computed = try decodePicture(SampleJPEG.storedAsRGB, grayOnly: true)
    #expect(isNear(quarters(computed), [[66], [94], [25], [255]]), "\(quarters(computed))")
  }

  @Test("a reduced picture knows the size it stands for, upright", arguments: 1...8)
  func fullSize(_ orientation: Int) throws {
    let bytes = SampleJPEG.oriented(orientation)
    let small = try decodePicture(bytes, smallestSize: Size(width: 2, height: 2))
    let full = try decodePicture(bytes)
    #expect(small.size != full.size)
    #expect(small.fullSize == full.size && full.fullSize == full.size)
  }

  @Test(
    "bytes behind the end are told of, and change nothing",
    arguments: [SampleJPEG.rgb, SampleJPEG.progressive])
  func behindTheEnd(_ bytes: [UInt8]) throws {
    let long = bytes + ascii("and some more")
    #expect(try inspectPicture(long).warnings.map(\.rule) == [.pictureTrailingBytes])
    #expect(try decodePicture(long) == decodePicture(bytes))
  }

  @Test("data cut short or broken are damage, not half a page", arguments: [SampleJPEG.rgb, SampleJPEG.gray])
  func damage(_ bytes: [UInt8]) {
    let scan = bytes.indices.last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA } ?? 0
    let cut = Array(bytes[..<(bytes.count - 12)])
    #expect(failure { () throws(Diagnostic) in try decodePicture(cut) } == .pictureData)
    let ended = cut + [0xFF, 0xD9]
    #expect(failure { () throws(Diagnostic) in try decodePicture(ended) } == .pictureData)
    #expect(scan > 0)
  }

  @Test("stray bytes between segments do not hide damage, nor count as any")
  func stray() throws {
    let stray = Array(SampleJPEG.rgb[..<2]) + [0xFF, 0xFE, 0, 3, 1, 7, 7, 7] + SampleJPEG.rgb[2...]
    #expect(try decodePicture(stray) == decodePicture(SampleJPEG.rgb))
    let cut = stray.dropLast(14) + [0xFF, 0xD9]
    #expect(failure { () throws(Diagnostic) in try decodePicture(Array(cut)) } == .pictureData)
  }

  @Test(
    "variants the codec cannot decode are refused by name, and are no damage",
    arguments: [
      (0xC3, 8, "lossless"), (0xC1, 12, "12 bits"), (0xC5, 8, "hierarchical"),
    ] as [(UInt8, UInt8, String)])
  func unsupported(_ marker: UInt8, _ bits: UInt8, _ word: String) throws {
    var bytes = SampleJPEG.gray
    let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 1] = marker
    bytes[frame + 4] = bits
    do throws(Diagnostic) {
      _ = try decodePicture(bytes)
      Issue.record("it passed")
    } catch {
      #expect(error.rule == .codecUnsupported && error.rule.category == .input)
      #expect(error.message.contains(word), "\(error.message)")
    }
  }

  @Test(
    "formats without a codec say that they can only be copied",
    arguments: [SampleJPEG2000.bare, SampleJPEG2000.file])
  func missing(_ bytes: [UInt8]) {
    do throws(Diagnostic) {
      _ = try decodePicture(bytes)
      Issue.record("it passed")
    } catch {
      #expect(error.rule == .codecMissing)
      #expect(error.message.contains("only be copied"))
    }
  }

  @Test("a codec of one's own takes the place of the built-in one")
  func registry() throws {
    let raster = try decodePicture(SampleGIF.still, codecs: .builtIn.with(WhiteGIF.self))
    #expect(raster == Raster(size: Size(width: 4, height: 3), filledWith: 255))
    #expect(
      failure { () throws(Diagnostic) in try WhiteGIF.encode(raster, EncodeRequest()) } == .codecMissing)
  }

  private enum WhiteGIF: ImageCodec {
    static let format = ImageFormat.gif
    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
      Raster(size: request.facts.size, filledWith: 255)
    }
  }
}
