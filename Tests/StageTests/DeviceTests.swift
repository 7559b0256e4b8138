import BookModel
import Diagnostics
import Imaging
import Options
import PluginKit
import Testing

@testable import Stages

@Suite("the device stage") struct DeviceStageTests {
  /// A page larger than any screen, and a small one.
  private static let large = Result { try DrawnBook("color 2600x3458 header", "gray 20x30") }

  @Test(
    "every device of the table can be named, and pages get no larger than its screen",
    arguments: DeviceProfile.all)
  func table(profile: DeviceProfile) async throws {
    let drawn = try DeviceStageTests.large.get()
    let device = try checked(DeviceStage.self, profile.code)
    let pages = try await drawn.through(device)
    let facts = try #require(try await drawn.context.facts(of: pages[0].picture))
    #expect(facts.size.width <= profile.size.width && facts.size.height <= profile.size.height)
    #expect(facts.size.width == profile.size.width || facts.size.height == profile.size.height)
    #expect((facts.color == .gray) == !profile.hasColor)
    #expect(pages[0].encoding?.format == (profile.levels == 4 ? .png : .jpeg))
    #expect(profile.levels == 4 || pages[1].picture == drawn.book.pages[1].picture)
  }

  @Test("the table is whole, with codes of its own")
  func whole() throws {
    #expect(DeviceProfile.all.count == 67)
    #expect(Set(DeviceProfile.all.map(\.code)).count == 67)
    #expect(
      DeviceProfile.all.filter(\.hasColor).map(\.code) == [
        "KCS", "KSCS", "KoCC", "KoLC", "RmkPP", "RmkPPMove", "BxGoC7", "BxNoteAirC", "BxTabUltraC",
        "PBVerseProC",
        "PBEraC", "PBInkPadC", "PBInkPadEo",
      ])
    let table = try #require(DeviceStage.tables.first)
    #expect(table.rows.count == 67)
    #expect(table.rows.first == ["K1", "Kindle 1", "600x670", "4", "no"])
    #expect(DeviceCode.allCases.count == 68)
  }

  @Test(
    "a device is found by its name, however it is spelled",
    arguments: [
      ("Kobo Libra 2", "KoL"), ("kobo-libra-2", "KoL"), ("Kobo Libra H2O", "KoL"), ("kpw5", "KPW5"),
      ("Kindle Paperwhite 4", "KPW34"), ("Kindle Paperwhite Signature", "KPW5"), ("Kindle DXG", "KDX"),
      ("Boox Palma 2", "BxPalma"), ("Boox Go 10.3", "BxGo10"), ("pocketbook era color", "PBEraC"),
      ("PocketBook InkPad 4", "PBInkPad"), ("other", "OTHER"),
    ])
  func names(name: String, code: String) {
    #expect(DeviceCode(rawValue: name)?.rawValue == code)
  }

  @Test("no two devices share a name")
  func namesOfTheirOwn() {
    let names = DeviceProfile.all.flatMap { $0.names + [$0.code] }.map(\.looselySpelled)
    #expect(Set(names).count == names.count)
  }

  @Test("grays are those the screens show")
  func grays() {
    let sixteen: [UInt8] = (0..<16).map { $0 * 0x11 }
    #expect(DeviceProfile.grays(4) == [0x00, 0x55, 0xAA, 0xFF])
    #expect(DeviceProfile.grays(16) == sixteen)
    #expect(DeviceProfile.grays(15) == sixteen.filter { $0 != 0xEE })
  }

  @Test("gray comes first, then the size, then for PNG the grays of the device")
  func order() async throws {
    let drawn = try DrawnBook("color 400x600")
    let pages = try await drawn.through(
      checked(DeviceStage.self, "{ profile: KO, size: 126x168, format: png }"))
    #expect(
      pages[0].picture.recipe
        == "quantize(16 diffusion) of resize(126x168 fit turned for wide) of grayscale(always) of color 400x600"
    )
    let raster = try await drawn.context.raster(of: pages[0].picture)
    #expect(Set(raster.samples).isSubset(of: Set(DeviceProfile.grays(16))))
  }

  @Test("stated values stand above the profile's")
  func overrides() async throws {
    let drawn = try DrawnBook("color 200x300")
    let pages = try await drawn.through(
      checked(DeviceStage.self, "{ profile: KO, size: 100x100, color: true, levels: 4, format: png }"))
    #expect(pages[0].picture.recipe == "resize(100x100 fit turned for wide) of color 200x300")
    #expect(pages[0].encoding?.format == .png)
    let other = try await drawn.through(
      checked(DeviceStage.self, "{ profile: OTHER, size: 100x150, enlarge: true }"))
    #expect(try await drawn.context.facts(of: other[0].picture)?.size == Size(width: 100, height: 150))
  }

  @Test("an encoding stated before stays")
  func encoding() async throws {
    var book = try DrawnBook("a 20x30").book
    var encoding = PictureEncoding()
    encoding.format = .webp
    book.pages[0].encoding = encoding
    let drawn = try DrawnBook("a 20x30")
    let result = try await checked(DeviceStage.self, "KO").apply(to: book, selecting: .all, in: drawn.context)
    #expect(result.pages[0].encoding == encoding)
  }

  @Test("a wide page gets the turned screen, or is told of where it has to fit the upright one")
  func wide() async throws {
    let drawn = try DrawnBook("single 100x150", "spread 200x150", "spread 400x300")
    let pages = try await drawn.through(checked(DeviceStage.self, "{ size: 60x80 }"))
    #expect(try await drawn.context.facts(of: pages[1].picture)?.size == Size(width: 80, height: 60))
    #expect(drawn.context.diagnostics.isEmpty)
    let upright = try await drawn.through(checked(DeviceStage.self, "{ size: 60x80, wide: upright }"))
    #expect(try await drawn.context.facts(of: upright[1].picture)?.size == Size(width: 60, height: 45))
    let told = try #require(drawn.context.diagnostics.first)
    #expect(drawn.context.diagnostics.count == 1)
    #expect(told.rule == .wideOnUprightScreen && told.severity == .warning)
    #expect(told.message.contains("2 wide pages") && told.message.contains("'spread 200x150'"))
  }

  @Test(
    "without a device or a size there is nothing to go by", arguments: ["{}", "OTHER", "{ color: true }"])
  func refused(text: String) {
    #expect(throws: Diagnostic.self) { try checked(DeviceStage.self, text) }
  }

  @Test("a code that is nearly right is corrected")
  func spelling() {
    #expect {
      _ = try checked(DeviceStage.self, "KPW55")
    } throws: {
      ($0 as? Diagnostic)?.remedy?.contains("KPW5") == true
    }
  }
}
