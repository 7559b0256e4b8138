import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Reducing and comparing pictures")
struct LikenessTests {
  /// A cover drawn in code: a ground that fades, a disc, and words as rows of bars.
  static func cover(
    _ width: Int, _ height: Int, words: [(x: Double, y: Double, size: Double)] = [(0.1, 0.08, 0.1)],
    hue: (Double, Double, Double) = (0.8, 0.5, 0.3)
  ) -> Raster {
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * 3)
    for row in 0..<height {
      for column in 0..<width {
        let (x, y) = (Double(column) / Double(width), Double(row) / Double(height))
        var level = 90 + 120 * y
        let (dx, dy) = (x - 0.5, (y - 0.6) * 1.5)
        if dx * dx + dy * dy < 0.08 { level = 40 + 100 * x }
        for word in words where y >= word.y && y < word.y + word.size {
          // Six letters, each an upright stroke and a bar.
          let place = (x - word.x) / word.size * 2
          guard place >= 0, place < 6 else { continue }
          let inLetter = place - place.rounded(.down)
          if inLetter < 0.4 || (inLetter < 0.8 && Int(place) % 2 == 0 && (y - word.y) / word.size < 0.3) {
            level = 250
          }
        }
        samples += [UInt8(level * hue.0), UInt8(level * hue.1), UInt8(level * hue.2)]
      }
    }
    return Raster(size: Size(width: width, height: height), triples: samples)
  }

  @Test("an area's average is exact, whatever the sizes")
  func averages() {
    let ramp = Raster(
      size: Size(width: 6, height: 2), layout: .gray,
      samples: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110])
    #expect(ramp.scaledDown(to: Size(width: 3, height: 1)).samples == [35, 55, 75])
    #expect(ramp.scaledDown(to: Size(width: 1, height: 1)).samples == [55])
    // Four cells of one and a half pixels: (0 + 5) / 1.5 = 3.3 and so on.
    #expect(ramp.scaledDown(to: Size(width: 4, height: 2)).samples == [3, 17, 33, 47, 63, 77, 93, 107])
    #expect(ramp.scaledDown(to: ramp.size) == ramp)
    #expect(ramp.scaledDown(to: Size(width: 12, height: 2)).samples[..<4] == [0, 0, 10, 10])
  }

  @Test("transparent pixels lend no color to their neighbors")
  func transparency() {
    let edge = Raster(
      size: Size(width: 2, height: 1), layout: .rgba, samples: [200, 100, 0, 255, 0, 0, 0, 0])
    #expect(edge.scaledDown(to: Size(width: 1, height: 1)).samples == [200, 100, 0, 128])
    let clear = Raster(size: Size(width: 2, height: 1), layout: .rgba, samples: [9, 9, 9, 0, 7, 7, 7, 0])
    #expect(clear.scaledDown(to: Size(width: 1, height: 1)).samples == [0, 0, 0, 0])
  }

  @Test("a uniform raster stays uniform at any size", arguments: [Raster.Layout.gray, .rgb, .rgba])
  func uniform(_ layout: Raster.Layout) {
    let white = Raster(size: Size(width: 101, height: 67), layout: layout, filledWith: 255)
    #expect(
      white.scaledDown(to: Size(width: 13, height: 29))
        == Raster(size: Size(width: 13, height: 29), layout: layout, filledWith: 255))
  }

  @Test("a copy at another size is alike", arguments: [100, 160, 201, 239])
  func resized(_ width: Int) {
    let cover = LikenessTests.cover(240, 360)
    let copy = cover.scaledDown(to: Size(width: width, height: (width * 3 + 1) / 2))
    #expect(looksAlike(cover, copy))
    #expect(looksAlike(copy, cover))
  }

  @Test("a copy with noise, fewer levels or slightly brighter is alike")
  func degraded() {
    let cover = LikenessTests.cover(160, 240)
    var copy = cover
    var state: UInt32 = 1
    for index in copy.samples.indices where index % 4 != 3 {
      state = state &* 1_664_525 &+ 1_013_904_223
      let noise = Int(state >> 28) - 8
      copy.samples[index] = UInt8(max(0, min(255, (Int(copy.samples[index]) & 0xF0) + 8 + noise + 4)))
    }
    #expect(looksAlike(cover, copy))
  }

  @Test("other lettering is not alike: another word, a missing one, a small one more")
  func lettering() {
    let cover = LikenessTests.cover(240, 360)
    #expect(!looksAlike(cover, LikenessTests.cover(240, 360, words: [])))
    #expect(!looksAlike(cover, LikenessTests.cover(240, 360, words: [(0.25, 0.08, 0.1)])))
    #expect(!looksAlike(cover, LikenessTests.cover(240, 360, words: [(0.1, 0.08, 0.1), (0.6, 0.02, 0.04)])))
    #expect(!looksAlike(cover, LikenessTests.cover(160, 240, words: [(0.1, 0.08, 0.1), (0.6, 0.02, 0.04)])))
  }

  @Test("other colors are not alike, and gray is not color")
  func colors() {
    let cover = LikenessTests.cover(160, 240)
    #expect(!looksAlike(cover, LikenessTests.cover(160, 240, hue: (0.3, 0.8, 0.5))))
    let luma = stride(from: 0, to: cover.samples.count, by: 4).map { index -> UInt8 in
      let (r, g, b) = (
        Int(cover.samples[index]), Int(cover.samples[index + 1]), Int(cover.samples[index + 2])
      )
      return UInt8((299 * r + 587 * g + 114 * b) / 1000)
    }
    let gray = Raster(size: cover.size, layout: .gray, samples: luma)
    #expect(!looksAlike(cover, gray))
    #expect(looksAlike(gray, gray.scaledDown(to: Size(width: 120, height: 180))))
  }

  @Test(
    "another shape is never alike, 1 % is the same shape",
    arguments: [
      (Size(width: 200, height: 304), false), (Size(width: 200, height: 301), true),
      (Size(width: 200, height: 150), false),
      (Size(width: 400, height: 600), true),
    ])
  func shape(_ size: Size, _ isAlike: Bool) {
    let plain = Raster(size: Size(width: 200, height: 300), layout: .gray, filledWith: 128)
    #expect(looksAlike(plain, Raster(size: size, layout: .gray, filledWith: 128)) == isAlike)
    #expect(!looksAlike(plain, Raster(size: Size(width: 0, height: 0), layout: .gray, samples: [])))
  }

  @Test("transparency is compared on white")
  func onWhite() {
    let size = Size(width: 90, height: 90)
    let clear = Raster(size: size, layout: .rgba, samples: [UInt8](repeating: 0, count: size.area * 4))
    #expect(looksAlike(clear, Raster(size: Size(width: 45, height: 45), layout: .gray, filledWith: 255)))
    #expect(!looksAlike(clear, Raster(size: Size(width: 45, height: 45), layout: .gray, filledWith: 0)))
  }

  @Test("encoded pictures are compared as they are seen")
  func encoded() throws {
    let cover = LikenessTests.cover(240, 360)
    let copy = try encodePNG(cover.scaledDown(to: Size(width: 160, height: 240)))
    #expect(try looksAlike(encodePNG(cover), copy))
    #expect(try !looksAlike(encodePNG(LikenessTests.cover(240, 360, words: [])), copy))
    #expect(
      failure { () throws(Diagnostic) in try looksAlike(SampleJPEG2000.bare, SampleJPEG2000.bare) }
        == .codecMissing)
  }

  @Test(
    "photographs of the corpus are like their reduced copies, and unlike each other and copies with a word on them",
    .enabled(if: Corpus.isThere, Comment(rawValue: Corpus.missing)),
    arguments: [
      "exif-Portrait_3.jpg", "exif-Portrait_5.jpg", "exif-Landscape_6.jpg", "pillow-junk_jpeg_header.jpg",
    ])
  func corpus(_ name: String) throws {
    let bytes = Corpus.read("images/" + name)
    let raster = try decodePicture(bytes, smallestSize: Size(width: 250, height: 250))
    for divisor in [1.1, 1.7] {
      let small = Size(
        width: Int(Double(raster.size.width) / divisor), height: Int(Double(raster.size.height) / divisor))
      #expect(try looksAlike(bytes, encodePNG(raster.scaledDown(to: small))), "\(divisor)")
    }
    #expect(try looksAlike(bytes, encodePNG(raster)))
    // A word of bars, a twentieth of the height, in the color that shows.
    var lettered = raster
    let (width, height) = (raster.size.width, raster.size.height)
    for row in height / 2..<height / 2 + height / 20 {
      for column in width / 3..<width / 2 where column / max(1, height / 100) % 2 == 0 {
        for channel in 0..<3 {
          let index = (row * width + column) * 4 + channel
          lettered.samples[index] = raster.samples[index] < 128 ? 255 : 0
        }
      }
    }
    #expect(try !looksAlike(bytes, encodePNG(lettered)))
    let others = ["exif-Portrait_3.jpg", "exif-Landscape_6.jpg", "pillow-hopper.jpg"].filter {
      !$0.hasPrefix(name.prefix(9))
    }
    for other in others {
      let reshaped = try decodePicture(Corpus.read("images/" + other), smallestSize: raster.size).scaledDown(
        to: raster.size)
      #expect(try !looksAlike(bytes, encodePNG(reshaped)), "\(other)")
    }
  }
}
