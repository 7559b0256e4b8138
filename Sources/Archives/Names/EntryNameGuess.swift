/// Finds the encoding that names of unknown encoding are most likely in.
///
/// Each candidate is charged for reading the names: about the information, in tenths of a bit, that text of its
/// language needs for such characters. Kana, common kanji and hanzi (the first level of JIS X 0208 and GB 2312,
/// ordered by use in Big5), common hangul and frequent Cyrillic letters are cheap; rare ideographs, box drawing,
/// Greek and mathematical signs among letters are dear; bytes that mean nothing are dearest. ASCII costs the same
/// everywhere. The cheapest candidate wins, the earlier one on a tie; the figures in `EntryNameCost` are
/// estimates, but their order is what decides.
struct EntryNameGuess: Sendable {
  let name: String
  /// The name `iconv` knows it by; nil for code page 437, which is built in.
  let iconvName: String?
  let isDoubleByte: Bool
  /// What the candidate is charged before anything is read: encodings met less often need more evidence.
  let handicap: Int
  private let cost: @Sendable ([UInt8]) -> Int

  var decoder: CharacterDecoder? { iconvName.flatMap { CharacterDecoder($0) } }

  /// Those this system's `iconv` has, in order of preference; code page 437 is always there.
  static let candidates: [EntryNameGuess] = [
    doubleByte("CP932", handicap: 0, EntryNameCost.shiftJIS),
    doubleByte("GB18030", handicap: 0, EntryNameCost.gbk),
    singleByte("CP437", handicap: 10),
    singleByte("CP866", handicap: 10),
    singleByte("CP1251", handicap: 15),
    doubleByte("CP949", handicap: 15, EntryNameCost.korean),
    doubleByte("BIG5", handicap: 15, EntryNameCost.big5),
    singleByte("CP1252", handicap: 15),
    singleByte("CP850", handicap: 20),
    singleByte("KOI8-R", handicap: 30),
    doubleByte("EUC-JP", handicap: 40, EntryNameCost.eucJP),
  ].compactMap(\.self)

  /// The cheapest candidate. Some hundred kilobytes of names are evidence enough.
  static func best(for names: [[UInt8]]) -> EntryNameGuess {
    var sample: ArraySlice<[UInt8]> = []
    var size = 0
    for (index, name) in names.enumerated() {
      size += name.count
      if size > 1 << 18, index > 0 { break }
      sample = names[...index]
    }
    var best: (cost: Int, guess: EntryNameGuess)?
    for candidate in candidates {
      let cost = sample.reduce(candidate.handicap) { $0 + candidate.cost($1) }
      if cost < best?.cost ?? .max { best = (cost, candidate) }
    }
    return best?.guess ?? codePage437
  }

  private static let codePage437 = EntryNameGuess(
    name: "CP437", iconvName: nil, isDoubleByte: false, handicap: 0, cost: { _ in 0 })

  private static func doubleByte(
    _ name: String, handicap: Int, _ measure: @escaping @Sendable (ArraySlice<UInt8>) -> EntryNameCost.Unit
  ) -> EntryNameGuess? {
    guard CharacterDecoder(name) != nil else { return nil }
    return EntryNameGuess(name: name, iconvName: name, isDoubleByte: true, handicap: handicap) {
      EntryNameCost.ofDoubleByte($0, measure)
    }
  }

  private static func singleByte(_ name: String, handicap: Int) -> EntryNameGuess? {
    let table: [Unicode.Scalar?]
    if name == "CP437" {
      table = (0...255).map { CodePage437.scalar($0) }
    } else {
      guard let decoder = CharacterDecoder(name) else { return nil }
      table = (0...255).map { decoder.decode([UInt8($0)])?.unicodeScalars.first }
    }
    let iconvName = name == "CP437" ? nil : name
    return EntryNameGuess(name: name, iconvName: iconvName, isDoubleByte: false, handicap: handicap) {
      EntryNameCost.ofSingleByte($0, table)
    }
  }
}
