import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("How much a header says was kept")
struct FidelityTests {
  private func fidelity(_ bytes: [UInt8]) throws -> PictureFacts.Fidelity? {
    guard case .facts(let facts) = try probeHeader(bytes, isWhole: true) else { return nil }
    return facts.fidelity
  }

  @Test(
    "the quality we encode with is read back, with the sampling",
    arguments: [1, 5, 10, 25, 30, 49, 50, 51, 64, 75, 80, 85, 88, 90, 92, 95, 96, 98, 99, 100],
    [JPEGSampling.full, .half, .quarter])
  func ownQuality(_ quality: Int, _ sampling: JPEGSampling) throws {
    let raster = JPEGEncodingTests.ramp(16, 16, .rgb)
    let request = JPEGEncodingTests.request(quality, sampling, progressive: quality % 2 == 0)
    let found = try fidelity(encodePicture(raster, as: .jpeg, request).bytes)
    guard case .lossy(let estimate, let kept) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(abs(estimate - quality) <= 1, "\(estimate)")
    #expect(kept == sampling)
  }

  @Test("the quality of a gray JPEG is read back, without a sampling", arguments: [10, 30, 60, 85, 95, 100])
  func grayQuality(_ quality: Int) throws {
    let raster = JPEGEncodingTests.ramp(16, 16, .gray)
    let image = try encodePicture(raster, as: .jpeg, JPEGEncodingTests.request(quality))
    #expect(try fidelity(image.bytes) == .lossy(quality: quality, sampling: nil))
  }

  /// A JPEG's header with tables and sampling factors of one's own.
  private func header(luma: [Int], chroma: [Int], factors: [UInt8], tables: [UInt8] = [0, 1, 1]) -> [UInt8] {
    func table(_ number: UInt8, _ steps: [Int]) -> [UInt8] {
      let isWide = steps.contains { $0 > 255 }
      return [number | (isWide ? 0x10 : 0)] + steps.flatMap { isWide ? big16($0) : [UInt8($0)] }
    }
    let both = table(0, luma) + table(1, chroma)
    let components = factors.indices.flatMap { [UInt8($0 + 1), factors[$0], tables[$0]] }
    return [0xFF, 0xD8, 0xFF, 0xDB] + big16(both.count + 2) + both
      + [0xFF, 0xC0] + big16(8 + components.count) + [8] + big16(16) + big16(16)
      + [UInt8(factors.count)] + components + [0xFF, 0xDA] + big16(2) + [0, 0xFF, 0xD9]
  }

  @Test(
    "a sampling without a name of ours counts as the nearest that keeps as much",
    arguments: [
      ([0x11, 0x11, 0x11], .full), ([0x21, 0x11, 0x11], .half), ([0x22, 0x11, 0x11], .quarter),
      ([0x12, 0x11, 0x11], .full), ([0x41, 0x11, 0x11], .half), ([0x42, 0x11, 0x11], .quarter),
      ([0x22, 0x12, 0x12], .half), ([0x22, 0x21, 0x21], .full), ([0x22, 0x11, 0x12], .half),
      ([0x31, 0x21, 0x21], .full), ([0x44, 0x22, 0x22], .quarter), ([0x22, 0x11, 0x11, 0x22], .quarter),
    ] as [([UInt8], JPEGSampling)])
  func sampling(_ factors: [UInt8], _ expected: JPEGSampling) throws {
    let flat = [Int](repeating: 4, count: 64)
    let bytes = header(luma: flat, chroma: flat, factors: factors, tables: [0, 1, 1, 0])
    guard case .lossy(_, let kept) = try fidelity(bytes) else {
      Issue.record("no fidelity")
      return
    }
    #expect(kept == expected)
  }

  @Test(
    "tables of other makers are judged by all their steps",
    arguments: [
      // Flat ones, and those of a popular picture editor at its 12, 10 and 8 (luma's first and last steps).
      ([Int](repeating: 1, count: 64), 98...100), ([Int](repeating: 2, count: 64), 95...99),
      ([Int](repeating: 8, count: 64), 84...95), ([Int](repeating: 99, count: 64), 15...45),
      ((0..<64).map { 1 + $0 / 16 }, 95...98), ((0..<64).map { 4 + $0 / 4 }, 78...92),
      ((0..<64).map { 600 + $0 * 20 }, 1...4),
    ] as [([Int], ClosedRange<Int>)])
  func foreign(_ steps: [Int], _ expected: ClosedRange<Int>) throws {
    let bytes = header(luma: steps, chroma: steps, factors: [0x11, 0x11, 0x11])
    guard case .lossy(let quality, _) = try fidelity(bytes) else {
      Issue.record("no fidelity")
      return
    }
    #expect(expected.contains(quality), "\(quality)")
  }

