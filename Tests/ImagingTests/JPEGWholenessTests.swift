import BookModel
import Diagnostics
import Synchronization
import Testing

@testable import Imaging

@Suite("JPEGs that are whole, though their files are not as they should be")
struct JPEGWholenessTests {
  /// A page with something on it everywhere, so that no row can be missing unnoticed.
  private static func page(progressive: Bool = false, gray: Bool = false) throws -> [UInt8] {
    let size = Size(width: 120, height: 168)
    let raster = Raster(size: size, layout: gray ? .gray : .rgb) { samples in
      for index in samples.indices {
        samples[index] =
          gray || index & 3 != 3 ? UInt8(truncatingIfNeeded: (index * index) >> 7 ^ index) : 255
      }
    }
    var request = EncodeRequest()
    request.progressive = progressive
    return try encodePicture(raster, as: .jpeg, request).bytes
  }

  private static func samples() throws -> [[UInt8]] {
    [try page(), try page(gray: true), try page(progressive: true), SampleJPEG.restart, SampleJPEG.cmyk]
  }

  /// A file with something between its data and its end mark.
  private func inserting(_ surplus: [UInt8], into bytes: [UInt8]) -> [UInt8] {
    Array(bytes.dropLast(2)) + surplus + [0xFF, 0xD9]
  }

  /// What decoding tells beside its result.
  private func decode(_ bytes: [UInt8]) throws -> (Raster, [Rule]) {
    let told = Mutex<[Rule]>([])
    let raster = try decodePicture(bytes, report: { one in told.withLock { $0.append(one.rule) } })
    return (raster, told.withLock { $0 })
  }

  private static let surpluses: [[UInt8]] = [
    [UInt8](repeating: 0x55, count: 600),
    [0xFF, 0xD0, 1, 2, 3, 0xFF, 0xD1, 4, 5, 0xFF, 0xD4, 0xFF, 0xD5, 9, 9],
    [UInt8](repeating: 0, count: 90), [9, 9, 9, 0xFF, 0x5A, 8, 8], [7, 7, 7, 0xFF, 0xC4, 0xEE, 0xEE, 1],
    [7, 7, 7, 0xFF, 0xD8, 3, 3, 0xFF, 0xDA, 0, 1],
  ]

  // Fewer than eight bytes the decoder may have taken in with the data, and say nothing of them.
  @Test("bytes and restart markers behind the last row change nothing, and are told of", arguments: surpluses)
  func surplus(_ surplus: [UInt8]) throws {
    for sample in try JPEGWholenessTests.samples() {
      let (raster, told) = try decode(inserting(surplus, into: sample))
      #expect(raster == (try decodePicture(sample)))
      #expect(told.contains(.pictureTrailingBytes), "\(told)")
      #expect(throws: Never.self) { try inspectPicture(inserting(surplus, into: sample)) }
    }
  }

  @Test("a file that lacks its end mark, or half of it, is whole where its data are", arguments: [1, 2])
  func noEnd(_ lost: Int) throws {
    for sample in try JPEGWholenessTests.samples() {
      let open = Array(sample.dropLast(lost))
      let (raster, told) = try decode(open)
      #expect(raster == (try decodePicture(sample)) && told == [.pictureEndMissing])
      #expect(try inspectPicture(open).warnings.map(\.rule) == [.pictureEndMissing])
      #expect(try decodePicture(open, smallestSize: Size(width: 1, height: 1)).size.width < raster.size.width)
    }
  }

