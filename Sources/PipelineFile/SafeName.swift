public import BookModel

/// Makes names for files and folders that every system accepts: Linux, macOS and Windows.
///
/// The rules are those of Windows (Win32 "Naming Files, Paths, and Namespaces"), which are the strictest, and
/// the limit of 255 bytes in Linux file systems.
public enum SafeName {
  public static let maxBytes = 255

  /// A value as part of a name: on one line, in NFC, without characters that some system rejects. Never
  /// contains a separator.
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

  /// Controls, characters that reverse the writing direction, and the byte order mark.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// A complete name from its stem (whose values have already been made safe) and its extension.
  ///
  /// - Parameter fileExtension: with its dot, or empty; it is never truncated.
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

  /// The text from a name's last dot on; empty if that would be the whole name, or is part of the name rather
  /// than an extension.
  fileprivate static func fileExtension(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      name[dot...].utf8.count <= longestExtension
    else { return "" }
    return String(name[dot...])
  }

  /// The longest extension that is kept whole, in bytes including the dot.
  private static let longestExtension = 17

  /// Cuts between visible characters, so that no letter loses its accent.
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

  /// The text without leading spaces, and without the trailing dots and spaces that Windows drops.
  private static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while rest.first == " " { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "." { rest.removeLast() }
    return String(rest)
  }

  /// Windows device names, with any extension.
  private static func isReserved(_ base: String) -> Bool {
    let upper = base.uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(upper) { return true }
    guard upper.count == 4, upper.hasPrefix("COM") || upper.hasPrefix("LPT"), let last = upper.last else {
      return false
    }
    return "0123456789¹²³".contains(last)
  }
}

extension FilePath {
  /// The path with ` (2)` before its extension, its name within the file systems' limit of 255 bytes. Neither
  /// a character nor the extension is cut in two.
  ///
  /// - Parameter fileExtension: with its dot: `.kepub.epub`; nil for the text after the last dot. If the name
  ///   does not end in it, the number comes last.
  public func numbered(_ number: Int, fileExtension: String? = nil) -> FilePath {
    let ending = fileExtension ?? SafeName.fileExtension(of: nameText)
    let name = SafeName.numbered(nameText, number, fileExtension: nameText.hasSuffix(ending) ? ending : "")
    return bytes.contains(UInt8(ascii: "/")) ? parent.appending(name) : FilePath(name)
  }
}
