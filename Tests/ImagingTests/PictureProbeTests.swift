import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("What a picture's header says")
struct PictureProbeTests {
  @Test("a JPEG's frame tells size, color and depth")
  func jpeg() throws {
    #expect(
      try facts(SampleJPEG.rgb)
        == PictureFacts(
          format: .jpeg, size: Size(width: 16, height: 24),
          fidelity: .lossy(quality: 75, sampling: .full), byteCount: SampleJPEG.rgb.count))
    #expect(try facts(SampleJPEG.gray).color == .gray)
    #expect(try facts(SampleJPEG.cmyk).color == .cmyk)
    #expect(try facts(SampleJPEG.progressive).size == Size(width: 16, height: 24))
  }

  @Test("an orientation is applied to the size", arguments: 1...8)
  func orientation(_ orientation: Int) throws {
    let turned = orientation >= 5
    let sources = [
      SampleJPEG.oriented(orientation), SamplePNG.withChunks([SamplePNG.chunk("eXIf", exif(orientation))]),
      SampleTIFF.file([(256, 3, 4), (257, 3, 1), (258, 3, 8), (262, 3, 1), (274, 3, orientation)]),
      SampleWebP.file([
        SampleWebP.extended(0x08, 9, 7), SampleWebP.lossless(9, 7),
        SampleWebP.chunk("EXIF", exif(orientation)),
      ]),
    ]
    let stored = [
      Size(width: 16, height: 24), Size(width: 3, height: 2), Size(width: 4, height: 1),
      Size(width: 9, height: 7),
    ]
    for (bytes, size) in zip(sources, stored) {
      let facts = try facts(bytes)
      #expect(facts.orientation == orientation)
      #expect(facts.size == (turned ? Size(width: size.height, height: size.width) : size))
    }
  }

  @Test("an EXIF segment counts wherever it lies before the scan, and only the first that is sound")
  func exifPlace() throws {
    let behindFrame = SampleJPEG.inserting(0xE1, ascii("Exif\0\0") + exif(6), into: SampleJPEG.gray)
    #expect(
      try facts(SampleJPEG.inserting(0xE1, ascii("http://ns.adobe.com/xap/1.0/\0"), into: behindFrame))
        .orientation == 6)
    let twice = SampleJPEG.inserting(0xE1, ascii("Exif\0\0") + exif(3), into: SampleJPEG.oriented(6))
    #expect(try facts(twice).orientation == 3)
    let faultyFirst = SampleJPEG.inserting(0xE1, ascii("Exif\0\0MM"), into: SampleJPEG.oriented(6))
    #expect(try facts(faultyFirst).orientation == 6)
  }

  @Test(
    "a faulty EXIF block counts as none",
    arguments: [
      [], ascii("MM"), ascii("XX\0*") + big32(8), ascii("MM\0*") + big32(0xFFFF_FFFF), exif(0), exif(9),
      exif(700),
      Array(exif(6).prefix(16)), ascii("MM\0*") + big32(8) + big16(1) + ascii("broken"),
      ascii("MM\0*") + big32(8) + big16(0),
      ascii("MM\0*") + big32(8) + big16(1) + big16(0x0112) + big16(3) + big32(9) + big32(0xFFFF_FF00),
    ] as [[UInt8]])
  func faultyExif(_ block: [UInt8]) throws {
    #expect(
      try facts(SampleJPEG.inserting(0xE1, ascii("Exif\0\0") + block, into: SampleJPEG.rgb)).orientation == 1)
    #expect(try facts(SamplePNG.withChunks([SamplePNG.chunk("eXIf", block)])).orientation == 1)
    let webP = SampleWebP.file([
      SampleWebP.extended(0x08, 9, 7), SampleWebP.lossless(9, 7), SampleWebP.chunk("EXIF", block),
    ])
    #expect(try facts(webP).orientation == 1)
  }

  @Test("a JPEG's profile and depth are told")
  func jpegDetails() throws {
    let profile = ascii("ICC_PROFILE\0") + [1, 1, 0, 0, 0]
    #expect(try facts(SampleJPEG.inserting(0xE2, profile, into: SampleJPEG.rgb)).hasColorProfile)
    #expect(
      try !facts(SampleJPEG.inserting(0xE2, ascii("MPF\0 and more of it"), into: SampleJPEG.rgb))
        .hasColorProfile)
    var twelve = SampleJPEG.gray
    let frame = try #require(twelve.indices.first { twelve[$0] == 0xFF && twelve[$0 + 1] == 0xC0 })
    twelve[frame + 4] = 12
    #expect(try facts(twelve).bitsPerSample == 12)
  }

  @Test(
    "a PNG's color type, transparency, profile and animation are told",
    arguments: [
      (0, 1, [], PictureFacts.ColorModel.gray, false), (0, 16, [], .gray, false), (2, 8, [], .rgb, false),
      (3, 4, [], .palette, false), (3, 8, ["tRNS"], .palette, true), (4, 8, [], .gray, true),
      (6, 16, [], .rgb, true),
      (0, 8, ["tRNS"], .gray, true), (2, 16, ["tRNS"], .rgb, true),
    ] as [(UInt8, UInt8, [String], PictureFacts.ColorModel, Bool)])
  func png(
    _ color: UInt8, _ depth: UInt8, _ chunks: [String], _ model: PictureFacts.ColorModel, _ alpha: Bool
  ) throws {
    let bytes =
      SamplePNG.signature + SamplePNG.header(5, 4, color: color, depth: depth)
      + chunks.flatMap { SamplePNG.chunk($0, [0, 0]) } + SamplePNG.chunk("IDAT", [1])
    let facts = try facts(bytes)
    #expect(facts.size == Size(width: 5, height: 4))
    #expect(facts.color == model)
    #expect(facts.bitsPerSample == Int(depth))
    #expect(facts.hasAlpha == alpha)
    #expect(!facts.isAnimated)
  }

  @Test("an APNG is animated, and a profile is seen")
  func pngExtras() throws {
    let facts = try facts(
      SamplePNG.withChunks([SamplePNG.chunk("iCCP", [1]), SamplePNG.chunk("acTL", big32(2) + big32(0))]))
    #expect(facts.isAnimated)
    #expect(facts.hasColorProfile)
  }

  @Test("a GIF is animated only where a second frame follows")
  func gif() throws {
    let still = try facts(SampleGIF.still)
    #expect(still.size == Size(width: 4, height: 3))
    #expect(still.color == .palette)
    #expect(!still.isAnimated && !still.hasAlpha)
    let animated = try facts(SampleGIF.animated)
    #expect(animated.isAnimated && animated.hasAlpha)
    // A first frame that leaves the screen makes it larger.
    #expect(
      try facts(SampleGIF.file(4, 3, frames: [SampleGIF.frame(4, 5, left: 2)])).size
        == Size(width: 6, height: 5))
  }

  @Test("a WebP's first chunk tells size, transparency, profile and animation")
  func webP() throws {
    #expect(try facts(SampleWebP.file([SampleWebP.lossy(500, 300)])).size == Size(width: 500, height: 300))
    let lossless = try facts(SampleWebP.file([SampleWebP.lossless(16_384, 1, alpha: true)]))
    #expect(lossless.size == Size(width: 16_384, height: 1))
    #expect(lossless.hasAlpha)
    let extended = try facts(
      SampleWebP.file([SampleWebP.extended(0x32, 70_000, 2), SampleWebP.chunk("ANIM", [])]))
    #expect(extended.size == Size(width: 70_000, height: 2))
    #expect(extended.hasAlpha && extended.isAnimated && extended.hasColorProfile)
    // Announced, but not there.
    #expect(
      try facts(SampleWebP.file([SampleWebP.extended(0x08, 9, 7), SampleWebP.lossless(9, 7)])).orientation
        == 1)
  }

  @Test(
    "an AVIF's turn and mirror are applied to its size",
    arguments: [
      ([], 1), ([SampleISO.box("irot", [1])], 8), ([SampleISO.box("irot", [2])], 3),
      ([SampleISO.box("irot", [3])], 6),
      ([SampleISO.box("imir", [0])], 4), ([SampleISO.box("imir", [1])], 2),
      ([SampleISO.box("irot", [1]), SampleISO.box("imir", [0])], 5),
      ([SampleISO.box("irot", [1]), SampleISO.box("imir", [1])], 7),
      ([SampleISO.box("irot", [2]), SampleISO.box("imir", [1])], 4),
      ([SampleISO.box("irot", [3]), SampleISO.box("imir", [1])], 5),
    ] as [([[UInt8]], Int)])
  func avif(_ transforms: [[UInt8]], _ orientation: Int) throws {
    let facts = try facts(SampleISO.avif([SampleISO.extent(30, 20)] + transforms))
    #expect(facts.orientation == orientation)
    #expect(facts.size == (orientation >= 5 ? Size(width: 20, height: 30) : Size(width: 30, height: 20)))
  }

  @Test("an AVIF's depth, alpha item, profile and sequence are told")
  func avifDetails() throws {
    #expect(try facts(SampleISO.plain).bitsPerSample == 10)
    #expect(try !facts(SampleISO.plain).hasAlpha)
    #expect(try facts(SampleISO.avif([SampleISO.extent(3, 2)], alpha: true)).hasAlpha)
    let gray = try facts(
      SampleISO.avif([
        SampleISO.extent(3, 2), SampleISO.box("av1C", [0x81, 0, 0x10, 0]),
        SampleISO.box("colr", ascii("prof1234")),
      ]))
    #expect(gray.color == .gray && gray.hasColorProfile && gray.bitsPerSample == 8)
    let sequence = SampleISO.fileType("avis", ["avif"]) + SampleISO.meta([SampleISO.extent(3, 2)])
    #expect(try facts(sequence).isAnimated)
  }

  @Test("a JPEG XL's bits are read, in a codestream and in a file")
  func jxl() throws {
    #expect(try facts(SampleJXL.plain).size == Size(width: 40, height: 24))
    let rich = try facts(SampleJXL.rich)
    #expect(rich.size == Size(width: 20, height: 30))
    #expect(rich.orientation == 6 && rich.bitsPerSample == 16 && rich.color == .gray)
    #expect(rich.hasAlpha && rich.isAnimated && rich.hasColorProfile)
    let parts = SampleJXL.file([
      SampleISO.box("Exif", [0, 0, 0, 0]), SampleISO.box("jxlp", big32(0) + SampleJXL.rich),
    ])
    #expect(try facts(parts).size == Size(width: 20, height: 30))
  }

  @Test("TIFF, BMP and JPEG 2000 headers are read")
  func others() throws {
    let tiff = try facts(SampleTIFF.gray)
    #expect(tiff.size == Size(width: 1, height: 4) && tiff.color == .gray && tiff.bitsPerSample == 8)
    #expect(try facts(SampleBMP.plain).size == Size(width: 3, height: 2))
    // A negative height means rows from the top.
    #expect(try facts(SampleBMP.file(3, -2, pixels: 24)).size == Size(width: 3, height: 2))
    for bytes in [SampleJPEG2000.file, SampleJPEG2000.bare] {
      let facts = try facts(bytes)
      #expect(facts.size == Size(width: 7, height: 5) && facts.bitsPerSample == 8 && facts.color == .rgb)
    }
  }

  @Test(
    "a size of zero is damage",
    arguments: [
      SamplePNG.file(0, 2, color: 0, rows: []), SampleGIF.file(0, 3, frames: [SampleGIF.frame(4, 3)]),
      SampleGIF.file(4, 3, frames: [SampleGIF.frame(0, 3)]), SampleWebP.file([SampleWebP.lossy(0, 5)]),
      SampleISO.avif([SampleISO.extent(0, 9)]), SampleISO.avif([]), SampleBMP.file(0, 4, pixels: 4),
      SampleJPEG2000.codestream(0, 1), SampleTIFF.file([(256, 3, 0), (257, 3, 1)]),
    ] as [[UInt8]])
  func zeroSize(_ bytes: [UInt8]) {
    #expect(failure { () throws(Diagnostic) in try facts(bytes) } == .pictureHeader)
  }

  @Test("more pixels than the limit are refused at once, and the flag is named")
  func tooLarge() throws {
    let claim = SamplePNG.file(0x7FFF_FFFF, 0x7FFF_FFFF, color: 2, rows: [[0]])
    var limits = Limits()
    do throws(Diagnostic) {
      _ = try facts(claim)
      Issue.record("the claim passed")
    } catch {
      #expect(error.rule == .pictureTooLarge && error.rule.category == .damage)
      #expect(error.remedy?.contains("--max-pixels") == true)
    }
    limits.maxPixels = 6
    #expect(try facts(SamplePNG.gray, limits: limits).size.area == 6)
    limits.maxPixels = 5
    #expect(
      failure { () throws(Diagnostic) in try facts(SamplePNG.gray, limits: limits) } == .pictureTooLarge)
  }

  @Test(
    "what is no picture says what it is instead",
    arguments: [
      ([], "empty"), ([0, 0, 0, 0], "zero bytes"), (ascii("%PDF-1.7"), "PDF"),
      (ascii("PK\u{3}\u{4}...."), "archive"),
      (ascii("\n <!DOCTYPE html>"), "markup"), (ascii("this is no picture"), "no known picture format"),
    ] as [([UInt8], String)])
  func notAPicture(_ bytes: [UInt8], _ what: String) {
    do throws(Diagnostic) {
      _ = try facts(bytes)
      Issue.record("it passed")
    } catch {
      #expect(error.rule == .notAPicture)
      #expect(error.message.contains(what), "\(error.message)")
    }
  }

  @Test(
    "growing prefixes end in the facts of the whole, without asking for more than there is",
    arguments: Sample.all)
  func prefixes(_ name: String, _ bytes: [UInt8]) throws {
    var expected = try facts(bytes)
    expected.byteCount = nil
    var settled = false
    for count in 0..<bytes.count {
      switch try probeHeader(Array(bytes[..<count]), isWhole: false) {
      case .facts(let found):
        #expect(found == expected, "\(name) at \(count)")
        settled = true
      case .needsMore(let atLeast):
        #expect(atLeast > count, "\(name) at \(count)")
        #expect(!settled, "\(name) at \(count) forgets")
      }
    }
  }
}
