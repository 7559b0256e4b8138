#if JPEGXL
  import BookModel
  import Diagnostics
  import Imaging
  import Testing

  @Suite("Reading and writing JPEG XL")
  struct JXLCodecTests {
    @Test("lossless files give every sample back, those of transparent pixels too", arguments: [1, 3, 5, 7])
    func lossless(_ effort: Int) throws {
      for layout in [Raster.Layout.gray, .rgb, .rgba] {
        let page = paintedPage(61, 47, layout)
        let copy = try throughFile(page, .jxl) {
          $0.lossless = true
          $0.effort = effort
        }
        #expect(copy == page, "\(layout)")
      }
    }

    @Test("lossy files keep layout and alpha; more quality is more alike and takes more bytes")
    func lossy() throws {
      for layout in [Raster.Layout.gray, .rgb, .rgba] {
        let page = paintedPage(120, 90, layout)
        var last = (alike: 0.0, bytes: 0)
        for quality in [20, 70, 95] {
          var request = EncodeRequest()
          request.quality = quality
          request.effort = 3
          let bytes = try encodePicture(page, as: .jxl, request).bytes
          let copy = try decodePicture(bytes)
          #expect(copy.layout == layout)
          if layout == .rgba {
            let alphas = stride(from: 3, to: page.samples.count, by: 4)
            #expect(alphas.allSatisfy { abs(Int(copy.samples[$0]) - Int(page.samples[$0])) <= 3 })
          } else {
            let alike = peakSignalToNoise(page, copy)
            #expect(alike > last.alike && bytes.count > last.bytes, "\(layout), quality \(quality)")
            last = (alike, bytes.count)
          }
        }
      }
    }

    @Test("alpha that says nothing is left out of lossy files, so that opaque pages stay opaque")
    func opaque() throws {
      let page = paintedPage(64, 48, .rgb)
      let opaque = Raster(size: page.size, layout: .rgba, samples: page.samples)
      #expect(
        try encodePicture(opaque, as: .jxl, EncodeRequest())
          == encodePicture(page, as: .jxl, EncodeRequest()))
      #expect(try throughFile(opaque, .jxl) { $0.lossless = true } == opaque)
    }

    @Test("the same page gives the same bytes")
    func deterministic() throws {
      let page = paintedPage(64, 64, .rgb)
      #expect(
        try encodePicture(page, as: .jxl, EncodeRequest()) == encodePicture(page, as: .jxl, EncodeRequest()))
    }

    @Test("a JPEG is packed into fewer bytes, with its size and orientation, and seen as before")
    func repacking() throws {
      // The JPEG comes back byte for byte (`repack` sees to that), but is not shown to the last level: JPEG XL takes
      // small coefficients for a little less than JPEG does. Colors are middling since values that run over are
      // clipped by one before they become colors, by the other after.
      var page = paintedPage(160, 120, .rgb)
      for index in page.samples.indices where index % 4 != 3 {
        page.samples[index] = page.samples[index] / 4 + 96
      }
      let plain = try encodePicture(page, as: .jpeg, EncodeRequest()).bytes
      let turned =
        [0xFF, 0xD8, 0xFF, 0xE1] + big16(exif(6).count + 8) + ascii("Exif\0\0") + exif(6) + plain[2...]
      for jpeg in [plain, turned] {
        let packed = try #require(try JXLCodec.repack(jpeg: jpeg, EncodeRequest()))
        #expect(packed.count < jpeg.count)
        let (before, after) = (try facts(jpeg), try facts(packed))
        #expect(after.format == .jxl && after.size == before.size && after.orientation == before.orientation)
        #expect(try peakSignalToNoise(decodePicture(jpeg), decodePicture(packed)) > 35)
      }
    }

    @Test("what is no JPEG, or one that cannot be had back, is not packed")
    func notRepacked() throws {
      #expect(try JXLCodec.repack(jpeg: SamplePNG.gray, EncodeRequest()) == nil)
      #expect(try JXLCodec.repack(jpeg: [], EncodeRequest()) == nil)
      let jpeg = try encodePicture(paintedPage(40, 40, .rgb), as: .jpeg, EncodeRequest()).bytes
      #expect(try JXLCodec.repack(jpeg: Array(jpeg[..<(jpeg.count / 2)]), EncodeRequest()) == nil)
    }

    @Test("damaged and shortened files are refused or decoded, whatever byte it is")
    func damage() throws {
      for isLossless in [false, true] {
        var request = EncodeRequest()
        request.lossless = isLossless
        request.effort = 3
        let bytes = try encodePicture(paintedPage(24, 16, .rgba), as: .jxl, request).bytes
        expectDamageOrPixels(bytes, step: 3)
        let cut = Array(bytes[..<(bytes.count - 10)])
        #expect(failure { () throws(Diagnostic) in try decodePicture(cut) }?.category == .damage)
      }
    }
  }
#endif
