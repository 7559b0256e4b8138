public import BookModel
import CKernels

/// The grain of paper: a number from 0 to 1 for every pixel of an endless plane, the same on every machine.
///
/// Fractional Brownian motion: five octaves of value noise. The first has amplitude 0.5; each of the others
/// has half the amplitude and 2.02 times the frequency of the one before. The position of (x, y) in the first
/// octave's lattice is (x, y) / fiberScale turned by the 3-4-5 rotation (0.8 -0.6; 0.6 0.8); each further
/// octave turns the previous position again and multiplies it by 2.02. No lattice is aligned with the pixels.
///
/// The value at a lattice point (column, row) of an octave is the upper 24 bits, divided by 2^24, of
/// `mixed(seeds[octave] + column * 0x9E3779B1 + row * 0x27D4EB2F)`, all in 32 bits; a position between four
/// lattice points is interpolated by 3t² - 2t³.
struct GrainField: Hashable, Sendable {
  let fiberScale: Double
  let seed: UInt32

  /// Each octave has its own lattice.
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

  /// A rectangle of the field, row by row; 65535 stands for 1.
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

/// The position of a page's top left corner on the field.
public struct GrainOrigin: Hashable, Sendable {
  let x: Int
  let y: Int

  init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The same for every page.
  public static let shared = GrainOrigin(x: 0, y: 0)

  /// An origin of the page's own, within 512 pixels of the field's corner. It depends on the page's ID, so it
  /// is the same in every run.
  public init(of page: PageID, seed: UInt32) {
    // FNV-1a over the ID, then mixed with the seed.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in page.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let (low, high) = (UInt32(truncatingIfNeeded: hash), UInt32(truncatingIfNeeded: hash >> 32))
    let mixed = GrainField.mixed(GrainField.mixed(low ^ seed) ^ high)
    x = Int(mixed & 511)
    y = Int(mixed >> 16 & 511)
  }
}
