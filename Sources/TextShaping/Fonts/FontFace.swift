#if Typesetting
  import CPango
  import Typesetting

  /// One face as text is set in it: of a file, at a place on its axes, perhaps slanted or made bold.
  ///
  /// `@unchecked Sendable`: its HarfBuzz face is made immutable, which lets any number of threads use it.
  final class FontFace: @unchecked Sendable {
    /// A digest of all that decides its pixels: the same face has the same in every run and on every machine.
    let identity: String
    let file: FontFile
    /// Its place in a collection.
    let index: Int
    /// Places on the axes of a variable font, in the units of HarfBuzz; empty for the usual ones.
    let coordinates: [Int32]
    /// The same as CSS has it: `wght=650,wdth=100`.
    let variations: String
    /// How far a letter one em high leans, in ems.
    let slant: Double
    let isEmboldened: Bool
    /// Whether some glyphs are pictures in color.
    let hasColor: Bool
    let verticalForms: VerticalForms
    /// An `hb_face_t`.
    let face: OpaquePointer

    init(_ settings: FontFaceSettings) {
      identity = settings.identity
      file = settings.file
      index = settings.index
      coordinates = settings.coordinates
      slant = settings.slant
      isEmboldened = settings.isEmboldened
      let blob = hb_blob_create_from_file(file.path)
      face = hb_face_create(blob, UInt32(index))
      hb_blob_destroy(blob)
      hb_face_make_immutable(face)
      hasColor =
        hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0 || hb_ot_color_has_svg(face) != 0
      verticalForms = VerticalForms(of: face)
      variations = FontFace.variations(of: face, at: settings.designCoordinates)
    }

    deinit { hb_face_destroy(face) }

    /// What fonts are called by in marks: it must be the same whichever thread came first.
    var number: Int { FontFace.number(of: identity) }

    static func number(of identity: String) -> Int { Int(identity.prefix(15), radix: 16) ?? 0 }

    /// Its version, as the font itself says (OpenType `name` table, name 5).
    var version: String? {
      var length: UInt32 = 200
      var text = [CChar](repeating: 0, count: 201)
      guard hb_ot_name_get_utf8(face, UInt32(HB_OT_NAME_ID_VERSION_STRING), nil, &length, &text) > 0 else {
        return nil
      }
      return String(decoding: text.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func variations(of face: OpaquePointer, at coordinates: [Float]) -> String {
      var count = UInt32(coordinates.count)
      var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: coordinates.count)
      hb_ot_var_get_axis_infos(face, 0, &count, &axes)
      return zip(axes, coordinates).map { axis, place in
        let tag = stride(from: 24, through: 0, by: -8).map {
          UInt8(truncatingIfNeeded: axis.tag >> UInt32($0))
        }
        return "\(String(decoding: tag, as: UTF8.self))=\(place)"
      }.joined(separator: ",")
    }
  }

  /// A file that fonts are read from.
  final class FontFile: Sendable {
    /// Where it can be read as long as this lives.
    let path: String
    /// What people call it: a file's name, the entry's of a book.
    let name: String
    /// SHA-256, in hexadecimal digits.
    let digest: String
    let isOfBook: Bool

    init(path: String, name: String, digest: String, isOfBook: Bool) {
      self.path = path
      self.name = name
      self.digest = digest
      self.isOfBook = isOfBook
    }
  }
#endif
