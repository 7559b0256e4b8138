import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("ICC profiles")
struct ColorProfileTests {
  /// A PNG with a profile: stored, not packed.
  private func png(_ profile: [UInt8], color: UInt8 = 2, rows: [[UInt8]], before: [[UInt8]] = []) -> [UInt8] {
    let width = rows[0].count / [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(color), default: 1]
    let chunk = SamplePNG.chunk("iCCP", ascii("name\0\0") + zlib(profile))
    return SamplePNG.file(width, rows.count, color: color, rows: rows, before: [chunk] + before)
  }

  /// A JPEG of one color with a profile in segments of so many bytes.
  private func jpeg(
    _ raster: Raster, _ profile: [UInt8], pieces: Int = 1, order: [Int]? = nil
  ) throws -> [UInt8] {
    var bytes = try encodePicture(raster, as: .jpeg, JPEGEncodingTests.request(98)).bytes
    let length = (profile.count + pieces - 1) / pieces
    // Each is put in before the ones that are there.
    for index in (order ?? Array(0..<pieces)).reversed() {
      let part = profile[(index * length)..<min(profile.count, (index + 1) * length)]
      let head = ascii("ICC_PROFILE\0") + [UInt8(index + 1), UInt8(pieces)]
      bytes = SampleJPEG.inserting(0xE2, head + part, into: bytes)
    }
    return bytes
  }

  private func red(_ size: Int = 16) -> Raster {
    Raster(
      size: Size(width: size, height: size),
      triples: (0..<size * size).flatMap { _ in [220, 30, 30] as [UInt8] })
  }

  private func isNear(_ found: [Int], _ expected: [Int], _ tolerance: Int = 3) -> Bool {
    found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test("colors are converted to sRGB: RGB, RGBA, whose alpha stays, and palettes")
  func colors() throws {
    let rgb = try decodePicture(png(SampleProfile.swapped, rows: [[220, 30, 30, 0, 0, 0, 255, 255, 255]]))
    #expect(rgb.layout == .rgb)
    #expect(isNear(rgb.channels(at: 0, 0), [30, 30, 220], 6), "\(rgb.channels(at: 0, 0))")
    #expect(isNear(rgb.channels(at: 1, 0), [0, 0, 0]))
    #expect(isNear(rgb.channels(at: 2, 0), [255, 255, 255]))
    #expect(rgb.samples[3] == 255)
    let rgba = try decodePicture(png(SampleProfile.swapped, color: 6, rows: [[220, 30, 30, 77]]))
    #expect(rgba.layout == .rgba && isNear(rgba.channels(at: 0, 0), [30, 30, 220, 77], 6))
    let palette = SamplePNG.chunk("PLTE", [220, 30, 30])
    let indexed = try decodePicture(png(SampleProfile.swapped, color: 3, rows: [[0]], before: [palette]))
    #expect(isNear(indexed.channels(at: 0, 0), [30, 30, 220], 6))
  }

  @Test("gray is converted by a gray profile, and stays gray")
  func gray() throws {
    // Linear light: half of it is level 188.
    let profile = SampleProfile.gray(gamma: 1)
    let raster = try decodePicture(png(profile, color: 0, rows: [[0, 128, 255]]))
    #expect(raster.layout == .gray && isNear(raster.samples.map { Int($0) }, [0, 188, 255], 1))
    let alpha = try decodePicture(png(profile, color: 4, rows: [[128, 9]]))
    #expect(alpha.layout == .rgba && isNear(alpha.channels(at: 0, 0), [188, 188, 188, 9], 1))
    let photo = Raster(size: Size(width: 16, height: 16), filledWith: 128)
    let decoded = try decodePicture(jpeg(photo, profile))
    #expect(decoded.layout == .gray && isNear(decoded.channels(at: 5, 5), [188], 2))
    #expect(try decodePicture(jpeg(photo, profile), grayOnly: true).layout == .gray)
  }

  @Test("a profile in several JPEG segments is put together, in whatever order they come")
  func segments() throws {
    for order in [[0, 1, 2], [2, 0, 1]] {
      let raster = try decodePicture(jpeg(red(), SampleProfile.swapped, pieces: 3, order: order))
      #expect(isNear(raster.channels(at: 8, 8), [30, 30, 220], 8), "\(raster.channels(at: 8, 8))")
    }
    // One of them missing: as good as none.
    let part = try decodePicture(jpeg(red(), SampleProfile.swapped, pieces: 3, order: [0, 2]))
    #expect(isNear(part.channels(at: 8, 8), [220, 30, 30], 8))
  }

  @Test("a profile that is sRGB itself changes no sample")
  func identity() throws {
    let row: [UInt8] = (0..<192).map { UInt8($0 * 89 % 256) }
    #expect(
      try decodePicture(png(SampleProfile.sRGB, rows: [row]))
        == decodePicture(SamplePNG.file(64, 1, color: 2, rows: [row])))
  }

