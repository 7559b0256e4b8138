#if Typesetting
  import Archives
  import CPango

  /// What Pango chose for some text, in terms that outlive it.
  struct FontFaceSettings {
    var file: FontFile
    var index: Int
    var coordinates: [Int32]
    var designCoordinates: [Float]
    var slant: Double
    var isEmboldened: Bool

    /// - Parameters:
    ///   - pattern: the font's, as Pango has it.
    ///   - font: Pango's HarfBuzz font, which knows the places on the axes.
    init(_ pattern: OpaquePointer, font: OpaquePointer, file: FontFile) {
      self.file = file
      var index: Int32 = 0
      _ = FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
      self.index = Int(index & 0xFFFF)
      var matrix: UnsafeMutablePointer<FcMatrix>?
      let hasMatrix = FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch
      slant = hasMatrix ? matrix?.pointee.xy ?? 0 : 0
      var isEmboldened: FcBool = 0
      _ = FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &isEmboldened)
      self.isEmboldened = isEmboldened != 0
      var count: UInt32 = 0
      let normalized = hb_font_get_var_coords_normalized(font, &count)
      coordinates = Array(UnsafeBufferPointer(start: normalized, count: Int(count)))
      let design = hb_font_get_var_coords_design(font, &count)
      designCoordinates = Array(UnsafeBufferPointer(start: design, count: Int(count)))
      if coordinates.allSatisfy({ $0 == 0 }) { (coordinates, designCoordinates) = ([], []) }
    }

    var identity: String {
      let places = coordinates.map(String.init).joined(separator: ",")
      return SHA256.hexText(of: Array("\(file.digest) \(index) \(places) \(slant) \(isEmboldened)".utf8))
    }
  }
#endif
