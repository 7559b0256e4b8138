import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Looking at a whole picture without decoding it")
struct PictureInspectionTests {
  /// The rule under which an inspection fails, nil where it passes.
  private func failing(_ bytes: [UInt8]) -> Rule? {
    failure { () throws(Diagnostic) in try inspectPicture(bytes).facts }
  }

  private func warnings(_ bytes: [UInt8]) throws -> [Rule] { try inspectPicture(bytes).warnings.map(\.rule) }

  @Test("a sound picture passes without a word", arguments: Sample.all)
  func sound(_ name: String, _ bytes: [UInt8]) throws {
    let (facts, warnings) = try inspectPicture(bytes)
    #expect(warnings == [], "\(name)")
    #expect(facts.byteCount == bytes.count)
  }

  @Test(
    "bytes behind the end are a warning, zeros only a note",
    arguments: [
      SampleJPEG.rgb, SamplePNG.gray, SampleGIF.still, SampleWebP.oriented,
    ])
  func trailing(_ bytes: [UInt8]) throws {
    let garbage = try inspectPicture(bytes + ascii("garbage")).warnings
    #expect(garbage.map(\.rule) == [.pictureTrailingBytes])
    #expect(garbage.map(\.severity) == [.warning])
    #expect(garbage.first?.message.contains("7 bytes") == true)
    #expect(try inspectPicture(bytes + [0, 0, 0]).warnings.map(\.severity) == [.note])
  }

  @Test(
    "a picture that lost its end is cut short, wherever it was cut",
    arguments: [
      SampleJPEG.rgb, SampleJPEG.progressive, SampleJPEG.restart, SampleWebP.oriented, SampleISO.plain,
      SampleTIFF.gray, SampleBMP.plain,
    ])
  func cut(_ bytes: [UInt8]) {
    // Without its end mark alone a JPEG is whole.
    let mark = bytes.suffix(2) == [0xFF, 0xD9] ? 2 : 0
    for count in 64..<(bytes.count - mark) {
      let rule = failing(Array(bytes[..<count]))
      #expect(rule == .pictureTruncated || rule == .pictureHeader, "\(count) of \(bytes.count)")
    }
  }

  @Test("a JPEG may hold several scans, restart markers, stuffed and fill bytes")
  func jpegScans() throws {
    #expect(failing(SampleJPEG.progressive) == nil)
    #expect(failing(SampleJPEG.restart) == nil)
    let end = SampleJPEG.gray.count - 2
    let stuffed = SampleJPEG.gray[..<end] + [0xFF, 0x00, 0xFF, 0xD3, 0x12, 0xFF, 0xFF, 0xD9]
    #expect(try warnings(Array(stuffed)) == [])
  }

  @Test(
    "markers that cannot follow a scan are flipped bytes, unless nothing is missing in front of them",
    arguments: [0xC0, 0xD8, 0x55, 0xF7] as [UInt8])
  func jpegMarkers(_ marker: UInt8) throws {
    let end = SampleJPEG.gray.count - 2
    func marked(at place: Int) -> [UInt8] {
      SampleJPEG.gray[..<place] + [0xFF, marker, 0, 4, 1, 2] + SampleJPEG.gray[place...]
    }
    #expect(failing(marked(at: end - 9)) == .pictureStructure)
    #expect(try warnings(marked(at: end)) == [.pictureTrailingBytes, .pictureEndMissing])
  }

  @Test("a comment between scans passes, stray bytes between segments are a warning")
  func jpegStray() throws {
    let end = SampleJPEG.gray.count - 2
    let comment = SampleJPEG.gray[..<end] + [0xFF, 0xFE, 0, 4, 1, 2] + SampleJPEG.gray[end...]
    #expect(try warnings(Array(comment)) == [])
    let stray =
      Array(SampleJPEG.gray[..<2]) + [0xFF, 0xFE, 0, 3, 1] + [7, 7, 0xFF, 0x00] + SampleJPEG.gray[2...]
    #expect(try warnings(stray) == [.pictureTrailingBytes])
  }

