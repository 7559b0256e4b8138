import BookModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The name of an output that is being made: `.NAME.leporello-PID-RANDOM`, in the destination's own folder
/// so that the last step is a rename.
struct TemporaryName: Hashable {
  /// The process that made it.
  var process: pid_t

  private static let mark = Array(".leporello-".utf8)
  private static let randomDigits = 8
  /// The limit for a name on every file system in use (POSIX `NAME_MAX` on Linux and macOS).
  static let longestName = 255

  /// A name not used before, beside `destination`, with the destination's name cut to fit.
  static func path(beside destination: FilePath) -> FilePath {
    let random = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    let padding = String(repeating: "0", count: randomDigits - random.count)
    let tail = mark + Array("\(getpid())-\(padding)\(random)".utf8)
    let name = shortened(destination.name, to: longestName - tail.count - 1)
    return destination.parent.appending([UInt8(ascii: ".")] + name + tail)
  }

  /// Reads such a name; nil for any other.
  init?(_ name: [UInt8]) {
    let dash = UInt8(ascii: "-")
    guard name.first == UInt8(ascii: "."), let lastDash = name.lastIndex(of: dash),
      name.count - lastDash - 1 == Self.randomDigits,
      name[(lastDash + 1)...].allSatisfy(Self.isHexadecimalDigit)
    else { return nil }
    let head = name[..<lastDash]
    guard let firstDigit = head.lastIndex(of: dash).map({ $0 + 1 }),
      head[..<firstDigit].dropFirst(2).reversed().starts(with: Self.mark.reversed()),
      let process = pid_t(String(decoding: head[firstDigit...], as: UTF8.self)), process > 0,
      head[firstDigit] != UInt8(ascii: "+")
    else { return nil }
    self.process = process
  }

  private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// The name's beginning, not cut inside a UTF-8 sequence.
  private static func shortened(_ name: [UInt8], to limit: Int) -> ArraySlice<UInt8> {
    guard name.count > limit else { return name[...] }
    var end = limit
    while end > 0, name[end] & 0xC0 == 0x80 { end -= 1 }
    return name[..<end]
  }
}
