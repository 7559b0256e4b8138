import BookModel
import Testing

@testable import Imaging

@Suite("The paper effect")
struct PaperOperationTests {
  /// Pages of every color, among them the darkest, the lightest and the purest.
  private static func page(_ size: Size, _ layout: Raster.Layout) -> Raster {
    var random = SystemlessRandom(state: 11)
    return Raster(size: size, layout: layout) { samples in
      for index in samples.indices {
        let level = UInt8(truncatingIfNeeded: random.next() >> 24)
        // A third of the samples lies at the ends.
        samples[index] = level < 43 ? 0 : level > 212 ? 255 : level
        if layout == .rgb, index % 4 == 3 { samples[index] = 255 }
      }
    }
  }

  static let papers =
    PaperPreset.allCases.map(\.settings) + [
      PaperSettings(showThrough: 0.8, grain: 0.4, warmth: 1, blackLift: 0, fiberScale: 0.5),
      PaperSettings(showThrough: 0, grain: 0.4, warmth: 0.3, blackLift: 1, fiberScale: 7.3),
      PaperSettings(showThrough: 0.8, grain: 0, warmth: 0, blackLift: 0.5, fiberScale: 100),
      PaperSettings(showThrough: 0, grain: 0, warmth: 0, blackLift: 0),
    ]

  @Test(
    "every pixel is within 2 levels of the formulas as they are written", arguments: papers,
    [Raster.Layout.gray, .rgb, .rgba])
  func isExact(paper: PaperSettings, layout: Raster.Layout) throws {
    // Across the borders of the grain's tiles, and beyond the first of them.
    let source = Self.page(Size(width: 530, height: 41), layout)
    var reference = PaperReference(paper: paper, seed: 7)
    for (x, y) in [(0, 0), (777, 1011)] {
      var page = source
      let change = try PaperOperation(paper, seed: 7, origin: GrainOrigin(x: x, y: y)).apply(to: &page)
      (reference.originX, reference.originY) = (x, y)
      #expect(change == .changed)
      #expect(reference.largestDifference(of: page, from: source) <= 1)
    }
  }

  @Test("far from the first pixel the grain is as exact")
  func isExactFarOut() throws {
    let paper = PaperSettings(showThrough: 0.8, grain: 0.4, warmth: 1, blackLift: 1, fiberScale: 0.5)
    let source = Self.page(Size(width: 64, height: 8), .rgb)
    var page = source
    _ = try PaperOperation(paper, origin: GrainOrigin(x: 400_000, y: 900_000)).apply(to: &page)
    let reference = PaperReference(paper: paper, originX: 400_000, originY: 900_000)
    #expect(reference.largestDifference(of: page, from: source) <= 1)
  }

  @Test("alpha stays, and the padding of opaque color too", arguments: [Raster.Layout.rgb, .rgba])
  func keepsAlpha(layout: Raster.Layout) throws {
    let source = Self.page(Size(width: 61, height: 9), layout)
    var page = source
    _ = try PaperOperation(PaperPreset.newsprint.settings).apply(to: &page)
    for index in stride(from: 3, to: page.samples.count, by: 4) {
      #expect(page.samples[index] == source.samples[index])
    }
    #expect(page.layout == layout)
  }

  @Test("gray pages stay gray on neutral paper and take color on any other", arguments: PaperPreset.allCases)
  func grayPages(preset: PaperPreset) throws {
    var page = Self.page(Size(width: 40, height: 30), .gray)
    let operation = PaperOperation(preset.settings)
    let facts = operation.facts(of: [PictureFacts(format: .jpeg, size: page.size, color: .gray)])
    _ = try operation.apply(to: &page)
    #expect(page.layout == (preset == .eInk ? .gray : .rgb))
    #expect(facts?.color == (preset == .eInk ? .gray : .rgb))
  }

