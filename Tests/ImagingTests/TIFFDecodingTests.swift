import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Reading TIFF")
struct TIFFDecodingTests {
  enum Tag {
    static let bits = 258
    static let compression = 259
    static let photometric = 262
    static let orientation = 274
    static let samples = 277
    static let colorMap = 320
    static let extra = 338
    static let format = 339
  }

  /// One strip; every entry holds SHORTs.
  static func file(_ width: Int, _ height: Int, _ entries: [Int: [Int]], _ strip: [UInt8]) -> [UInt8] {
    var all: [(tag: Int, type: Int, values: [Int])] = entries.map { ($0.key, 3, $0.value) }
    all += [
      (256, 3, [width]), (257, 3, [height]), (273, 4, [8]), (278, 3, [height]), (279, 4, [strip.count]),
    ]
    all.sort { $0.tag < $1.tag }
    let directory = 8 + strip.count + strip.count % 2
    var (heads, behind) = ([UInt8](), [UInt8]())
    for entry in all {
      var data = entry.values.flatMap { entry.type == 3 ? little16($0) : little32($0) }
      heads += little16(entry.tag) + little16(entry.type) + little32(entry.values.count)
      if data.count > 4 {
        heads += little32(directory + 2 + all.count * 12 + 4 + behind.count)
        behind += data
      } else {
        data += [UInt8](repeating: 0, count: 4 - data.count)
        heads += data
      }
    }
    return ascii("II*\0") + little32(directory) + strip + [UInt8](repeating: 0, count: strip.count % 2)
      + little16(all.count) + heads + little32(0) + behind
  }

  @Test("gray of 1 to 16 bits fills the range and stays gray, whichever end is white")
  func gray() throws {
    let eight = Self.file(3, 1, [Tag.bits: [8], Tag.photometric: [1]], [0, 128, 255])
    #expect(
      try decodePicture(eight)
        == Raster(size: Size(width: 3, height: 1), layout: .gray, samples: [0, 128, 255]))
    let inverted = Self.file(3, 1, [Tag.bits: [8], Tag.photometric: [0]], [0, 128, 255])
    #expect(try decodePicture(inverted).samples == [255, 127, 0])
    let one = Self.file(4, 1, [Tag.bits: [1], Tag.photometric: [0]], [0b0101_0000])
    #expect(try decodePicture(one).samples == [255, 0, 255, 0])
    let sixteen = Self.file(
      3, 1, [Tag.bits: [16], Tag.photometric: [1]], little16(0) + little16(0x8080) + little16(0xFFFF))
    #expect(try decodePicture(sixteen).samples == [0, 128, 255])
  }

  @Test("RGB of 8 and 16 bits, palettes and ink become RGB")
  func colors() throws {
    let rgb: [Int: [Int]] = [Tag.bits: [8, 8, 8], Tag.photometric: [2], Tag.samples: [3]]
    #expect(try decodePicture(Self.file(1, 1, rgb, [1, 2, 3])).samples == [1, 2, 3, 255])
    let deep: [Int: [Int]] = [Tag.bits: [16, 16, 16], Tag.photometric: [2], Tag.samples: [3]]
    let strip = little16(0x00FF) + little16(0x8000) + little16(0xFFFF)
    #expect(try decodePicture(Self.file(1, 1, deep, strip)).samples == [1, 128, 255, 255])
    let map = [0x0A0A, 0xFFFF, 0, 0, 0x1414, 0, 0, 0, 0x1E1E, 0, 0, 0]
    let palette: [Int: [Int]] = [Tag.bits: [2], Tag.photometric: [3], Tag.colorMap: map]
    #expect(try decodePicture(Self.file(2, 1, palette, [0x10])).samples == [10, 20, 30, 255, 255, 0, 0, 255])
    let ink: [Int: [Int]] = [Tag.bits: [8, 8, 8, 8], Tag.photometric: [5], Tag.samples: [4]]
    #expect(
      try decodePicture(Self.file(2, 1, ink, [0, 0, 0, 0, 0, 255, 255, 0])).samples
        == [255, 255, 255, 255, 255, 0, 0, 255])
  }

  @Test("straight alpha is kept to the sample, premultiplied alpha divided out")
  func alpha() throws {
    let rgba: [Int: [Int]] = [Tag.bits: [8, 8, 8, 8], Tag.photometric: [2], Tag.samples: [4]]
    let pixels: [UInt8] = [200, 100, 50, 10, 9, 8, 7, 0]
    let straight = try decodePicture(Self.file(2, 1, rgba.merging([Tag.extra: [2]]) { $1 }, pixels))
    #expect(straight.layout == .rgba && straight.samples == pixels)
    let multiplied = Self.file(1, 1, rgba.merging([Tag.extra: [1]]) { $1 }, [100, 50, 0, 128])
    #expect(try decodePicture(multiplied).samples == [199, 100, 0, 128])
    // A fourth channel of no stated meaning is none of the picture's.
    let unknown = try decodePicture(Self.file(1, 1, rgba.merging([Tag.extra: [0]]) { $1 }, [1, 2, 3, 4]))
    #expect(unknown.layout == .rgb && unknown.samples == [1, 2, 3, 255])
  }

  @Test("gray with alpha becomes RGBA")
  func grayAlpha() throws {
    let bytes = Self.file(
      1, 1, [Tag.bits: [8, 8], Tag.photometric: [1], Tag.samples: [2], Tag.extra: [2]], [90, 40])
    let raster = try decodePicture(bytes)
    #expect(raster.layout == .rgba && raster.samples == [90, 90, 90, 40])
  }

  @Test("every orientation is applied once", arguments: 1...8)
  func orientations(_ orientation: Int) throws {
    let entries: [Int: [Int]] = [Tag.bits: [8], Tag.photometric: [1]]
    let stored = try decodePicture(Self.file(3, 2, entries, [1, 2, 3, 4, 5, 6]))
    let turned = Self.file(
      3, 2, entries.merging([Tag.orientation: [orientation]]) { $1 }, [1, 2, 3, 4, 5, 6])
    #expect(try decodePicture(turned) == stored.upright(from: orientation))
  }

  @Test("samples that are no whole numbers are not decoded, broken strips are damage")
  func damage() throws {
    func rule(_ bytes: [UInt8]) -> Rule? { failure { () throws(Diagnostic) in try decodePicture(bytes) } }
    let float: [Int: [Int]] = [Tag.bits: [32], Tag.photometric: [1], Tag.format: [3]]
    #expect(rule(Self.file(1, 1, float, [0, 0, 0, 0])) == .codecUnsupported)
    let noise = Self.file(
      64, 64, [Tag.bits: [8], Tag.photometric: [1], Tag.compression: [8]], [UInt8](repeating: 0x55, count: 40)
    )
    #expect(rule(noise) == .pictureData)
    expectDamageOrPixels(
      Self.file(3, 2, [Tag.bits: [8, 8, 8], Tag.photometric: [2], Tag.samples: [3]], Array(0..<18)))
    expectDamageOrPixels(Self.file(3, 2, [Tag.bits: [8], Tag.photometric: [1]], Array(0..<6)))
  }
}
