public import BookModel

/// Bytes of a picture in a known format.
public struct EncodedImage: Hashable, Sendable {
  public var format: ImageFormat
  public var bytes: [UInt8]

  public init(format: ImageFormat, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }
}
