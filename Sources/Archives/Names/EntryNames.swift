public import Diagnostics

extension Rule {
  public static let unknownEncoding = Rule(
    "unknown-encoding", .usage, "The encoding named for file names in archives is not known to this system.",
    advice: "Use a name that your system's iconv knows, such as cp932, gbk or cp437.")
  public static let guessedNames = Rule(
    "guessed-names", .input,
    "Names in an archive do not state their encoding and are not UTF-8; the likeliest one was used.",
    advice: """
      If names look wrong, set the encoding: --names-encoding cp932 (Japanese), gbk or big5 (Chinese), cp949 \
      (Korean).
      """)
}

/// Decodes the names of one archive's entries.
///
/// A name flagged as UTF-8 is UTF-8, and so is one whose bytes are valid UTF-8. For all others together the
/// likeliest encoding is looked for (`EntryNameGuess`): an archive is made by one program on one machine, and
/// many names tell more than one. A short unflagged name that happens to be valid UTF-8 goes with the others
/// where these turn out to be of a double-byte encoding.
///
/// No entry is ever lost: a name that means nothing in its encoding is read by code page 437, which gives each
/// byte a character of its own.
///
/// - Parameters:
///   - raw: the names as stored.
///   - flaggedUTF8: for each, whether the archive says that it is UTF-8.
///   - encoding: an iconv name that replaces the guess, for every name not flagged.
/// - Returns: the names in the order given; the encoding used for those that are no UTF-8, nil where there are
///   none; whether it was guessed.
/// - Throws: `unknown-encoding`.
func decodeEntryNames(
  _ raw: [[UInt8]], flaggedUTF8: [Bool], encoding: String?
) throws(Diagnostic) -> (names: [String], encoding: String?, guessed: Bool) {
  var names = [String?](repeating: nil, count: raw.count)
  var open: [Int] = []
  for (index, bytes) in raw.enumerated() {
    let isFlagged = index < flaggedUTF8.count && flaggedUTF8[index]
    let isOpen = encoding != nil && !isFlagged && bytes.contains { $0 >= 0x80 || $0 == 0x1B }
    names[index] = isOpen ? nil : String(validatingUTF8Bytes: bytes)
    if names[index] == nil { open.append(index) }
  }
  let chosen: (name: String, decoder: CharacterDecoder?)
  if let encoding {
    chosen = try namedEncoding(encoding)
  } else if open.isEmpty {
    return (names.map { $0 ?? "" }, nil, false)
  } else {
    let guess = EntryNameGuess.best(for: open.map { raw[$0] })
    chosen = (guess.name, guess.decoder)
    if guess.isDoubleByte {
      for (index, bytes) in raw.enumerated() where !(index < flaggedUTF8.count && flaggedUTF8[index]) {
        if isWeaklyUTF8(bytes), let text = chosen.decoder?.decode(bytes) { names[index] = text }
      }
    }
  }
  for index in open { names[index] = chosen.decoder?.decode(raw[index]) ?? CodePage437.decode(raw[index]) }
  return (names.map { $0 ?? "" }, open.isEmpty ? nil : chosen.name, encoding == nil)
}

/// Whether bytes have characters beyond ASCII, all of them two bytes of UTF-8: pairs that many a pair of
/// GBK or EUC-KR looks like by chance. Bytes known to be valid UTF-8 are expected.
private func isWeaklyUTF8(_ bytes: [UInt8]) -> Bool {
  var pairs = 0
  for byte in bytes where byte >= 0xC0 {
    if byte >= 0xE0 { return false }
    pairs += 1
  }
  return pairs > 0 && String(validatingUTF8Bytes: bytes) != nil
}

/// The encoding a user named. Shift-JIS means Windows' variant, as in archives: the standard's own reads byte
/// 5C as a yen sign, which hides the separator of Windows paths.
private func namedEncoding(_ name: String) throws(Diagnostic) -> (name: String, decoder: CharacterDecoder?) {
  let wanted =
    switch name.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "shiftjis", "sjis", "ms932", "cp932", "windows31j", "932": "CP932"
    case "utf8": "UTF-8"
    case "437", "cp437", "ibm437": "CP437"
    default: name
    }
  if wanted == "CP437" { return (wanted, nil) }
  if let decoder = CharacterDecoder(wanted) { return (wanted, decoder) }
  let known = EntryNameGuess.candidates.map(\.name)
  let near = closestMatch(to: name, in: known)
  throw .error(
    .unknownEncoding, "'\(name)' is not a known encoding",
    remedy: (near.map { "did you mean \($0)? " } ?? "") + "some known encodings are "
      + known.joined(separator: ", "))
}