  @Test("luma alone is decoded where the profile leaves colors as they are, and only there")
  func luma() throws {
    #expect(try decodePicture(jpeg(red(), SampleProfile.sRGB), grayOnly: true).layout == .gray)
    let converted = try decodePicture(jpeg(red(), SampleProfile.swapped), grayOnly: true)
    #expect(converted.layout == .rgb && isNear(converted.channels(at: 8, 8), [30, 30, 220], 8))
  }

  @Test("broken profiles and those of another color model are passed over")
  func passedOver() throws {
    let row: [UInt8] = [220, 30, 30, 1, 2, 3]
    let plain = try decodePicture(SamplePNG.file(2, 1, color: 2, rows: [row]))
    var noSignature = SampleProfile.swapped
    noSignature[36] = 0
    var wild = SampleProfile.swapped
    for index in 128..<wild.count { wild[index] = 0xFF }
    let profiles = [
      SampleProfile.gray(gamma: 1), SampleProfile.ink, noSignature, wild, [],
      Array(SampleProfile.swapped.prefix(127)), Array(SampleProfile.swapped.prefix(300)),
    ]
    for profile in profiles { #expect(try decodePicture(png(profile, rows: [row])) == plain) }
    let faulty = [
      [], ascii("name"), ascii("name\0"), ascii("name\0\0"),
      ascii("name\0\u{1}") + zlib(SampleProfile.swapped),
      ascii("name\0\0") + zlib(SampleProfile.swapped).dropLast(9),
    ]
    for chunk in faulty {
      let bytes = SamplePNG.file(2, 1, color: 2, rows: [row], before: [SamplePNG.chunk("iCCP", chunk)])
      #expect(try decodePicture(bytes) == plain)
    }
  }

  @Test("a profile that unpacks to more than the limit is passed over")
  func bomb() throws {
    let profile = SampleProfile.swapped + [UInt8](repeating: 0, count: 17 << 20)
    let raster = try decodePicture(png(profile, rows: [[220, 30, 30]]))
    #expect(raster.channels(at: 0, 0) == [220, 30, 30])
  }

  @Test("ink is converted by its profile, inverted or not; without one by what inks leave of white")
  func ink() throws {
    // Red, green, blue and white, each by two inks of three.
    let adobe = SampleJPEG.inserting(
      0xE2, ascii("ICC_PROFILE\0") + [1, 1] + SampleProfile.ink, into: SampleJPEG.cmyk)
    let raster = try decodePicture(adobe)
    #expect(raster.layout == .rgb)
    #expect(isNear(raster.channels(at: 12, 18), [255, 255, 255]), "\(raster.channels(at: 12, 18))")
    #expect(raster.samples.indices.allSatisfy { $0 % 4 != 3 || raster.samples[$0] == 255 })
    // Without Adobe's segment the same samples mean the opposite: white is all inks at once, which is black.
    var plain = adobe
    let segment = try #require(plain.indices.first { plain[$0] == 0xFF && plain[$0 + 1] == 0xEE })
    plain.removeSubrange(segment..<segment + 16)
    let dark = try decodePicture(plain)
    #expect(isNear(dark.channels(at: 12, 18), [0, 0, 0], 8), "\(dark.channels(at: 12, 18))")
  }

  /// Stands for the codec of a format that is not built in.
  private enum RedPicture: ImageCodec {
    static let format = ImageFormat.webp
    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
      Raster(
        size: request.facts.size,
        triples: (0..<request.facts.size.area).flatMap { _ in [220, 30, 30] as [UInt8] })
    }
  }

