/// How the samples of a CMYK picture tell ink.
struct Ink {
  /// Adobe's programs store how much of white is left instead of how much ink is laid: 255 is no ink.
  let areInverted: Bool

  /// Turns samples of cyan, magenta, yellow and black into opaque sRGB in place: by the picture's profile, or
  /// without one by what each ink and black together leave of white.
  func separate(_ samples: inout [UInt8], by profile: ColorConversion?) {
    guard let profile else { return multiply(&samples) }
    profile.convert(ink: &samples, areInverted: areInverted)
  }

  private func multiply(_ samples: inout [UInt8]) {
    let mask: UInt8 = areInverted ? 0 : 255
    samples.withUnsafeMutableBufferPointer { ink in
      var pixel = 0
      while pixel < ink.count {
        let black = UInt32(ink[pixel &+ 3] ^ mask)
        for channel in 0..<3 {
          let product = UInt32(ink[pixel &+ channel] ^ mask) &* black &+ 127
          ink[pixel &+ channel] = UInt8(truncatingIfNeeded: product / 255)
        }
        ink[pixel &+ 3] = 255
        pixel &+= 4
      }
    }
  }
}
