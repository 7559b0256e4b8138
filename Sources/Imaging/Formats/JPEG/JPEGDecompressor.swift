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

  /// Decodes to interleaved samples.
  ///
  /// - Returns: beside them, the first thing the decoder warned of; nil where there was nothing. What it refuses
  ///   altogether is thrown, unless what was decoded before will do.
  borrowing func decode(
    _ bytes: [UInt8], storedAs stored: Size, to target: Size, as format: TJPF, bytesPerPixel: Int,
    takesParts: Bool
  ) throws(Diagnostic) -> (samples: [UInt8], complaint: String?) {
    var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let headerResult = tjDecompressHeader3(
      handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
    guard headerResult == 0 || isWarning || isUnnamedSampling else { throw .pictureData(.jpeg, message) }
    // The decoder scales to no more than the size it is given: another one would leave samples unset.
    guard Int(width) == stored.width, Int(height) == stored.height else {
      throw .pictureData(.jpeg, "it has two sizes")
    }
    let capacity = target.area * bytesPerPixel
    var result: Int32 = -1
    let samples = [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      // What libjpeg makes of blocks that are missing.
      if takesParts { out.initialize(repeating: 128) }
      result = tjDecompress2(
        handle, bytes, UInt(bytes.count), out.baseAddress, Int32(target.width), 0, Int32(target.height),
        Int32(format.rawValue), TJFLAG_LIMITSCANS)
      count = capacity
    }
    guard result == 0 || isWarning || isUnnamedSampling || takesParts else {
      throw .pictureData(.jpeg, message)
    }
    return (samples, result == 0 || isUnnamedSampling ? nil : message)
  }

  private var message: String { tjGetErrorStr2(handle).map { String(cString: $0) } ?? "no reason given" }

  private var isWarning: Bool { tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) }

  /// The complaint of a sampling that TurboJPEG has no name for but libjpeg decodes.
  private var isUnnamedSampling: Bool { !isWarning && message.contains("determine subsampling") }
}
