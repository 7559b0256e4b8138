#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Small ICC profiles (ICC.1:2001-04, version 2) with what a conversion needs and nothing else.
enum SampleProfile {
  /// Red, green and blue of sRGB as XYZ under D50.
  static let sRGBColorants = [
    [0.4360, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
  ]
  static let wideColorants = [
    [0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446],
  ]

  /// Colors by three colorants and a power curve.
  static func rgb(_ colorants: [[Double]] = sRGBColorants, gamma: Double) -> [UInt8] {
    let names = ["r", "g", "b"]
    let tags =
      zip(names, colorants).map { ($0 + "XYZ", xyz($1)) } + names.map { ($0 + "TRC", curve([gamma])) }
    return profile("RGB ", "XYZ ", tags)
  }

  /// The colors of sRGB with red and blue exchanged: nothing is less easily overlooked.
  static let swapped = rgb(sRGBColorants.reversed(), gamma: 2.2)

  /// sRGB's colors with sRGB's curve in 256 steps.
  static let sRGB: [UInt8] = {
    let levels = (0...255).map { level in
      let value = Double(level) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let names = ["r", "g", "b"]
    let tags =
      zip(names, sRGBColorants).map { ($0 + "XYZ", xyz($1)) } + names.map { ($0 + "TRC", curve(levels)) }
    return profile("RGB ", "XYZ ", tags)
  }()

  static func gray(gamma: Double) -> [UInt8] {
    profile("GRAY", "XYZ ", [("wtpt", xyz([0.9642, 1, 0.8249])), ("kTRC", curve([gamma]))])
  }

  /// Four inks by a table of the 16 full ones: cyan prints as red, everything else as what it leaves of white.
  static let ink: [UInt8] = {
    let white: [UInt8] = [255, 128, 128]
    let red: [UInt8] = [137, 208, 195]
    var table = ascii("mft1") + big32(0) + [4, 3, 2, 0]
    for index in 0..<9 { table += big32(index % 4 == 0 ? 0x10000 : 0) }
    let straight = (0...255).map { UInt8($0) }
    for _ in 0..<4 { table += straight }
    for inks in 0..<16 {
      switch inks {
      case 0: table += white
      // The last ink, black, changes fastest.
      case 8: table += red
      default: table += [0, 128, 128]
      }
    }
    for _ in 0..<3 { table += straight }
    return profile("CMYK", "Lab ", [("A2B0", table)], deviceClass: "prtr")
  }()

  private static func profile(
    _ space: String, _ connection: String, _ tags: [(String, [UInt8])], deviceClass: String = "mntr"
  ) -> [UInt8] {
    var table = big32(tags.count)
    var data: [UInt8] = []
    let start = 128 + 4 + tags.count * 12
    for (name, body) in tags {
      table += ascii(name) + big32(start + data.count) + big32(body.count)
      data += body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    }
    var header = big32(start + data.count) + big32(0) + big32(0x0210_0000) + ascii(deviceClass)
    header += ascii(space) + ascii(connection) + [UInt8](repeating: 0, count: 12) + ascii("acsp")
    header += [UInt8](repeating: 0, count: 28)
    header += fixed(0.9642) + fixed(1) + fixed(0.8249) + [UInt8](repeating: 0, count: 48)
    return header + table + data
  }

  private static func fixed(_ value: Double) -> [UInt8] { big32(Int((value * 65_536).rounded())) }

  private static func xyz(_ values: [Double]) -> [UInt8] {
    ascii("XYZ ") + big32(0) + values.flatMap(fixed)
  }

  /// One value is the curve's power, several are its points.
  private static func curve(_ values: [Double]) -> [UInt8] {
    let points = values.count == 1 ? [Int(values[0] * 256)] : values.map { Int(($0 * 65_535).rounded()) }
    return ascii("curv") + big32(0) + big32(points.count) + points.flatMap(big16)
  }
}