  @Test(
    "what is cut is damage, wherever it is, with an end mark stuck on or without", arguments: [3, 40, 60, 97])
  func cut(_ percent: Int) throws {
    for sample in try JPEGWholenessTests.samples().prefix(3) {
      let scan = try #require(
        sample.indices.dropLast().first { sample[$0] == 0xFF && sample[$0 + 1] == 0xDA })
      let short = Array(sample[..<(scan + 16 + (sample.count - scan - 20) * percent / 100)])
      for file in [short, short + [0xFF, 0xD9]] {
        #expect(failure { () throws(Diagnostic) in try decodePicture(file) } != nil, "\(file.count)")
      }
      #expect(failure { () throws(Diagnostic) in try inspectPicture(short).facts } == .pictureTruncated)
    }
  }

  @Test("a progressive picture cut between two scans is not whole")
  func missingScans() throws {
    let sample = try JPEGWholenessTests.page(progressive: true)
    let scans = sample.indices.dropLast().filter { sample[$0] == 0xFF && sample[$0 + 1] == 0xDA }
    try #require(scans.count > 4)
    // In front of the tables that the scan brings with it.
    let tables = try #require(
      sample[..<scans[3]].indices.dropLast().last { sample[$0] == 0xFF && sample[$0 + 1] == 0xC4 })
    for end in [tables, tables + 9] {
      let short = Array(sample[..<end])
      #expect(failure { () throws(Diagnostic) in try decodePicture(short) } == .pictureTruncated)
      #expect(failure { () throws(Diagnostic) in try inspectPicture(short).facts } == .pictureTruncated)
    }
  }

  @Test("what is still to come of a download is zeros: not whole, whatever these decode to")
  func zeros() throws {
    let sample = try JPEGWholenessTests.page()
    let short = Array(sample[..<(sample.count * 3 / 5)]) + [UInt8](repeating: 0, count: sample.count)
    #expect(failure { () throws(Diagnostic) in try decodePicture(short) } != nil)
    #expect(failure { () throws(Diagnostic) in try inspectPicture(short).facts } == .pictureTruncated)
  }

  @Test("bytes left over by a restart interval are damage, not surplus")
  func interval() throws {
    let sample = SampleJPEG.restart
    let marker = try #require(
      sample.indices.dropLast().first { sample[$0] == 0xFF && sample[$0 + 1] == 0xD1 })
    let broken = sample[..<marker] + [UInt8](repeating: 0x33, count: 40) + sample[marker...]
    #expect(failure { () throws(Diagnostic) in try decodePicture(Array(broken)) } == .pictureData)
  }

  @Test("surplus bytes do not hide what is missing elsewhere")
  func both() throws {
    let sample = try JPEGWholenessTests.page()
    let stray = Array(sample[..<2]) + [0xFF, 0xFE, 0, 3, 1, 7, 7, 7] + sample[2...]
    #expect(try decode(stray).1 == [.pictureTrailingBytes])
    let cut = stray[..<(stray.count * 2 / 3)] + [0xFF, 0xD9]
    #expect(failure { () throws(Diagnostic) in try decodePicture(Array(cut)) } == .pictureData)
  }

  @Test("coefficients move without loss all the same")
  func lossless() throws {
    let sample = try JPEGWholenessTests.page()
    let turned = try transformJPEG(LosslessJPEGPart(sample, [.turn(.around)])).get()
    let odd = [Array(sample.dropLast(2)), inserting([5, 5, 5, 0xFF, 0xD3, 5], into: sample)]
    for bytes in odd {
      #expect(try transformJPEG(LosslessJPEGPart(bytes, [.turn(.around)])).get() == turned)
    }
    let cut = Array(sample[..<(sample.count / 2)])
    #expect(throws: LosslessObstacle.self) {
      try transformJPEG(LosslessJPEGPart(cut, [.turn(.around)])).get()
    }
  }

  // MARK: As far as it goes

  /// Rows from the top that a partly decoded picture has in common with the whole one.
  private func sharedRows(_ part: Raster, _ whole: Raster) -> Int {
    let row = whole.size.width * whole.layout.bytesPerPixel
    return (0..<whole.size.height).first {
      part.samples[($0 * row)..<($0 * row + row)] != whole.samples[($0 * row)..<($0 * row + row)]
    } ?? whole.size.height
  }

  @Test("what is left of a cut picture can be had", arguments: [ImageFormat.jpeg, .png, .webp])
  func parts(_ format: ImageFormat) throws {
    let size = Size(width: 300, height: 400)
    let raster = Raster(size: size, layout: .rgb) { samples in
      for index in samples.indices {
        samples[index] = index & 3 == 3 ? 255 : UInt8(truncatingIfNeeded: (index * index) >> 9 ^ index)
      }
    }
    let whole = try encodePicture(raster, as: format, EncodeRequest()).bytes
    let short = Array(whole[..<(whole.count * 6 / 10)])
    #expect(failure { () throws(Diagnostic) in try decodePicture(short) }?.category == .damage)
    let part = try decodePicture(short, takesParts: true)
    #expect(part.size == size)
    let rows = sharedRows(part, try decodePicture(whole))
    #expect((120..<320).contains(rows), "\(rows)")
    // Below is one plain tone.
    let last = part.samples.suffix(300 * 4)
    #expect(Set(last.enumerated().filter { $0.offset & 3 != 3 }.map(\.element)).count == 1)
  }

  @Test("of a palette what is missing is the lightest of its colors; of nothing, nothing is left")
  func partOfPalette() throws {
    let header: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 8, 4, 3, 0, 0, 0]
    let rows = (0..<8).flatMap { _ in [0, 0x01, 0x01, 0x01, 0x01] as [UInt8] }
    let data = rows.deflated(level: 0)
    var file = [UInt8].pngSignature
    file.append(chunk: "IHDR", header[...])
    file.append(chunk: "PLTE", [9, 9, 9, 90, 0, 0, 250, 240, 200])
    file.append(chunk: "IDAT", data[...])
    let cut = Array(file.dropLast(4 + 4 + 14))
    let part = try decodePicture(cut, takesParts: true)
    #expect(part.channels(at: 0, 0) == [9, 9, 9] && part.channels(at: 1, 0) == [90, 0, 0])
    #expect(part.channels(at: 0, 7) == [250, 240, 200])
    #expect(
      failure { () throws(Diagnostic) in try decodePicture(Array(file[..<60]), takesParts: true) } != nil)
  }
}
