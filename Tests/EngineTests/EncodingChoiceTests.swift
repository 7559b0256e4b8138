import BookModel
import Imaging
import Options
import Testing

@testable import Engine

/// What a page that has to be encoded anew becomes, and which unchanged pages are encoded at all.
@Suite("Choice of encoding")
struct EncodingChoiceTests {
  static func jpeg(_ quality: Int, _ sampling: JPEGSampling? = .quarter, gray: Bool = false) -> PictureFacts {
    PictureFacts(
      format: .jpeg, size: Size(width: 16, height: 16), color: gray ? .gray : .rgb,
      fidelity: .lossy(quality: quality, sampling: sampling))
  }

  static func lossless(_ format: ImageFormat) -> PictureFacts {
    PictureFacts(format: format, size: Size(width: 16, height: 16), fidelity: .lossless)
  }

  private func choice(_ encoding: PictureEncoding? = nil, _ sources: PictureFacts...) -> EncodingChoice {
    EncodingChoice(encoding, sources: sources, result: sources.first)
  }

  private func encoding(_ change: (inout PictureEncoding) -> Void) -> PictureEncoding {
    var encoding = PictureEncoding()
    change(&encoding)
    return encoding
  }

  @Test(
    "without a word, a JPEG keeps its quality, never below 85, and its sampling",
    arguments: [(97, 97), (85, 85), (60, 85), (100, 100)])
  func quality(_ source: Int, _ wanted: Int) {
    let choice = choice(nil, EncodingChoiceTests.jpeg(source))
    #expect(choice.format == .jpeg && choice.request.quality == wanted && choice.request.sampling == .quarter)
    #expect(!choice.reencodesUnchanged)
  }

  @Test(
    "formats that nobody writes become PNG where they are lossless",
    arguments: [
      (ImageFormat.gif, ImageFormat.png), (.bmp, .png), (.tiff, .png), (.png, .png), (.webp, .webp),
      (.avif, .avif), (.jxl, .jxl),
    ])
  func written(_ source: ImageFormat, _ wanted: ImageFormat) {
    #expect(choice(nil, EncodingChoiceTests.lossless(source)).format == wanted)
  }

  @Test("a WebP and a JPEG XL keep every sample where the source did")
  func losslessKept() {
    for format in [ImageFormat.webp, .jxl] {
      #expect(choice(nil, EncodingChoiceTests.lossless(format)).isLossless)
      var lossy = EncodingChoiceTests.jpeg(70)
      lossy.format = format
      #expect(!choice(nil, lossy).isLossless)
    }
  }

  @Test("a lossless source becomes a JPEG of quality 90 with all of its color")
  func fromLossless() {
    let made = choice(encoding { $0.format = .jpeg }, EncodingChoiceTests.lossless(.png))
    #expect(made.format == .jpeg && made.request.quality == 90 && made.request.sampling == .full)
    #expect(made.reencodesUnchanged)
  }

  @Test("a picture made of several keeps what the best of them kept")
  func several() {
    let made = choice(nil, EncodingChoiceTests.jpeg(88, .quarter), EncodingChoiceTests.jpeg(95, .full))
    #expect(made.request.quality == 95 && made.request.sampling == .full)
    let mixed = choice(
      nil, EncodingChoiceTests.jpeg(92, nil, gray: true), EncodingChoiceTests.jpeg(80, .half))
    #expect(mixed.request.quality == 92 && mixed.request.sampling == .half)
    let withPNG = choice(nil, EncodingChoiceTests.jpeg(92, .quarter), EncodingChoiceTests.lossless(.png))
    #expect(withPNG.request.sampling == .full)
  }

  @Test(
    "an unchanged page is re-encoded for another format, a lower quality or less color, and for no more")
  func unchanged() {
    let source = EncodingChoiceTests.jpeg(90, .half)
    func reencodes(_ change: (inout PictureEncoding) -> Void) -> Bool {
      choice(encoding(change), source).reencodesUnchanged
    }
    #expect(!reencodes { _ in })
    #expect(!reencodes { $0.format = .jpeg })
    #expect(reencodes { $0.format = .png })
    #expect(reencodes { $0.jpeg.quality = .value(89) })
    #expect(!reencodes { $0.jpeg.quality = .value(90) })
    #expect(!reencodes { $0.jpeg.quality = .value(95) })
    #expect(reencodes { $0.jpeg.subsampling = .quarter })
    #expect(!reencodes { $0.jpeg.subsampling = .full })
    // What is said of another format does not concern this page.
    #expect(!reencodes { $0.webp.quality = .value(10) })
  }

  @Test("a stated quality counts, also below 85")
  func stated() {
    let made = choice(encoding { $0.jpeg.quality = .value(40) }, EncodingChoiceTests.jpeg(90))
    #expect(made.request.quality == 40)
  }

  @Test("a PNG is packed anew only where another effort is asked for")
  func png() {
    let source = EncodingChoiceTests.lossless(.png)
    #expect(!choice(encoding { $0.format = .png }, source).reencodesUnchanged)
    #expect(choice(encoding { $0.png.level = 12 }, source).reencodesUnchanged)
  }

  @Test("an unchanged JPEG is repacked as JPEG XL unless that is declined")
  func repacking() {
    let source = EncodingChoiceTests.jpeg(90)
    #expect(choice(encoding { $0.format = .jxl }, source).repacksJPEG)
    #expect(
      !choice(
        encoding {
          $0.format = .jxl
          $0.jxl.recompress = false
        }, source
      ).repacksJPEG)
  }

  @Test("plans name format, quality and sampling")
  func summary() {
    #expect(choice(nil, EncodingChoiceTests.jpeg(92)).summary == "JPEG, quality 92, 4:2:0")
    #expect(choice(nil, EncodingChoiceTests.lossless(.png)).summary == "PNG, lossless")
  }
}
