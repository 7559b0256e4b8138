public import BookModel
public import Options

/// What a reading device can show.
public struct DeviceProfile: Hashable, Sendable {
  /// Kindle Comic Converter's name, if it knows the device.
  public let code: String
  /// Models that share the profile are separated by slashes.
  public let name: String
  /// Other names for the device.
  let aliases: [String]
  /// The size of the screen in pixels, held upright.
  public let size: Size
  /// The number of grays it shows.
  public let levels: Int
  public let hasColor: Bool

  init(
    _ code: String, _ name: String, _ width: Int, _ height: Int, levels: Int = 16, hasColor: Bool = false,
    aliases: [String] = []
  ) {
    self.code = code
    self.name = name
    self.aliases = aliases
    size = Size(width: width, height: height)
    self.levels = levels
    self.hasColor = hasColor
  }

  /// The name of each model: `Kobo Libra H2O` and `Kobo Libra 2` for `Kobo Libra H2O/2`.
  var names: [String] {
    let parts = name.split(separator: "/").map { String($0).trimmed }
    let family = parts[0].split(separator: " ").dropLast().joined(separator: " ")
    return [parts[0]] + parts.dropFirst().map { "\(family) \($0)" } + aliases
  }

  public static let all = kindleComicConverter + boox + pocketBook

  /// The devices in Kindle Comic Converter's table (`image.py`, revision c21a9ca), in its order, with the
  /// full screen of the Kindle DX, which shows picture files without its margins. The table does not say
  /// which have color screens; this is derived from the devices' names.
  private static let kindleComicConverter = [
    DeviceProfile("K1", "Kindle 1", 600, 670, levels: 4),
    DeviceProfile("K2", "Kindle 2", 600, 670, levels: 15),
    DeviceProfile("KDX", "Kindle DX/DXG", 824, 1200),
    DeviceProfile("K34", "Kindle Keyboard/Touch", 600, 800),
    DeviceProfile("K57", "Kindle 5/7", 600, 800),
    DeviceProfile("K810", "Kindle 8/10", 600, 800),
    DeviceProfile("KPW", "Kindle Paperwhite 1/2", 758, 1024),
    DeviceProfile("KV", "Kindle Voyage", 1072, 1448),
    DeviceProfile(
      "KPW34", "Kindle Paperwhite 3/4/Oasis", 1072, 1448, aliases: ["Kindle Oasis", "Kindle Oasis 1"]),
    DeviceProfile("K11", "Kindle 11", 1072, 1448),
    DeviceProfile(
      "KPW5", "Kindle Paperwhite 5 / Signature", 1236, 1648, aliases: ["Kindle Paperwhite 5 Signature"]),
    DeviceProfile("KO", "Kindle Oasis 2/3", 1264, 1680),
    DeviceProfile("KPW6", "Kindle Paperwhite 6", 1272, 1696),
    DeviceProfile("KCS", "Kindle Colorsoft", 1272, 1696, hasColor: true),
    DeviceProfile("KS1240", "Kindle 1240", 1240, 1860),
    DeviceProfile("KS1324", "Kindle 1324", 1324, 1986),
    DeviceProfile("KS1860", "Kindle 1860", 1860, 1920),
    DeviceProfile("KS1920", "Kindle 1920", 1920, 1920),
    DeviceProfile("KS", "Kindle Scribe 1/2", 1860, 2480),
    DeviceProfile("KS3", "Kindle Scribe 3", 1986, 2648),
    DeviceProfile("KSCS", "Kindle Scribe Colorsoft", 1986, 2648, hasColor: true),
    DeviceProfile("KoMT", "Kobo Mini/Touch", 600, 800),
    DeviceProfile("KoG", "Kobo Glo", 768, 1024),
    DeviceProfile("KoGHD", "Kobo Glo HD", 1072, 1448),
    DeviceProfile("KoA", "Kobo Aura", 758, 1024),
    DeviceProfile("KoAHD", "Kobo Aura HD", 1080, 1440),
    DeviceProfile("KoAH2O", "Kobo Aura H2O", 1080, 1430),
    DeviceProfile("KoAO", "Kobo Aura ONE", 1404, 1872),
    DeviceProfile("KoN", "Kobo Nia", 758, 1024),
    DeviceProfile("KoC", "Kobo Clara HD/2E", 1072, 1448),
    DeviceProfile("KoCC", "Kobo Clara Colour", 1072, 1448, hasColor: true),
    DeviceProfile("KoL", "Kobo Libra H2O/2", 1264, 1680),
    DeviceProfile("KoLC", "Kobo Libra Colour", 1264, 1680, hasColor: true),
    DeviceProfile("KoF", "Kobo Forma", 1440, 1920),
    DeviceProfile("KoS", "Kobo Sage", 1440, 1920),
    DeviceProfile("KoE", "Kobo Elipsa", 1404, 1872),
    DeviceProfile("Rmk1", "reMarkable 1", 1404, 1872),
    DeviceProfile("Rmk2", "reMarkable 2", 1404, 1872),
    DeviceProfile("RmkPP", "reMarkable Paper Pro", 1620, 2160, hasColor: true),
    DeviceProfile("RmkPPMove", "reMarkable Paper Pro Move", 954, 1696, hasColor: true),
  ]

