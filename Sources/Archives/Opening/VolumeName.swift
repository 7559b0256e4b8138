public import BookModel

/// The place of a file in an archive of several parts, read off its name.
public struct VolumeName: Hashable, Sendable {
  public var scheme: Scheme
  /// The name without what distinguishes the parts, folded to lower case: equal for the parts of one set.
  public var stem: [UInt8]
  /// From 0.
  public var index: Int

  /// The ways programs name the parts of an archive.
  public enum Scheme: Hashable, Sendable {
    /// `name.part1.rar`, `name.part2.rar`…: RAR since 3.0. Width is that of the number.
    case part(width: Int)
    /// `name.rar`, `name.r00`, `name.r01`… `name.s00`: RAR before.
    case letters
    /// `name.7z.001`, `name.7z.002`…: any archive cut into pieces.
    case number(width: Int)
    /// `name.z01`, `name.z02`… and last `name.zip`: a split ZIP, whose directory is in the last part. That one
    /// has index 0 here, since it is the one to name.
    case zip
  }

  /// Nil for a name that is not a part's. `name.rar` and `name.zip` may be parts or not: that depends on the files
  /// beside them.
  public init?(_ file: FilePath) {
    let name = Array(file.name.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 })
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let (before, ending) = (Array(name[..<dot]), Array(name[(dot + 1)...]))
    let text = String(decoding: ending, as: UTF8.self)
    if text == "rar" || text == "cbr", let part = VolumeName.part(before, ending) {
      self = part
    } else if text == "rar" || text == "cbr" {
      self.init(scheme: .letters, stem: before, index: 0)
    } else if text == "zip" || text == "cbz" {
      self.init(scheme: .zip, stem: before, index: 0)
    } else if ending.count >= 3, let number = VolumeName.number(ending), number > 0 {
      self.init(scheme: .number(width: ending.count), stem: before, index: number - 1)
    } else if ending.count == 3, (0x72...0x7A).contains(ending[0]),
      let number = VolumeName.number(ending.dropFirst())
    {
      // `z` belongs to ZIP; RAR would need more than 800 parts to reach it.
      if ending[0] == UInt8(ascii: "z") {
        guard number > 0 else { return nil }
        self.init(scheme: .zip, stem: before, index: number)
      } else {
        self.init(scheme: .letters, stem: before, index: 1 + Int(ending[0] - 0x72) * 100 + number)
      }
    } else {
      return nil
    }
  }

  private init(scheme: Scheme, stem: [UInt8], index: Int) {
    self.scheme = scheme
    self.stem = stem
    self.index = index
  }

  private static func part(_ before: [UInt8], _ ending: [UInt8]) -> VolumeName? {
    guard let dot = before.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let word = before[(dot + 1)...]
    let digits = word.dropFirst(4)
    guard word.starts(with: Array("part".utf8)), let number = number(digits), number > 0 else { return nil }
    return VolumeName(scheme: .part(width: digits.count), stem: Array(before[..<dot]), index: number - 1)
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...6).contains(digits.count), digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Whether two names are of parts of one set.
  func isSameSet(as other: VolumeName) -> Bool { stem == other.stem && isSameScheme(as: other) }

  private func isSameScheme(as other: VolumeName) -> Bool {
    switch (scheme, other.scheme) {
    case (.part, .part), (.letters, .letters), (.number, .number), (.zip, .zip): true
    default: false
    }
  }

  /// The name another part of the set would have, spelled like a part that is there.
  func name(of other: Int, like model: FilePath) -> String {
    let shown = model.nameText
    let dot = shown.lastIndex(of: ".") ?? shown.endIndex
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    switch scheme {
    case .part(let width):
      let before = shown[..<dot]
      let stem = before[..<(before.lastIndex(of: ".") ?? before.endIndex)]
      return stem + ".part" + padded(other + 1, width) + shown[dot...]
    case .number(let width): return shown[..<dot] + "." + padded(other + 1, width)
    case .letters:
      if other == 0 { return shown[..<dot] + ".rar" }
      let letter = Unicode.Scalar(UInt8(0x72 + min(7, (other - 1) / 100)))
      return shown[..<dot] + ".\(letter)" + padded((other - 1) % 100, 2)
    case .zip: return shown[..<dot] + (other == 0 ? ".zip" : ".z" + padded(other, 2))
    }
  }
}
