import Diagnostics

/// What libarchive could not do, in its own words.
struct ArchiveFailure: Error {
  let text: String
  /// Whether the pass is over; else the next entry can still be read.
  let isFatal: Bool
  /// A problem of ours while reading the file underneath.
  let source: Diagnostic?

  init(_ text: String, isFatal: Bool) {
    self.text = text
    self.isFatal = isFatal
    source = nil
  }

  init(source: Diagnostic) {
    text = source.message
    isFatal = true
    self.source = source
  }

  /// The failure in our own words: what cannot be read is named, all else is damage.
  func diagnostic(for format: ArchivePass.Format, at place: Place) -> Diagnostic {
    if let source { return source }
    let lower = text.lowercased()
    if lower.contains("passphrase required") {
      return .error(
        .passwordRequired, "this is encrypted and needs a password", at: place, remedy: Self.passwordRemedy)
    }
    if lower.contains("incorrect passphrase") || lower.contains("too many incorrect passphrases") {
      return .error(
        .passwordWrong, "the password is wrong", at: place,
        remedy: "check the password given by --password")
    }
    if lower.contains("encrypt") { return .encryptionUnsupported(in: format, at: place) }
    if let method = foreignMethod { return .methodUnsupported(method, at: place) }
    if format == .compressedTar, lower.contains("unrecognized archive format") {
      return .error(
        .notAnArchive, "there is no archive in this compressed file", at: place, remedy: "leave it out")
    }
    let rule: Rule = place.entry == nil ? .archiveDamaged : .entryDamaged
    return .error(
      rule, "the bytes are damaged (\(text))", at: place,
      remedy: "get a fresh copy, or let 7-Zip or unar save what they can")
  }

  static let passwordRemedy =
    "give the password: --password, or 'password' among the archive reader's options"

  /// The name of the method behind messages such as `Unknown codec ID: 4f71101` and `Unsupported ZIP
  /// compression method (9: deflation-64-bit)`; nil where the message is about something else.
  private var foreignMethod: String? {
    if let colon = text.firstRange(of: "Unknown codec ID: ") {
      let code = String(text[colon.upperBound...])
      return "7z method \(Self.sevenZipMethods[code.lowercased()] ?? code)"
    }
    if let start = text.firstRange(of: "Unsupported ZIP compression method (") {
      let inner = text[start.upperBound...].prefix { $0 != ")" }
      let parts = inner.split(separator: ":", maxSplits: 1).map { String($0.drop { $0 == " " }) }
      guard let number = parts.first.flatMap({ Int($0) }) else { return nil }
      // A number that no program ever used is damage, not a method.
      return Self.zipMethods[number].map { "ZIP method \($0)" }
    }
    return Self.telling.first { text.contains($0.text) }?.method
  }

  /// Other messages that mean a method; all else that libarchive finds unsupported is what damage looks like.
  private static let telling: [(text: String, method: String)] = [
    ("RAR solid archive support unavailable", "solid RAR 4 compression"),
    ("RAR VM program filter", "RAR 4 compression with a filter program of its own"),
    ("Parsing filters is unsupported", "RAR 4 compression with filters"),
    ("Declared dictionary size is not supported", "RAR 5 compression with a dictionary of more than 64 MiB"),
    ("is encoded with many filters", "7z with several filters"),
    ("Unsupported filter", "7z with this filter"),
    ("Unsupported form of BCJ2", "7z with this form of the BCJ2 filter"),
  ]

  /// 7-Zip's DOC/Methods.txt, as libarchive prints the ids: hexadecimal without leading zeros.
  private static let sevenZipMethods = [
    "4f71101": "Zstandard", "4f71102": "Brotli", "4f71104": "LZ4", "4f71105": "LZ5", "4f71106": "Lizard",
    "40109": "Deflate64", "3030401": "PPC", "a": "ARM64", "b": "RISC-V",
  ]

  /// APPNOTE 6.3.10, 4.4.5.
  private static let zipMethods = [
    1: "Shrink", 2: "Reduce", 3: "Reduce", 4: "Reduce", 5: "Reduce", 6: "Implode", 9: "Deflate64",
    10: "PKWARE Implode",
    12: "bzip2", 14: "LZMA", 16: "CMPSC", 18: "TERSE", 19: "LZ77", 20: "Zstandard", 93: "Zstandard",
    94: "MP3",
    95: "XZ", 96: "JPEG", 97: "WavPack", 98: "PPMd",
  ]
}

extension Diagnostic {
  static func encryptionUnsupported(in format: ArchivePass.Format, at place: Place) -> Diagnostic {
    let name =
      switch format {
      case .rar4: "RAR 4"
      case .rar5: "RAR 5"
      case .sevenZip: "7z"
      case .zip, .zipStream: "this kind of ZIP"
      case .tar, .compressedTar: "this"
      }
    return .error(
      .encryptionUnsupported,
      "this is encrypted, and its encryption (\(name)) is not supported, with or without a password",
      at: place,
      remedy: "unpack it with unar or 7-Zip and its password, then convert the folder or repack it as ZIP")
  }

  static func methodUnsupported(_ method: String, at place: Place) -> Diagnostic {
    .error(
      .methodUnsupported, "\(method) is not supported", at: place,
      remedy: "unpack it with unar or 7-Zip, then convert the folder or repack it as ZIP")
  }
}
