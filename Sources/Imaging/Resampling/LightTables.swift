public import Options

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which values are averaged when pixels are blended.
///
/// Encoded samples are the default because pages are ink on paper. In side-by-side comparisons, linear light
/// thins black lines and lettering at 0.7 of their size, makes dot screens lighter, about doubles the moiré
/// with the pixels, and puts a visible rim around white lettering on black. It is right for photographs and
/// for light on dark (stars, glow), which averages of encoded samples darken.
public enum ResamplingLight: String, OptionEnumeration, Hashable {
  case encoded, linear
}

/// sRGB's transfer curve (IEC 61966-2-1) as tables.
enum LightTables {
  /// Light for each encoded level, 0 to 255.
  static let linear: [Float] = (0...255).map { level in
    let encoded = Double(level) / 255
    return Float(255 * (encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)))
  }

  /// Entries of `encoded` per level of light: fine enough to reproduce every encoded level.
  static let scale: Float = 16_383.0 / 255

  /// The encoded level for each of 16384 steps of light.
  static let encoded: [UInt8] = (0...16_383).map { step in
    let light = Double(step) / 16_383
    return UInt8(
      (255 * (light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)).rounded())
  }
}
