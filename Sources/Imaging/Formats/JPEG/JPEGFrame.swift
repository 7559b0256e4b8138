public import BookModel
public import Diagnostics

/// How a JPEG stores its samples: what formats that hold JPEGs as they are have to state beside them.
public struct JPEGFrame: Sendable, Hashable {
  /// As stored, before any turn that EXIF asks for.
  public let size: Size
  public let components: Int
  public let bitsPerSample: Int
  /// Whether it is Huffman-coded, baseline or progressive: what every decoder reads (ITU-T T.81: SOF0, 1 and 2).
  public let isCommon: Bool
  /// Whether samples of four components are stored inverted, as Adobe's programs do.
  public let isInverted: Bool

  /// - Throws: rules of category `damage`.
  public init(_ bytes: [UInt8]) throws(Diagnostic) {
    let picture = PictureBytes(bytes: bytes, isWhole: true, format: .jpeg)
    do throws(HeaderStop) {
      let header = try JPEGHeader(picture)
      size = header.storedSize
      components = header.components
      bitsPerSample = header.facts.bitsPerSample
      isCommon = (0xC0...0xC2).contains(header.frameMarker)
      isInverted = header.isAdobe && header.components == 4
    } catch {
      switch error {
      case .bad(let diagnostic): throw diagnostic
      case .short: throw picture.truncated("\(bytes.count) bytes are there")
      }
    }
  }
}

/// The ICC profile that a picture carries, as it is; nil where it has none, or a faulty one.
public func colorProfile(of bytes: [UInt8], _ facts: PictureFacts) -> [UInt8]? {
  ColorProfile.read(bytes, facts)
}
