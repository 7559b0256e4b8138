import BookModel
import Diagnostics
import Imaging
import Testing

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
