#if AVIF
  import BookModel
  import Diagnostics
  import Imaging
  import Testing

  @Suite("Reading and writing AVIF")
  struct AVIFCodecTests {
    @Test("gray stays gray, alpha stays as it is, and colors come back nearly the same")
    func layouts() throws {
      for layout in [Raster.Layout.gray, .rgb, .rgba] {
        let page = paintedPage(64, 48, layout)
        let copy = try throughFile(page, .avif) {
          $0.quality = 95
          $0.effort = 2
        }
        #expect(copy.layout == layout && copy.size == page.size)
        guard layout == .rgba else {
          #expect(peakSignalToNoise(page, copy) > 35)
          continue
        }
        let alphas = stride(from: 3, to: page.samples.count, by: 4)
        #expect(alphas.allSatisfy { copy.samples[$0] == page.samples[$0] })
      }
    }

    @Test("lossless files give every sample back")
    func lossless() throws {
      for layout in [Raster.Layout.gray, .rgb, .rgba] {
        let page = paintedPage(37, 29, layout)
        let copy = try throughFile(page, .avif) {
          $0.lossless = true
          $0.effort = 0
        }
        #expect(copy == page, "\(layout)")
      }
    }

    @Test("more quality is more alike and takes more bytes")
    func quality() throws {
      let page = paintedPage(120, 90, .rgb)
      var last = (alike: 0.0, bytes: 0)
      for quality in [10, 60, 95] {
        var request = EncodeRequest()
        request.quality = quality
        request.effort = 3
        let bytes = try encodePicture(page, as: .avif, request).bytes
        let alike = try peakSignalToNoise(page, decodePicture(bytes))
        #expect(alike > last.alike && bytes.count > last.bytes, "quality \(quality)")
        last = (alike, bytes.count)
      }
    }

    @Test("the same page gives the same bytes, with what it holds in its header")
    func deterministic() throws {
      let page = paintedPage(64, 64, .rgba)
      let bytes = try encodePicture(page, as: .avif, EncodeRequest()).bytes
      #expect(try encodePicture(page, as: .avif, EncodeRequest()).bytes == bytes)
      let found = try facts(bytes)
      #expect(found.size == page.size && found.hasAlpha && !found.hasColorProfile)
      let gray = try encodePicture(paintedPage(64, 64, .gray), as: .avif, EncodeRequest()).bytes
      #expect(try facts(gray).color == .gray)
    }

    @Test("sides over 65536 pixels are refused by rule")
    func tooLarge() {
      let tall = Raster(size: Size(width: 1, height: 65_537), filledWith: 7)
      #expect(
        failure { () throws(Diagnostic) in try AVIFCodec.encode(tall, EncodeRequest()) }
          == .pictureUnencodable)
    }

    @Test("damaged and shortened files are refused or decoded, whatever byte it is")
    func damage() throws {
      var request = EncodeRequest()
      request.effort = 0
      let bytes = try encodePicture(paintedPage(24, 16, .rgba), as: .avif, request).bytes
      expectDamageOrPixels(bytes, step: 5)
      let cut = Array(bytes[..<(bytes.count - 20)])
      #expect(failure { () throws(Diagnostic) in try decodePicture(cut) }?.category == .damage)
      #expect(failure { () throws(Diagnostic) in try decodePicture(SampleISO.plain) } == .pictureData)
    }
  }
#endif
