import BookModel
import Diagnostics
import Imaging
import Testing

@Suite(
  "Pictures of the corpus against Pillow",
  .enabled(if: Corpus.isThere, Comment(rawValue: Corpus.missing)),
  .enabled(if: Pillow.isThere, Comment(rawValue: Pillow.missing)))
struct CorpusAgainstPillowTests {
  /// Files, and by how many levels a sample may differ: what is scaled or rounded by another rule.
  static let files: [(name: String, tolerance: Int)] =
    [
      ("picopt-test_animated_webp.webp", 0), ("picopt-test_webp_lossless.webp", 0),
      ("pillow-hopper_orientation_6.webp", 0), ("pillow-hopper_orientation_7.webp", 0),
      ("pillow-iss634.webp", 0), ("pillow-transparent.webp", 0),
      ("pillow-background_outside_palette.gif", 0), ("pillow-iss634.gif", 0), ("pillow-transparent.gif", 0),
      ("pillow-hopper.bmp", 0), ("pillow-hopper_rle8.bmp", 0),
      ("pillow-hopper.tif", 0), ("pillow-16bit.cropped.tif", 1), ("pillow-tiff_16bit_RGB.tiff", 1),
      ("pillow-tiff_strip_cmyk_jpeg.tif", 1),
    ] + avif

  #if AVIF
    static let avif = [
      ("pillow-avif-rot2mir1.avif", 2), ("pillow-avif-star.avifs", 2), ("pillow-avif-transparency.avif", 2),
    ]
  #else
    static let avif: [(String, Int)] = []
  #endif

  /// Writes the upright RGBA samples of what the file `picture` holds, 16 bits scaled to 8.
  static let script = """
    from PIL import Image, ImageOps
    image = ImageOps.exif_transpose(Image.open("picture"))
    if image.mode == "I;16":
        levels = image.getdata()
        image = Image.new("L", image.size)
        image.putdata([(level + 128) // 257 for level in levels])
    open("samples", "wb").write(image.convert("RGBA").tobytes())
    """

  @Test("the same pixels, upright and of the first frame", arguments: files)
  func pixels(_ name: String, _ tolerance: Int) throws {
    let bytes = Corpus.read("images/" + name)
    // Support for a format may be left out of a Pillow.
    let probe = "import sys\nfrom PIL import Image\nImage.open('picture').load()\n"
    guard (try? Pillow.run(probe, ["picture": bytes]) { _ in }) != nil else {
      print("SKIPPED: this Pillow does not read \(name)")
      return
    }
    let raster = try decodePicture(bytes)
    try Pillow.run(Self.script, ["picture": bytes]) { folder in
      let expected = try folder.read("samples")
      let found =
        raster.layout == .gray ? raster.samples.flatMap { [$0, $0, $0, 255] } : raster.samples
      #expect(found.count == expected.count)
      var worst = 0
      for pixel in stride(from: 0, to: min(found.count, expected.count), by: 4) {
        // The color of what cannot be seen is nobody's business.
        guard found[pixel + 3] > 0 || expected[pixel + 3] > 0 else { continue }
        for index in pixel..<pixel + 4 {
          worst = max(worst, abs(Int(found[index]) - Int(expected[index])))
        }
      }
      #expect(worst <= tolerance)
    }
  }
}