  @Test("one table for all components is judged as luma")
  func oneTable() throws {
    let raster = JPEGEncodingTests.ramp(16, 16, .gray)
    let gray = try encodePicture(raster, as: .jpeg, JPEGEncodingTests.request(80)).bytes
    let start = try #require(gray.indices.first { gray[$0...].starts(with: [0xFF, 0xDB]) }) + 5
    let luma = gray[start..<start + 64].map { Int($0) }
    let bytes = header(luma: luma, chroma: luma, factors: [0x11, 0x11, 0x11], tables: [0, 0, 0])
    #expect(try fidelity(bytes) == .lossy(quality: 80, sampling: .full))
  }

  @Test("a missing or cut table tells nothing, and refuses nothing")
  func missing() throws {
    let flat = [Int](repeating: 4, count: 64)
    let bytes = header(luma: flat, chroma: flat, factors: [0x11, 0x11, 0x11], tables: [0, 2, 2])
    #expect(try fidelity(bytes) == nil)
    var cut = header(luma: flat, chroma: flat, factors: [0x11, 0x11, 0x11])
    cut.removeSubrange(20..<23)
    cut.replaceSubrange(4..<6, with: big16(129))
    #expect(try fidelity(cut) == nil)
  }

  @Test(
    "formats that keep every sample say so",
    arguments: [
      SamplePNG.gray, SampleGIF.still, SampleBMP.plain, SampleTIFF.gray, SampleWebP.oriented,
      SampleWebP.file([SampleWebP.lossless(3, 3)]),
    ])
  func lossless(_ bytes: [UInt8]) throws { #expect(try fidelity(bytes) == .lossless) }

  @Test("JPEG inside TIFF is not lossless", arguments: [6, 7, 50_001])
  func lossyTIFF(_ compression: Int) throws {
    let bytes = SampleTIFF.file([(256, 3, 4), (257, 3, 1), (258, 3, 8), (259, 3, compression), (262, 3, 6)])
    #expect(try fidelity(bytes) == nil)
  }

  @Test("a lossy WebP tells a quality wherever its frame lies")
  func webP() throws {
    let plain = try fidelity(SampleWebP.file([SampleWebP.lossy(50, 30)]))
    guard case .lossy = plain else {
      Issue.record("\(String(describing: plain))")
      return
    }
    let extended = SampleWebP.file([
      SampleWebP.extended(0x20, 50, 30), SampleWebP.chunk("ICCP", [1, 2, 3]), SampleWebP.lossy(50, 30),
    ])
    #expect(try fidelity(extended) == plain)
    let alpha = SampleWebP.file([
      SampleWebP.extended(0x10, 50, 30), SampleWebP.chunk("ALPH", [1, 2, 3]), SampleWebP.lossy(50, 30),
    ])
    #expect(try fidelity(alpha) == .lossy(quality: 85, sampling: nil))
    let frame = [UInt8](repeating: 0, count: 16) + SampleWebP.lossless(50, 30)
    let animated = SampleWebP.file([
      SampleWebP.extended(0x02, 50, 30), SampleWebP.chunk("ANIM", [0, 0, 0, 0, 0, 0]),
      SampleWebP.chunk("ANMF", frame),
    ])
    #expect(try fidelity(animated) == .lossless)
  }

  @Test(
    "what Pillow wrote is estimated to within one, WebP to within five where it matters",
    .enabled(if: Pillow.isThere, Comment(rawValue: Pillow.missing)))
  func pillow() throws {
    let qualities = [30, 40, 49, 50, 60, 70, 75, 80, 85, 90, 92, 95, 98]
    let script = """
      from PIL import Image
      from PIL import ImageDraw
      image = Image.radial_gradient('L')
      color = Image.merge('RGB', (image, image.rotate(90), Image.linear_gradient('L')))
      pen = ImageDraw.Draw(color)
      for y in range(0, 256, 16): pen.text((y / 2, y), 'Words over a ground that fades')
      for q in \(qualities):
        for s in (0, 1, 2): color.save(f'{q}-{s}.jpg', quality=q, subsampling=s)
        image.save(f'{q}-gray.jpg', quality=q)
        color.save(f'{q}.webp', quality=q)
      """
    try Pillow.run(script) { folder in
      for quality in qualities {
        for (name, sampling) in [("0", JPEGSampling.full), ("1", .half), ("2", .quarter), ("gray", nil)] {
          let found = try fidelity(folder.read("\(quality)-\(name).jpg"))
          guard case .lossy(let estimate, let kept) = found else {
            Issue.record("\(quality)-\(name).jpg: \(String(describing: found))")
            continue
          }
          #expect(abs(estimate - quality) <= 1 && kept == sampling, "\(quality) \(name): \(estimate)")
        }
        guard case .lossy(let estimate, nil) = try fidelity(folder.read("\(quality).webp")) else {
          Issue.record("\(quality).webp")
          continue
        }
        // The encoder spends its bits by content: coarser files tell less of what was asked for.
        #expect(abs(estimate - quality) <= (quality >= 80 ? 5 : 15), "WebP \(quality): \(estimate)")
      }
    }
  }
}
