import BookModel
import CTurboJPEG
import Diagnostics

/// A TurboJPEG handle that reads one picture.
struct JPEGDecompressor: ~Copyable {
  private let handle: tjhandle

  init() throws(Diagnostic) {
    guard let handle = tjInitDecompress() else {
      throw .pictureData(.jpeg, "there is no memory for the decoder")
    }
    self.handle = handle
  }

  deinit { tjDestroy(handle) }

  /// Decodes to interleaved samples. Any warning from the decoder counts as damage, because the decoder then
  /// fills pixels with guesses.
  borrowing func decode(
    _ bytes: [UInt8], storedAs stored: Size, to target: Size, as format: TJPF, bytesPerPixel: Int
  ) throws(Diagnostic) -> [UInt8] {
    var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let headerResult = tjDecompressHeader3(
      handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
    guard headerResult == 0 || isHarmless else { throw .pictureData(.jpeg, message) }
    // The decoder never exceeds the size it is given: a different size would leave samples uninitialized.
    guard Int(width) == stored.width, Int(height) == stored.height else {
      throw .pictureData(.jpeg, "it has two sizes")
    }
    let capacity = target.area * bytesPerPixel
    var result: Int32 = -1
    let samples = [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      result = tjDecompress2(
        handle, bytes, UInt(bytes.count), out.baseAddress, Int32(target.width), 0, Int32(target.height),
        Int32(format.rawValue), TJFLAG_LIMITSCANS)
      count = capacity
    }
    guard result == 0 || isHarmless else { throw .pictureData(.jpeg, message) }
    return samples
  }

  private var message: String { tjGetErrorStr2(handle).map { String(cString: $0) } ?? "no reason given" }

  /// Warnings that do not affect the pixels: about markers, and about a sampling that TurboJPEG has no name
  /// for but libjpeg can decode.
  private var isHarmless: Bool {
    let message = message
    guard tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
      return message.contains("determine subsampling")
    }
    return message.contains("JFIF revision") || message.contains("Adobe color transform")
  }
}
