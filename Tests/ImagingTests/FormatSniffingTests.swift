import BookModel
import Imaging
import Testing

@Suite("Telling a format by its first bytes")
struct FormatSniffingTests {
  static let samples: [(ImageFormat, [UInt8])] = [
    (.jpeg, SampleJPEG.rgb), (.png, SamplePNG.gray), (.gif, SampleGIF.still), (.gif, ascii("GIF87a") + [1]),
    (.webp, SampleWebP.oriented), (.avif, SampleISO.plain), (.jxl, SampleJXL.plain),
    (.jxl, SampleJXL.file([])),
    (.tiff, SampleTIFF.gray), (.tiff, ascii("MM\0*") + big32(8)), (.tiff, ascii("II+\0")),
    (.tiff, ascii("MM\0+")),
    (.bmp, SampleBMP.plain), (.jpeg2000, SampleJPEG2000.file), (.jpeg2000, SampleJPEG2000.bare),
  ]

  @Test("every format is told by its magic", arguments: samples)
  func magic(_ format: ImageFormat, _ bytes: [UInt8]) {
    #expect(ImageFormat.sniff(bytes) == format)
    #expect(ImageFormat.sniff(Array(bytes.prefix(64))) == format)
  }

  @Test(
    "AVIF and HEIC are told apart by all their brands",
    arguments: [
      ("avif", ["mif1"], ImageFormat.avif), ("avis", [], .avif), ("mif1", ["miaf", "avif"], .avif),
      ("heic", ["mif1"], .heic), ("mif1", ["heic"], .heic), ("hevc", [], .heic), ("mif1", ["miaf"], .heic),
    ] as [(String, [String], ImageFormat)])
  func brands(_ major: String, _ compatible: [String], _ format: ImageFormat) {
    #expect(ImageFormat.sniff(SampleISO.fileType(major, compatible)) == format)
  }

  @Test(
    "what is no picture has no format",
    arguments: [
      [], [0xFF], [0xFF, 0xD8], ascii("GIF90a"), ascii("RIFF\0\0\0\0WAVE"), ascii("BMW makes cars and more"),
      ascii("this is no picture"), [UInt8](repeating: 0, count: 64), SampleISO.fileType("isom", ["mp41"]),
      ascii("<svg xmlns='http://www.w3.org/2000/svg'/>"), Array(SamplePNG.gray.dropFirst()),
    ] as [[UInt8]])
  func none(_ bytes: [UInt8]) { #expect(ImageFormat.sniff(bytes) == nil) }
}
