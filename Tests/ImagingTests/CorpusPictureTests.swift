import BookModel
import Diagnostics
import Imaging
import Testing

@Suite("Pictures of the corpus", .enabled(if: Corpus.isThere, Comment(rawValue: Corpus.missing)))
struct CorpusPictureTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var format: ImageFormat
    var size: Size
    var orientation = 1
    var traits: Set<Trait>

    enum Trait { case alpha, profile, animated }

    init(
      _ name: String, _ format: ImageFormat, _ width: Int, _ height: Int, orientation: Int = 1,
      _ traits: Set<Trait> = []
    ) {
      self.name = name
      self.format = format
      size = Size(width: width, height: height)
      self.orientation = orientation
      self.traits = traits
    }

    var testDescription: String { name }
  }

  /// What other tools (Pillow, exiftool) say of them; sizes are upright.
  static let rows = [
    Row("exif-Landscape_6.jpg", .jpeg, 1800, 1200, orientation: 6),
    Row("exif-Landscape_8.jpg", .jpeg, 1800, 1200, orientation: 8),
    Row("exif-Portrait_3.jpg", .jpeg, 1200, 1800, orientation: 3),
    Row("exif-Portrait_5.jpg", .jpeg, 1200, 1800, orientation: 5),
    Row("picopt-test_animated_webp.webp", .webp, 109, 159, [.alpha, .animated]),
    Row("picopt-test_jxl_lossless.jxl", .jxl, 357, 200),
    Row("picopt-test_jxl_lossy.jxl", .jxl, 800, 600, [.alpha]),
    Row("picopt-test_png_16rgba.png", .png, 32, 32, [.alpha]),
    Row("picopt-test_webp_lossless.webp", .webp, 256, 256),
    Row("pillow-16bit.cropped.tif", .tiff, 64, 64),
    Row("pillow-apng-delay.png", .png, 128, 64, [.alpha, .animated]),
    Row("pillow-avif-hopper.heif", .heic, 128, 128),
    Row("pillow-avif-rot2mir1.avif", .avif, 640, 427, orientation: 4),
    Row("pillow-avif-star.avifs", .avif, 159, 159, [.alpha, .animated]),
    Row("pillow-avif-transparency.avif", .avif, 64, 64, [.alpha]),
    Row("pillow-background_outside_palette.gif", .gif, 1, 1, [.animated]),
    Row("pillow-broken_data_stream.png", .png, 128, 128),
    Row("pillow-hopper.bmp", .bmp, 128, 128),
    Row("pillow-hopper.jpg", .jpeg, 128, 128),
    Row("pillow-hopper.png", .png, 128, 128),
    Row("pillow-hopper.tif", .tiff, 128, 128),
    Row("pillow-hopper_16bit_qtables.jpg", .jpeg, 128, 128),
    Row("pillow-hopper_bad_exif.jpg", .jpeg, 500, 500),
    Row("pillow-hopper_gray.jpg", .jpeg, 128, 128),
    Row("pillow-hopper_idat_after_image_end.png", .png, 128, 128),
    Row("pillow-hopper_orientation_2.jpg", .jpeg, 128, 128, orientation: 2),
    Row("pillow-hopper_orientation_6.jpg", .jpeg, 128, 128, orientation: 6),
    Row("pillow-hopper_orientation_6.webp", .webp, 128, 128, orientation: 6),
    Row("pillow-hopper_orientation_7.webp", .webp, 128, 128, orientation: 7),
    Row("pillow-hopper_orientation_8.jpg", .jpeg, 128, 128, orientation: 8),
    Row("pillow-hopper_rle8.bmp", .bmp, 128, 128),
    Row("pillow-icc-after-SOF.jpg", .jpeg, 10, 10, [.profile]),
    Row("pillow-icc_profile.png", .png, 57, 57, [.alpha, .profile]),
    Row("pillow-icc_profile_big.jpg", .jpeg, 425, 250, [.profile]),
    Row("pillow-invalid-exif.jpg", .jpeg, 200, 200),
    Row("pillow-iss634.gif", .gif, 245, 245, [.animated]),
    Row("pillow-iss634.webp", .webp, 245, 245, [.alpha, .animated]),
    Row("pillow-junk_jpeg_header.jpg", .jpeg, 1024, 768),
    Row("pillow-l_trns.png", .png, 64, 64, [.alpha]),
    Row("pillow-p_16.png", .png, 128, 128, [.alpha]),
    Row("pillow-p_trns_single.png", .png, 64, 64, [.alpha]),
    Row("pillow-pil123p.png", .png, 162, 150, [.alpha]),
    Row("pillow-pil123rgba.png", .png, 162, 150, [.alpha]),
    Row("pillow-pil_sample_cmyk.jpg", .jpeg, 100, 100),
    Row("pillow-rgb_trns.png", .png, 64, 64, [.alpha]),
    Row("pillow-tiff_16bit_RGB.tiff", .tiff, 100, 40),
    Row("pillow-tiff_16bit_RGB_target.png", .png, 100, 40),
    Row("pillow-tiff_strip_cmyk_jpeg.tif", .tiff, 100, 100),
    Row("pillow-transparent.gif", .gif, 200, 150, [.alpha]),
    Row("pillow-transparent.png", .png, 200, 150, [.alpha]),
    Row("pillow-transparent.webp", .webp, 200, 150, [.alpha]),
    Row("pillow-truncated_app14.jpg", .jpeg, 100, 100, [.profile]),
    Row("pillow-truncated_end_chunk.png", .png, 128, 128),
    Row("pillow-truncated_jpeg.jpg", .jpeg, 100, 100),
  ]

  @Test("facts are what other tools find", arguments: rows)
  func facts(_ row: Row) throws {
    let bytes = Corpus.read("images/" + row.name)
    guard case .facts(let facts) = try probeHeader(bytes, isWhole: true) else {
      Issue.record("no facts")
      return
    }
    #expect(facts.format == row.format)
    #expect(facts.size == row.size)
    #expect(facts.orientation == row.orientation)
    #expect(facts.hasAlpha == row.traits.contains(.alpha))
    #expect(facts.hasColorProfile == row.traits.contains(.profile))
    #expect(facts.isAnimated == row.traits.contains(.animated))
  }

  /// Judged otherwise than the manifest does, whose `ok` means that the header opens: the image data of this
  /// one fail their checksum, are followed by no chunk, and no decoder gets all its rows. The other, `damaged` there,
  /// lacks nothing but the last byte of its end mark.
  static let otherwise = [
    "images/pillow-broken_data_stream.png": "damaged", "images/pillow-truncated_jpeg.jpg": "warn",
  ]

  @Test("every picture gets the manifest's verdict")
  func verdicts() throws {
    let pictures = Corpus.verdicts.filter { $0.path.hasPrefix("images/") }
    #expect(pictures.count >= 50)
    for (path, verdict) in pictures {
      let bytes = Corpus.read(path)
      let expected = CorpusPictureTests.otherwise[path] ?? verdict
      do throws(Diagnostic) {
        let warnings = try inspectPicture(bytes).warnings
        #expect(expected == "ok" || expected == "warn", "\(path) passes")
        if expected == "warn" { #expect(!warnings.isEmpty, "\(path)") }
      } catch {
        #expect(expected == "damaged", "\(path): \(error)")
        #expect(error.rule.category == .damage)
      }
    }
  }

  /// Their structure is sound, their data are not: every second band of this one is visibly broken.
  static let brokenData = ["images/pillow-hopper_bad_exif.jpg"]

  @Test("every picture with the verdict ok whose format has a codec is decoded to its upright size")
  func decoding() throws {
    for (path, verdict) in Corpus.verdicts where path.hasPrefix("images/") {
      let bytes = Corpus.read(path)
      guard verdict != "damaged", CorpusPictureTests.otherwise[path] == nil,
        !CorpusPictureTests.brokenData.contains(path),
        case .facts(let facts)? = try? probeHeader(bytes, isWhole: true)
      else { continue }
      guard ImageCodecs.builtIn.all.contains(where: { $0.format == facts.format }) else {
        #expect(failure { () throws(Diagnostic) in try decodePicture(bytes) } == .codecMissing, "\(path)")
        continue
      }
      do throws(Diagnostic) {
        let raster = try decodePicture(bytes)
        #expect(raster.size == facts.size, "\(path)")
        #expect((raster.layout == .rgba) == facts.hasAlpha, "\(path)")
        #expect((raster.layout == .gray) == (facts.color == .gray && !facts.hasAlpha), "\(path)")
      } catch {
        Issue.record("\(path): \(error)")
      }
    }
  }

  @Test("damaged data are refused by the decoder as well")
  func damaged() {
    for name in ["pillow-broken_data_stream.png", "pillow-hopper_bad_exif.jpg"] {
      let rule = failure { () throws(Diagnostic) in try decodePicture(Corpus.read("images/" + name)) }
      #expect(rule == .pictureData, "\(name)")
    }
  }

  @Test("bombs and claims are refused by the limit", arguments: ["png-bomb.cbz", "png-claim.cbz"])
  func bombs(_ name: String) throws {
    // The third page is stored, so that its bytes can be found in the archive.
    let archive = Corpus.read("unsafe/" + name)
    let signature = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8]
    let start = try #require(archive.indices.last { archive[$0...].starts(with: signature) })
    let bytes = Array(archive[start...])
    #expect(failure { () throws(Diagnostic) in try inspectPicture(bytes).facts } == .pictureTooLarge)
    #expect(failure { () throws(Diagnostic) in try decodePicture(bytes) } == .pictureTooLarge)
  }

  @Test("turned copies of one picture look the same once upright", arguments: [2, 6, 8])
  func upright(_ orientation: Int) throws {
    let plain = try decodePicture(Corpus.read("images/pillow-hopper.jpg"))
    let turned = try decodePicture(Corpus.read("images/pillow-hopper_orientation_\(orientation).jpg"))
    let differences = zip(plain.samples, turned.samples).map { abs(Int($0) - Int($1)) }
    #expect(differences.reduce(0, +) / differences.count < 8)
  }
}