  private enum RedTIFF: ImageCodec {
    static let format = ImageFormat.tiff
    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
      try RedPicture.decode(bytes, request)
    }
  }

  private enum RedAVIF: ImageCodec {
    static let format = ImageFormat.avif
    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(Diagnostic) -> Raster {
      try RedPicture.decode(bytes, request)
    }
  }

  @Test("profiles of WebP, TIFF and AVIF are found, whatever codec decodes")
  func containers() throws {
    let profile = SampleProfile.swapped
    let webP = SampleWebP.file([
      SampleWebP.extended(0x20, 4, 3), SampleWebP.chunk("ICCP", profile), SampleWebP.lossless(4, 3),
    ])
    let entries = [(256, 3, 4), (257, 3, 1), (258, 3, 8), (262, 3, 2), (277, 3, 3)]
    // The profile lies where the directory and its strip end.
    let end = 8 + 2 + (entries.count + 3) * 12 + 4 + 12
    var tiff = SampleTIFF.file(entries + [(34_675, 7, end)], strip: [UInt8](repeating: 0, count: 12))
    let count =
      try #require(tiff.indices.first { tiff[$0...].starts(with: little16(34_675) + little16(7)) }) + 4
    tiff.replaceSubrange(count..<count + 4, with: little32(profile.count))
    let avif = SampleISO.avif([SampleISO.extent(4, 3), SampleISO.box("colr", ascii("prof") + profile)])
    let codecs = ImageCodecs.builtIn.with(RedPicture.self).with(RedTIFF.self).with(RedAVIF.self)
    for bytes in [webP, tiff + profile, avif] {
      let raster = try decodePicture(bytes, codecs: codecs)
      #expect(isNear(raster.channels(at: 0, 0), [30, 30, 220], 6), "\(raster.channels(at: 0, 0))")
    }
  }

  @Test(
    "Little CMS under Pillow comes to the same colors, to one level",
    .enabled(if: Pillow.isThere, Comment(rawValue: Pillow.missing)), arguments: [1.8, 2.2])
  func pillow(_ gamma: Double) throws {
    let profile = SampleProfile.rgb(SampleProfile.wideColorants, gamma: gamma)
    let rows = (0..<32).map { y -> [UInt8] in
      var row: [UInt8] = []
      for x in 0..<32 { row += [UInt8(x * 8), UInt8(y * 8), UInt8((x + y) * 4)] }
      return row
    }
    let bytes = png(profile, rows: rows)
    let script = """
      import io
      from PIL import Image, ImageCms
      image = Image.open('a.png')
      profile = ImageCms.ImageCmsProfile(io.BytesIO(image.info['icc_profile']))
      image = ImageCms.profileToProfile(image, profile, ImageCms.createProfile('sRGB'), 0, 'RGB', False, 0x2000)
      open('raw', 'wb').write(image.tobytes())
      """
    let raster = try decodePicture(bytes)
    try Pillow.run(script, ["a.png": bytes]) { folder in
      let raw = try folder.read("raw")
      #expect(raw.count == raster.packedSamples.count)
      let worst = zip(raw, raster.packedSamples).map { abs(Int($0) - Int($1)) }.max()
      #expect((worst ?? 255) <= 1)
      #expect(raw != rows.flatMap { $0 })
    }
  }
}
