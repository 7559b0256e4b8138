import BookModel
import Diagnostics
import Testing

@testable import Imaging

@Suite("Pictures made to break their readers")
struct HostilePictureTests {
  /// Whatever comes out, it has to come out.
  private func exercise(_ bytes: [UInt8], limits: Limits = Limits()) {
    _ = failure { () throws(Diagnostic) in try probeHeader(bytes, isWhole: false, limits: limits) }
    _ = failure { () throws(Diagnostic) in try inspectPicture(bytes, limits: limits).facts }
    _ = failure { () throws(Diagnostic) in try decodePicture(bytes, limits: limits) }
  }

  @Test("every prefix of every kind of file ends in an answer", arguments: Sample.all)
  func prefixes(_ name: String, _ bytes: [UInt8]) {
    for count in 0...bytes.count { exercise(Array(bytes[..<count])) }
    #expect(Bool(true))
  }

  @Test("every byte of every kind of file may be anything", arguments: Sample.all)
  func mutations(_ name: String, _ bytes: [UInt8]) {
    var limits = Limits()
    limits.maxPixels = 1 << 14
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for offset in bytes.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var copy = bytes
        copy[offset] = value
        exercise(copy, limits: limits)
      }
    }
    for _ in 0..<400 {
      var copy = bytes
      for _ in 0...random(8) { copy[random(copy.count)] = UInt8(random(256)) }
      if random(4) == 0 { copy.removeSubrange(random(copy.count)...) }
      exercise(copy, limits: limits)
    }
    #expect(Bool(true))
  }

  @Test(
    "every picture that inspects well with a byte changed states a size within the limits",
    arguments: Sample.all)
  func sizes(_ name: String, _ bytes: [UInt8]) {
    var limits = Limits()
    limits.maxPixels = 10_000
    for offset in bytes.indices {
      var copy = bytes
      copy[offset] = 0xFF
      guard let facts = try? inspectPicture(copy, limits: limits).facts else { continue }
      #expect((1...10_000).contains(facts.size.area), "\(name) at \(offset)")
    }
  }

  /// A progressive JPEG with its last scan so many times.
  private func manyScans(_ count: Int, size: Size? = nil) throws -> [UInt8] {
    var request = EncodeRequest()
    request.progressive = true
    var bytes = try encodePicture(paintedPage(64, 64, .gray), as: .jpeg, request).bytes
    let scan = try #require(
      bytes.indices.last { bytes[$0] == 0xFF && $0 + 1 < bytes.count && bytes[$0 + 1] == 0xDA })
    let last = Array(bytes[scan..<(bytes.count - 2)])
    bytes.removeLast(2)
    bytes += Array(repeating: last, count: count).flatMap(\.self) + [0xFF, 0xD9]
    if let size {
      let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC2 })
      bytes.replaceSubrange(
        frame + 5..<frame + 9,
        with: [size.height >> 8, size.height & 255, size.width >> 8, size.width & 255].map { UInt8($0) })
    }
    return bytes
  }

  @Test("a JPEG of more scans than the limit is not decoded, nor worked on without loss; it can be copied")
  func scans() throws {
    let bytes = try manyScans(400)
    #expect(failure { () throws(Diagnostic) in try decodePicture(bytes) } == .tooManyScans)
    #expect(throws: Never.self) { try inspectPicture(bytes) }
    guard case .failure(let obstacle) = transformJPEG(LosslessJPEGPart(bytes)) else {
      Issue.record("worked on")
      return
    }
    #expect(obstacle.description.contains("scans"))
    // No more are counted than it takes to know.
    #expect(JPEGScans(of: bytes, upTo: 101).count == 101)
    var limits = Limits()
    limits.maxScans = 500
    #expect(failure { () throws(Diagnostic) in try decodePicture(bytes, limits: limits) } != .tooManyScans)
    let few = try manyScans(10)
    #expect(failure { () throws(Diagnostic) in try decodePicture(few) } != .tooManyScans)
  }

  @Test("a large one may have fewer, so that scans times pixels stay bounded")
  func scansOfLarge() throws {
    let bytes = try manyScans(60, size: Size(width: 20_000, height: 20_000))
    #expect(failure { () throws(Diagnostic) in try decodePicture(bytes) } == .tooManyScans)
    let small = try manyScans(60)
    #expect(failure { () throws(Diagnostic) in try decodePicture(small) } != .tooManyScans)
  }

  @Test("associations and references of an ISO media file are looked at once, whatever they state")
  func associations() throws {
    func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
      let size = UInt32(8 + body.count)
      return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> UInt32($0)) } + Array(type.utf8) + body
    }
    // 3,000 auxiliary pictures, each of which claims 65,535 references, and 20,000 associations.
    let references: [UInt8] = (2..<3_002).flatMap { (item: Int) -> [UInt8] in
      box("auxl", [UInt8(item >> 8), UInt8(item & 255), 0xFF, 0xFF, 0, 1])
    }
    let associations: [UInt8] = (0..<20_000).flatMap { (item: Int) -> [UInt8] in
      [UInt8(item >> 8), UInt8(item & 255), 1, 1]
    }
    let properties =
      box("ipco", box("ispe", [0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 7]))
      + box("ipma", [0, 0, 0, 0, 0, 0, 0x4E, 0x20] + associations)
    let meta = box(
      "meta",
      [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1]) + box("iprp", properties)
        + box("iref", [0, 0, 0, 0] + references))
    let bytes = box("ftyp", Array("avif0000avif".utf8)) + meta
    let picture = PictureBytes(bytes: bytes, isWhole: true, format: .avif)
    let all = try ItemProperties(
      picture, try #require(try ISOBox.first("meta", in: 0..<bytes.count, of: picture)))
    #expect(all.facts.size == Size(width: 9, height: 7))
    #expect(all.looked > 40_000 && all.looked < bytes.count)
  }

  @Test("a million bytes that are no marker, one behind the other, are passed over without end or depth")
  func strayMarkers() {
    let stray = [UInt8](repeating: 0xFF, count: 2) + [0]
    let bytes = [0xFF, 0xD8] + [[UInt8]](repeating: stray, count: 400_000).flatMap(\.self) + [0xFF, 0xD9]
    #expect(failure { () throws(Diagnostic) in try inspectPicture(bytes).facts } == .pictureHeader)
  }

  @Test("a profile that ends before its kind is named is none")
  func emptyProfile() {
    // The kind would stand in the four bytes behind the box, which belong to nothing.
    let properties = SampleISO.box("ipco", SampleISO.extent(4, 3) + SampleISO.box("colr", []))
    let links = SampleISO.full("ipma", big32(1) + big16(1) + [2, 1, 2])
    let iprp = SampleISO.box("iprp", links + properties + ascii("prof"))
    let meta = SampleISO.full("meta", SampleISO.full("pitm", big16(1)) + iprp)
    let bytes = SampleISO.fileType("avif", ["mif1", "miaf"]) + meta + SampleISO.box("mdat", [1])
    exercise(bytes)
    #expect((try? inspectPicture(bytes).facts)?.hasColorProfile == false)
  }
}