  /// Onyx devices that are suitable for comics, with the manufacturer's figures; color screens show gray at
  /// their full size.
  private static let boox = [
    DeviceProfile("BxPalma", "Boox Palma", 824, 1648, aliases: ["Boox Palma 2"]),
    DeviceProfile("BxGo6", "Boox Go 6", 1072, 1448),
    DeviceProfile("BxPoke5", "Boox Poke 3/4/5", 1072, 1448),
    DeviceProfile("BxLeaf", "Boox Leaf", 1264, 1680, aliases: ["Boox Leaf 2", "Boox Leaf 3"]),
    DeviceProfile("BxPage", "Boox Page", 1264, 1680),
    DeviceProfile("BxGo7", "Boox Go 7", 1264, 1680),
    DeviceProfile("BxGoC7", "Boox Go Color 7", 1264, 1680, hasColor: true),
    DeviceProfile("BxNova", "Boox Nova 3/Air", 1404, 1872),
    DeviceProfile("BxNoteAir", "Boox Note Air", 1404, 1872, aliases: ["Boox Note Air 2", "Boox Note Air 3"]),
    DeviceProfile(
      "BxNoteAirC", "Boox Note Air 3 C", 1860, 2480, hasColor: true, aliases: ["Boox Note Air 4 C"]),
    DeviceProfile("BxTabUltra", "Boox Tab Ultra", 1404, 1872),
    DeviceProfile(
      "BxTabUltraC", "Boox Tab Ultra C", 1860, 2480, hasColor: true, aliases: ["Boox Tab Ultra C Pro"]),
    DeviceProfile("BxGo10", "Boox Go 10.3", 1860, 2480),
    DeviceProfile("BxTabX", "Boox Tab X", 1650, 2200, aliases: ["Boox Max 3", "Boox Max Lumi"]),
    DeviceProfile("BxNoteMax", "Boox Note Max", 2400, 3200),
  ]

  /// PocketBook devices, in the same way.
  private static let pocketBook = [
    DeviceProfile("PBBasic", "PocketBook Basic 4", 758, 1024, aliases: ["PocketBook Basic Lux 4"]),
    DeviceProfile("PBLux", "PocketBook Touch Lux 4/5", 758, 1024),
    DeviceProfile("PBVerse", "PocketBook Verse", 758, 1024),
    DeviceProfile("PBVersePro", "PocketBook Verse Pro", 1072, 1448, aliases: ["PocketBook Touch HD 3"]),
    DeviceProfile(
      "PBVerseProC", "PocketBook Verse Pro Color", 1072, 1448, hasColor: true, aliases: ["PocketBook Color"]),
    DeviceProfile("PBEra", "PocketBook Era", 1264, 1680),
    DeviceProfile("PBEraC", "PocketBook Era Color", 1264, 1680, hasColor: true),
    DeviceProfile("PBInkPadLite", "PocketBook InkPad Lite", 825, 1200),
    DeviceProfile("PBInkPad", "PocketBook InkPad 3/4/One", 1404, 1872, aliases: ["PocketBook InkPad 3 Pro"]),
    DeviceProfile(
      "PBInkPadC", "PocketBook InkPad Color", 1404, 1872, hasColor: true,
      aliases: ["PocketBook InkPad Color 2", "PocketBook InkPad Color 3"]),
    DeviceProfile("PBInkPadX", "PocketBook InkPad X/X Pro", 1404, 1872),
    DeviceProfile("PBInkPadEo", "PocketBook InkPad Eo", 1860, 2480, hasColor: true),
  ]

  /// The grays of a device with this many levels: evenly spaced, except for the 15 of the second Kindle,
  /// which has all of 16 except the lightest gray next to white.
  static func grays(_ levels: Int) -> [UInt8] {
    if levels == 15 { return (0..<16).filter { $0 != 14 }.map { UInt8($0 * 17) } }
    return (0..<levels).map { UInt8(($0 * 255 + (levels - 1) / 2) / (levels - 1)) }
  }
}

/// The code of a device in the table, which can also be found by the device's name, or `OTHER` for one that
/// is not in it.
public struct DeviceCode: OptionEnumeration, Hashable {
  public let rawValue: String

  public static let other = DeviceCode(known: "OTHER")
  public static let allCases = DeviceProfile.all.map { DeviceCode(known: $0.code) } + [other]

  /// The codes, followed by the names.
  public static var optionKind: OptionKind {
    .enumeration(allCases.map(\.rawValue) + DeviceProfile.all.flatMap(\.names))
  }

  /// Finds a code or name in any spelling: `kobo libra2` is `Kobo Libra 2`.
  public init?(rawValue: String) {
    guard let code = DeviceCode.codes[rawValue.looselySpelled] else { return nil }
    self.init(known: code)
  }

  private init(known code: String) { rawValue = code }

  private static let codes: [String: String] = {
    let names = DeviceProfile.all.flatMap { profile in profile.names.map { ($0.looselySpelled, profile.code) }
    }
    let codes = allCases.map { ($0.rawValue.looselySpelled, $0.rawValue) }
    return Dictionary(codes + names, uniquingKeysWith: { first, _ in first })
  }()

  /// Nil for `OTHER`.
  public var profile: DeviceProfile? { DeviceProfile.all.first { $0.code == rawValue } }
}
