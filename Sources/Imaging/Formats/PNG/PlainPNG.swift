import BookModel
import CDeflate
import CKernels
import Diagnostics

/// The usual PNG: eight bits per sample, no palette, rows in order, and no gamma or transparent color of its
/// own. Its data is inflated in one go and its rows are unfiltered by a kernel, in half the time libpng
/// takes. Anything else, and anything faulty, is left to libpng.
struct PlainPNG {
  private let bytes: [UInt8]
  private let size: Size
  private let layout: Raster.Layout
  private let channels: Int
  /// The ranges of the image data, chunk by chunk.
  private var data: [Range<Int>] = []

  /// Nil for any other picture.
  ///
  /// - Parameters:
  ///   - limit: the highest allowed number of pixels.
  ///   - ignoresGamma: whether to ignore a gAMA chunk, as is right beside a profile.
  init?(_ bytes: [UInt8], limit: Int, ignoresGamma: Bool) {
    let picture = PictureBytes(bytes: bytes, isWhole: true, format: .png)
    guard let header = PlainPNG.header(of: picture), header.storedSize.area <= limit else { return nil }
    self.bytes = bytes
    size = header.storedSize
    channels = header.channels
    layout = header.colorType == 0 ? .gray : header.colorType == 2 ? .rgb : .rgba
    do throws(HeaderStop) {
      guard try collectData(picture, ignoresGamma: ignoresGamma) else { return nil }
    } catch {
      return nil
    }
  }

  private static func header(of picture: PictureBytes) -> PNGHeader? {
    do throws(HeaderStop) {
      let header = try PNGHeader(picture)
      let isPlain = header.bitDepth == 8 && !header.isInterlaced && [0, 2, 6].contains(header.colorType)
      return isPlain ? header : nil
    } catch {
      return nil
    }
  }

  /// Follows the chunks to IEND; false if one of them affects the pixels, or is damaged although it must not
  /// be.
  private mutating func collectData(_ picture: PictureBytes, ignoresGamma: Bool) throws(HeaderStop) -> Bool {
    var offset = PNGHeader.signatureLength
    var (statesGamma, statesSRGB) = (false, ignoresGamma)
    while true {
      let chunk = try PNGChunk(picture, at: offset)
      try picture.require(upTo: chunk.end)
      switch chunk.type {
      case "IDAT":
        // Image data must be in consecutive chunks.
        guard data.last.map({ $0.upperBound + 4 == offset }) ?? true else { return false }
        data.append(chunk.data)
      case "IEND": return !data.isEmpty && (statesSRGB || !statesGamma)
      case "tRNS": return false
      // 45455 is the value in files of sRGB pixels (PNG third edition §11.3.2.2).
      case "gAMA":
        let gamma = try picture.u32(chunk.data.lowerBound)
        statesGamma = statesGamma || gamma != 45_455
      case "sRGB": statesSRGB = statesSRGB || data.isEmpty
      case "IHDR", "PLTE": break
      default: if !chunk.isAncillary { return false }
      }
      if !chunk.isAncillary, !chunk.checksumFits(picture) { return false }
      offset = chunk.end
    }
  }

  /// The pixels; nil if the data is not exactly what the header says.
  func decode() -> Raster? {
    let rowBytes = size.width * channels
    let (count, overflow) = (rowBytes + 1).multipliedReportingOverflow(by: size.height)
    guard !overflow else { return nil }
    // One extra byte: unfiltering reads four bytes for a pixel of three.
    let rows = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + 1)
    defer { rows.deallocate() }
    guard inflate(into: UnsafeMutableRawBufferPointer(rows), count), let first = rows.baseAddress else {
      return nil
    }
    let noRow = [UInt8](repeating: 0, count: rowBytes + 1)
    var isRead = true
    let raster = Raster(size: size, layout: layout) { samples in
      guard let out = samples.baseAddress else { return }
      noRow.withUnsafeBufferPointer { noRow in
        var above = noRow.baseAddress
        for y in 0..<size.height where isRead {
          if y & 63 == 0, Task.isCancelled { break }
          let row = first + y * (rowBytes + 1) + 1
          isRead = kernel_unfilter(row[-1], row, above, rowBytes, channels) != 0
          place(row, rowBytes, at: out + y * size.width * layout.bytesPerPixel)
          above = UnsafePointer(row)
        }
      }
    }
    return isRead ? raster : nil
  }

  private func place(_ row: UnsafePointer<UInt8>, _ count: Int, at out: UnsafeMutablePointer<UInt8>) {
    if layout == .rgb {
      kernel_pad_triples(row, out, size.width)
    } else {
      out.update(from: row, count: count)
    }
  }

  /// Whether the data inflates to exactly this many bytes, checksum included.
  private func inflate(into rows: UnsafeMutableRawBufferPointer, _ count: Int) -> Bool {
    guard let decompressor = libdeflate_alloc_decompressor() else { return false }
    defer { libdeflate_free_decompressor(decompressor) }
    func inflate(_ stream: UnsafeRawBufferPointer) -> Bool {
      libdeflate_zlib_decompress(
        decompressor, stream.baseAddress, stream.count, rows.baseAddress, count, nil) == LIBDEFLATE_SUCCESS
    }
    if data.count == 1 {
      return bytes.withUnsafeBytes { inflate(UnsafeRawBufferPointer(rebasing: $0[data[0]])) }
    }
    var stream: [UInt8] = []
    stream.reserveCapacity(data.reduce(0) { $0 + $1.count })
    for range in data { stream += bytes[range] }
    return stream.withUnsafeBytes(inflate)
  }
}

extension PNGChunk {
  /// Whether the chunk's checksum matches its type and data; the complete chunk must be available.
  func checksumFits(_ picture: PictureBytes) -> Bool {
    let covered = offset + 4..<data.upperBound
    let actual = picture.bytes.withUnsafeBytes { bytes in
      libdeflate_crc32(0, bytes.baseAddress.map { $0 + covered.lowerBound }, covered.count)
    }
    let stated = picture.bytes[data.upperBound..<end].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return actual == stated
  }
}
