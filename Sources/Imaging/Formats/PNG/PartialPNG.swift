import BookModel
import CZLib

/// What is left of a PNG that was cut short or is damaged: its rows up to there, made into a file that decodes, with
/// white below.
struct PartialPNG {
  private let picture: PictureBytes
  private let header: PNGHeader
  /// Chunks in front of the image data that tell what these mean, as they are.
  private var before: [UInt8] = []
  private var palette: [UInt8] = []
  private var stream: [UInt8] = []

  /// Nil where nothing is left, and for interlaced pictures, whose rows are all over the page.
  init?(_ bytes: [UInt8], limit: Int) {
    let picture = PictureBytes(bytes: bytes, isWhole: true, format: .png)
    guard let header = PartialPNG.header(of: picture), !header.isInterlaced, header.storedSize.area <= limit
    else { return nil }
    self.picture = picture
    self.header = header
    do throws(HeaderStop) {
      try collect()
    } catch {
      // The data may end anywhere, in the middle of a chunk as well.
    }
    if stream.isEmpty { return nil }
  }

  private static func header(of picture: PictureBytes) -> PNGHeader? {
    do throws(HeaderStop) { return try PNGHeader(picture) } catch { return nil }
  }

  private mutating func collect() throws(HeaderStop) {
    var offset = PNGHeader.signatureLength
    while true {
      let chunk = try PNGChunk(picture, at: offset)
      switch chunk.type {
      case "IEND": return
      case "IDAT": stream += picture.bytes[chunk.data.clamped(to: 0..<picture.count)]
      case "PLTE", "tRNS", "gAMA", "sRGB":
        try picture.require(upTo: chunk.end)
        guard stream.isEmpty, chunk.checksumFits(picture) else { break }
        before += picture.bytes[offset..<chunk.end]
        if chunk.type == "PLTE" { palette = Array(picture.bytes[chunk.data]) }
      default: break
      }
      offset = chunk.end
    }
  }

  /// A whole file of what is left; nil where that is not one row.
  var file: [UInt8]? {
    let rowBytes = (header.storedSize.width * header.channels * header.bitDepth + 7) / 8 + 1
    let (count, overflow) = rowBytes.multipliedReportingOverflow(by: header.storedSize.height)
    guard !overflow, var rows = inflated(count) else { return nil }
    let whole = rows.count / rowBytes * rowBytes
    guard whole > 0 else { return nil }
    rows.removeSubrange(whole...)
    while rows.count < count {
      rows.append(0)
      rows.append(contentsOf: repeatElement(white, count: rowBytes - 1))
    }
    var file = [UInt8].pngSignature
    file.append(chunk: "IHDR", picture.bytes[16..<29])
    file += before
    file.append(chunk: "IDAT", rows.deflated(level: 1)[...])
    file.append(chunk: "IEND", [])
    return file
  }

  /// A byte of white pixels: of the palette's lightest color where there is one.
  private var white: UInt8 {
    guard header.colorType == 3 else { return 255 }
    let lightest = stride(from: 0, to: palette.count - 2, by: 3).max { one, other in
      palette[one..<one + 3].reduce(0) { $0 + Int($1) }
        < palette[other..<other + 3].reduce(0) { $0 + Int($1) }
    }
    let index = UInt8(truncatingIfNeeded: (lightest ?? 0) / 3)
    return stride(from: 0, to: 8, by: header.bitDepth).reduce(0) { $0 | index << UInt8($1) }
  }

  /// As much of the data as can be unpacked, at most `count` bytes.
  private func inflated(_ count: Int) -> [UInt8]? {
    // On the heap, since zlib keeps its address.
    let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    state.initialize(to: z_stream())
    defer { state.deallocate() }
    guard let room = UInt32(exactly: count), let available = UInt32(exactly: stream.count),
      inflateInit_(state, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(state) }
    var packed = stream
    return packed.withUnsafeMutableBufferPointer { packed in
      [UInt8](unsafeUninitializedCapacity: count) { out, written in
        state.pointee.next_in = packed.baseAddress
        state.pointee.avail_in = available
        state.pointee.next_out = out.baseAddress
        state.pointee.avail_out = room
        // Whatever ends it, what came out until then is good.
        _ = inflate(state, Z_SYNC_FLUSH)
        written = count - Int(state.pointee.avail_out)
      }
    }
  }
}