  @Test("one channel of gray becomes what three equal ones become", arguments: papers)
  func grayIsColor(paper: PaperSettings) throws {
    let gray = Self.page(Size(width: 600, height: 20), .gray)
    var (one, three) = (gray, Raster(size: gray.size, triples: gray.samples.flatMap { [$0, $0, $0] }))
    _ = try PaperOperation(paper).apply(to: &one)
    _ = try PaperOperation(paper).apply(to: &three)
    for pixel in 0..<gray.size.area {
      for channel in 0..<3 {
        let level = one.layout == .gray ? one.samples[pixel] : one.samples[pixel * 4 + channel]
        // Sums in another order may round the other way.
        #expect(abs(Int(level) - Int(three.samples[pixel * 4 + channel])) <= 1)
      }
    }
  }

  @Test("white becomes the paper's, black a deep gray, and nothing else takes a cast")
  func tone() throws {
    var flat = PaperPreset.cream.settings
    (flat.showThrough, flat.grain) = (0, 0)
    var page = Raster(size: Size(width: 2, height: 1), triples: [255, 255, 255, 0, 0, 0])
    _ = try PaperOperation(flat).apply(to: &page)
    #expect(Array(page.samples[0..<3]) == [239, 230, 208])
    #expect(Array(page.samples[4..<7]) == [44, 39, 33])
    var neutral = Self.page(Size(width: 50, height: 50), .gray)
    neutral = Raster(size: neutral.size, triples: neutral.samples.flatMap { [$0, $0, $0] })
    _ = try PaperOperation(PaperPreset.eInk.settings).apply(to: &neutral)
    for pixel in stride(from: 0, to: neutral.samples.count, by: 4) {
      #expect(neutral.samples[pixel] == neutral.samples[pixel + 1])
      #expect(neutral.samples[pixel] == neutral.samples[pixel + 2])
    }
  }

  @Test(
    "the bytes are these on every machine, whatever its instruction set",
    arguments: [
      (Raster.Layout.gray, PaperPreset.eInk, 8_425_396_621_034_631_526 as UInt64),
      (.gray, .cream, 17_931_140_998_982_380_120), (.rgba, .newsprint, 7_303_476_069_174_490_603),
    ])
  func bytes(layout: Raster.Layout, preset: PaperPreset, expected: UInt64) throws {
    var page = Self.page(Size(width: 700, height: 60), layout)
    _ = try PaperOperation(preset.settings, seed: 3, origin: GrainOrigin(x: 5, y: 6)).apply(to: &page)
    // FNV-1a.
    let hash = page.samples.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    #expect(hash == expected)
  }

  @Test("facts tell what is written: upright, in 8 bits, without a profile, of unknown length")
  func facts() {
    let source = PictureFacts(
      format: .png, size: Size(width: 3, height: 4), bitsPerSample: 4, color: .palette, orientation: 6,
      hasColorProfile: true, fidelity: .lossless, byteCount: 99)
    let expected = PictureFacts(
      format: .png, size: Size(width: 3, height: 4), color: .rgb, fidelity: .lossless)
    #expect(PaperOperation(PaperPreset.eInk.settings).facts(of: [source]) == expected)
  }

  @Test("values outside their ranges count as the nearest within")
  func clamps() throws {
    let wild = PaperSettings(showThrough: 3, grain: -1, warmth: .nan, blackLift: 2, fiberScale: 0)
    let near = PaperSettings(showThrough: 0.8, grain: 0, warmth: 0, blackLift: 1, fiberScale: 0.5)
    #expect(PaperOperation(wild) == PaperOperation(near))
  }

  @Test("everything that changes the result is among the parameters")
  func parameters() {
    let operations = [
      PaperOperation(PaperPreset.cream.settings), PaperOperation(PaperPreset.manga.settings),
      PaperOperation(PaperPreset.cream.settings, seed: 1),
      PaperOperation(PaperPreset.cream.settings, origin: GrainOrigin(x: 1, y: 0)),
    ]
    #expect(Set(operations.map(\.parameters)).count == operations.count)
    #expect(Set(operations).count == operations.count)
  }
}

/// Numbers that are the same in every run (xorshift).
private struct SystemlessRandom {
  var state: UInt32

  mutating func next() -> UInt32 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return state
  }
}
