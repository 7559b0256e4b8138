public import BookModel
import CKernels

/// The grain of paper: a number from 0 to 1 for every pixel of an endless plane, the same on every machine.
///
/// Fractional Brownian motion: five octaves of value noise, the first of amplitude 0.5, each with half the
/// amplitude and 2.02 times the frequency of the one before. At (x, y) the place in the first octave's lattice is
/// (x, y) / fiberScale turned by the 3-4-5 rotation (0.8 -0.6; 0.6 0.8); each further octave turns the place of
/// the one before again, then multiplies it by 2.02. No lattice lies along the pixels.
///
/// The value of a lattice place (column, row) of an octave is the upper 24 bits, divided by 2^24, of
/// `mixed(seeds[octave] + column * 0x9E3779B1 + row * 0x27D4EB2F)`, all of 32 bits; between the four places around
/// it, a point is interpolated by 3t² - 2t³.
struct GrainField: Hashable, Sendable {
  let fiberScale: Double
  let seed: UInt32

  /// Each octave has a lattice of its own.
  var seeds: [UInt32] {
    (1...5).map { octave in GrainField.mixed(GrainField.mixed(seed) &+ octave &* 0x9E37_79B9) }
  }

  /// Chris Wellons' lowbias32: every bit of the result depends on every bit of the value.
  static func mixed(_ value: UInt32) -> UInt32 {
    var value = value
    value = (value ^ value >> 16) &* 0x21F0_AAAD
    value = (value ^ value >> 15) &* 0x735A_2D97
    return value ^ value >> 15
  }

  /// A rectangle of the field, row by row, 65535 for 1.
  func samples(x: Int, y: Int, size: Size) -> [UInt16] {
    let seeds = seeds
    return [UInt16](unsafeUninitializedCapacity: size.area) { samples, initialized in
      if let first = samples.baseAddress {
        for row in 0..<size.height {
          kernel_grain(
            first + row * size.width, size.width, Double(x), Double(y + row), fiberScale, seeds)
        }
      }
      initialized = size.area
    }
  }
}

/// Where on the field a page's top left corner lies.
public struct GrainOrigin: Hashable, Sendable {
  let x: Int
  let y: Int

  init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The same for every page.
  public static let shared = GrainOrigin(x: 0, y: 0)

  /// One of a page's own, within 512 pixels of the field's corner: told by the page's place in its book, so
  /// that it is the same in every run.
  public init(of page: PageID, seed: UInt32) {
    // FNV-1a over the id, then mixed with the seed.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in page.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let (low, high) = (UInt32(truncatingIfNeeded: hash), UInt32(truncatingIfNeeded: hash >> 32))
    let mixed = GrainField.mixed(GrainField.mixed(low ^ seed) ^ high)
    x = Int(mixed & 511)
    y = Int(mixed >> 16 & 511)
  }
}
