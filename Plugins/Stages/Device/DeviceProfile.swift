public import BookModel
public import Options

/// What a reading device can show.
public struct DeviceProfile: Hashable, Sendable {
  /// As Kindle Comic Converter calls it.
  public let code: String
  public let name: String
  /// Pixels of the screen held upright.
  public let size: Size
  /// Grays it shows.
  public let levels: Int
  public let hasColor: Bool

  init(_ code: String, _ name: String, _ width: Int, _ height: Int, levels: Int = 16, hasColor: Bool = false)
  {
    self.code = code
    self.name = name
    size = Size(width: width, height: height)
    self.levels = levels
    self.hasColor = hasColor
  }

  /// The devices of Kindle Comic Converter's table (`image.py`, revision c21a9ca), in its order, with the full screen
  /// of the Kindle DX, which shows files of pictures without its margins. The table has no colors: those are told
  /// by the devices' names.
  public static let all = [
    DeviceProfile("K1", "Kindle 1", 600, 670, levels: 4),
    DeviceProfile("K2", "Kindle 2", 600, 670, levels: 15),
    DeviceProfile("KDX", "Kindle DX/DXG", 824, 1200),
    DeviceProfile("K34", "Kindle Keyboard/Touch", 600, 800),
    DeviceProfile("K57", "Kindle 5/7", 600, 800),
    DeviceProfile("K810", "Kindle 8/10", 600, 800),
    DeviceProfile("KPW", "Kindle Paperwhite 1/2", 758, 1024),
    DeviceProfile("KV", "Kindle Voyage", 1072, 1448),
    DeviceProfile("KPW34", "Kindle Paperwhite 3/4/Oasis", 1072, 1448),
    DeviceProfile("K11", "Kindle 11", 1072, 1448),
    DeviceProfile("KPW5", "Kindle Paperwhite 5 / Signature", 1236, 1648),
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

  /// The grays a device of so many levels shows: evenly spaced, but for the 15 of the second Kindle, which has all
  /// of 16 except the lightest gray beside white.
  static func grays(_ levels: Int) -> [UInt8] {
    if levels == 15 { return (0..<16).filter { $0 != 14 }.map { UInt8($0 * 17) } }
    return (0..<levels).map { UInt8(($0 * 255 + (levels - 1) / 2) / (levels - 1)) }
  }
}

/// The code of a device in the table, or `OTHER` for one that is not in it.
public struct DeviceCode: OptionEnumeration, Hashable {
  public let rawValue: String

  public static let other = DeviceCode(known: "OTHER")
  public static let allCases = DeviceProfile.all.map { DeviceCode(known: $0.code) } + [other]

  public init?(rawValue: String) {
    guard let known = DeviceCode.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  private init(known code: String) { rawValue = code }

  /// Nil for `OTHER`.
  public var profile: DeviceProfile? { DeviceProfile.all.first { $0.code == rawValue } }
}