  @Test("a JPEG without data, frame or a segment's length is damaged")
  func jpegParts() {
    #expect(failing([0xFF, 0xD8, 0xFF, 0xD9]) == .pictureHeader)
    #expect(failing([0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0xFF, 0xD9]) == .pictureStructure)
    #expect(failing([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 9, 0xFF, 0xD9]) == .pictureHeader)
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 4, 0, 4, 1, 1, 0x11, 0]
    #expect(
      failing([0xFF, 0xD8] + frame + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9]) == .pictureStructure)
    #expect(failing([0xFF, 0xD8] + frame + frame + [0xFF, 0xDA, 0, 2, 9, 0xFF, 0xD9]) == .pictureHeader)
  }

  @Test("a flipped byte in a PNG's image data is damage, in a side chunk a warning")
  func pngChecksums() throws {
    var data = SamplePNG.gray
    data[data.count - 20] ^= 1
    #expect(failing(data) == .pictureStructure)
    var side = SamplePNG.withChunks([SamplePNG.chunk("tEXt", ascii("a\0b"))])
    side[8 + 25 + 8] ^= 1
    #expect(try warnings(side) == [.pictureSidePart])
  }

  @Test("a PNG that lost no more than its IEND chunk is complete, one that lost data is not")
  func pngEnd() throws {
    let whole = SamplePNG.gray
    for lost in 1...12 {
      #expect(try warnings(Array(whole.dropLast(lost))) == [.pictureEndMissing], "\(lost) lost")
    }
    for lost in 13..<whole.count - 8 { #expect(failing(Array(whole.dropLast(lost))) != nil, "\(lost) lost") }
    var wrong = whole
    wrong[whole.count - 1] ^= 1
    #expect(try warnings(wrong) == [.pictureEndMissing])
    // Cut between two chunks of data, the pixels are not all there.
    let data = zlib([0, 1, 2, 3])
    let half = SamplePNG.chunk("IDAT", Array(data[..<8]))
    let start = SamplePNG.signature + SamplePNG.header(3, 1, color: 0, depth: 8)
    #expect(failing(start + half) == .pictureTruncated)
    #expect(try warnings(start + half + SamplePNG.chunk("IDAT", Array(data[8...]))) == [.pictureEndMissing])
  }

  @Test("PNG chunks have to come in order")
  func pngOrder() {
    let data = SamplePNG.chunk("IDAT", zlib([0, 1, 2, 3]))
    let gray = SamplePNG.signature + SamplePNG.header(3, 1, color: 0, depth: 8)
    let palette = SamplePNG.signature + SamplePNG.header(3, 1, color: 3, depth: 8)
    let end = SamplePNG.chunk("IEND")
    let text = SamplePNG.chunk("tEXt", ascii("a\0b"))
    #expect(failing(gray + data + data + end) == nil)
    #expect(failing(gray + data + text + data + end) == .pictureStructure)
    #expect(failing(gray + data + SamplePNG.header(3, 1, color: 0, depth: 8) + end) == .pictureStructure)
    #expect(failing(gray + SamplePNG.chunk("CgBI", [1]) + data + end) == .pictureStructure)
    #expect(failing(gray + end) == .pictureHeader)
    #expect(failing(gray + SamplePNG.chunk("IDAT") + end) == .pictureStructure)
    #expect(failing(palette + data + end) == .pictureStructure)
    #expect(failing(palette + SamplePNG.chunk("PLTE", [1, 2, 3]) + data + end) == nil)
    #expect(failing(SamplePNG.signature + text + data + end) == .pictureHeader)
    #expect(
      failing(SamplePNG.signature + SamplePNG.header(3, 1, color: 5, depth: 8) + data + end) == .pictureHeader
    )
    #expect(
      failing(SamplePNG.signature + SamplePNG.header(3, 1, color: 2, depth: 4) + data + end) == .pictureHeader
    )
  }

  @Test("a PNG that claims more pixels than its data can hold is damaged")
  func pngClaim() {
    #expect(failing(SamplePNG.file(20_000, 20_000, color: 2, rows: [[0]])) == .pictureStructure)
  }

  @Test("text in a PNG that inflates out of proportion is a warning", arguments: ["zTXt", "iTXt"])
  func pngText(_ type: String) throws {
    let prefix = ascii("a\0") + (type == "zTXt" ? [0] : [1, 0, 0, 0])
    let large = SamplePNG.chunk(type, prefix + zlib([UInt8](repeating: 65, count: 1 << 20 + 1)))
    #expect(try warnings(SamplePNG.withChunks([large])) == [.pictureSidePart])
    let fair = SamplePNG.chunk(type, prefix + zlib([UInt8](repeating: 65, count: 1 << 20)))
    #expect(try warnings(SamplePNG.withChunks([fair])) == [])
  }

  @Test("a GIF without its trailer is complete, one cut in a frame is not")
  func gif() throws {
    #expect(
      try warnings(SampleGIF.file(4, 3, frames: [SampleGIF.frame(4, 3)], trailer: [])) == [.pictureEndMissing]
    )
    #expect(failing(Array(SampleGIF.still.dropLast(2))) == .pictureTruncated)
    #expect(failing(SampleGIF.file(4, 3, frames: [])) == .pictureHeader)
    #expect(
      try warnings(SampleGIF.file(4, 3, frames: [SampleGIF.frame(4, 3)], trailer: [9, 9]))
        == [.pictureEndMissing, .pictureTrailingBytes])
  }

  @Test("WebP chunks have to fit their file")
  func webP() {
    #expect(failing(SampleWebP.file([SampleWebP.extended(0, 9, 7)])) == .pictureStructure)
    var larger = SampleWebP.file([SampleWebP.lossless(9, 7)])
    larger[16] = 200
    #expect(failing(larger) == .pictureStructure)
    larger[4] = 255
    #expect(failing(larger) == .pictureTruncated)
    // An odd last chunk without its padding byte.
    let odd = SampleWebP.chunk("EXIF", [1, 2, 3]).dropLast()
    let unpadded =
      ascii("RIFF") + little32(4 + 18 + 16 + 11) + ascii("WEBP") + SampleWebP.extended(8, 9, 7)
      + SampleWebP.lossless(9, 7) + odd
    #expect(failing(unpadded) == nil)
  }

  @Test("boxes have to lie inside their file")
  func boxes() throws {
    #expect(failing(SampleISO.plain + SampleISO.box("free", [1, 2, 3]).dropLast()) == .pictureTruncated)
    #expect(failing(SampleISO.plain + big32(4) + ascii("free")) == .pictureStructure)
    #expect(failing(SampleISO.plain + big32(1) + ascii("mdat") + big32(-1) + big32(-1)) == .pictureStructure)
    #expect(failing(SampleISO.plain + big32(0) + ascii("mdat") + [1, 2, 3]) == nil)
    #expect(try warnings(SampleISO.plain + [1, 2, 3]) == [.pictureTrailingBytes])
    #expect(failing(SampleISO.fileType("avif", []) + SampleISO.box("mdat", [1])) == .pictureHeader)
  }

  @Test("a JPEG XL file needs the last part of its codestream")
  func jxl() {
    let first = SampleISO.box("jxlp", big32(0) + SampleJXL.plain)
    #expect(failing(SampleJXL.file([first])) == .pictureTruncated)
    #expect(failing(SampleJXL.file([first, SampleISO.box("jxlp", [0x80, 0, 0, 1, 5])])) == nil)
    #expect(failing(SampleJXL.file([])) == .pictureHeader)
  }

  @Test("TIFF directories may not form a circle, and strips have to be there")
  func tiff() {
    var circle = SampleTIFF.gray
    let next = circle.count - 4 - 4
    circle.replaceSubrange(next..<next + 4, with: little32(8))
    #expect(failing(circle) == .pictureStructure)
    #expect(
      failing(
        ascii("II*\0") + little32(8) + little16(2) + [] + little16(256) + little16(3) + little32(1)
          + little32(4)
          + little16(257) + little16(3) + little32(1) + little32(4) + little32(0)) == .pictureStructure)
    #expect(failing(Array(SampleTIFF.gray.dropLast())) == .pictureTruncated)
  }

  @Test("a JPEG 2000 codestream is followed by its tile-parts")
  func jpeg2000() throws {
    #expect(try warnings(Array(SampleJPEG2000.bare.dropLast(2))) == [.pictureEndMissing])
    #expect(failing(Array(SampleJPEG2000.bare.dropLast(4))) == .pictureTruncated)
    #expect(failing(SampleISO.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])) == .pictureHeader)
  }
}
