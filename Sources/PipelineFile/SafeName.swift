import BookModel

/// Makes names for files and folders that every system takes: Linux, macOS and Windows.
///
/// The rules are Windows' (Win32 "Naming Files, Paths, and Namespaces"), which are the strictest, and the limit of
/// 255 bytes that Linux file systems have.
public enum SafeName {
  public static let maxBytes = 255

  /// A value as it may stand inside a name: on one line, in NFC, without characters that some system refuses.
  /// Never holds a separator.
  static func value(_ text: String) -> String {
    let scalars = Array(text.canonicallyComposed.unicodeScalars)
    var out = ""
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case ":": out += index + 1 < scalars.count && scalars[index + 1].properties.isWhitespace ? " -" : "-"
      case "/", "\\", "|": out += "-"
      case "\"": out += "'"
      case "*", "?", "<", ">": out += "_"
      case _ where scalar.properties.isWhitespace: out += " "
      case _ where isInvisible(scalar): break
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out.split(separator: " ").joined(separator: " ")
  }

  /// Controls, characters that turn the writing direction round, the byte order mark.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// A whole name, made from its stem (in which values have been made safe) and its extension.
  ///
  /// - Parameter fileExtension: with its dot, or empty; never cut.
  package static func name(stem: String, fileExtension: String = "") -> String {
    var stem = trimmed(value(stem))
    if stem.isEmpty { stem = "_" }
    let base = stem.prefix { $0 != "." }
    if isReserved(trimmed(String(base))) { stem = base + "_" + stem.dropFirst(base.count) }
    return fitted(stem, suffix: fileExtension)
  }

  /// The name with ` (2)` before its extension, still within the limit.
  static func numbered(_ name: String, _ number: Int, fileExtension: String) -> String {
    let stem = name.hasSuffix(fileExtension) ? String(name.dropLast(fileExtension.count)) : name
    return fitted(stem, suffix: " (\(number))" + fileExtension)
  }

  /// Cuts between characters as they are seen, so that no letter loses its accent.
  private static func fitted(_ stem: String, suffix: String) -> String {
    let room = max(0, maxBytes - suffix.utf8.count)
    guard stem.utf8.count > room else { return stem + suffix }
    var kept = ""
    var size = 0
    for character in stem {
      size += character.utf8.count
      if size > room { break }
      kept.append(character)
    }
    return trimmed(kept) + suffix
  }

  /// Without spaces in front, and without the dots and spaces at the end that Windows drops.
  private static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while rest.first == " " { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "." { rest.removeLast() }
    return String(rest)
  }

  /// Names of devices on Windows, with whatever extension.
  private static func isReserved(_ base: String) -> Bool {
    let upper = base.uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(upper) { return true }
    guard upper.count == 4, upper.hasPrefix("COM") || upper.hasPrefix("LPT"), let last = upper.last else {
      return false
    }
    return "0123456789¹²³".contains(last)
  }
}
