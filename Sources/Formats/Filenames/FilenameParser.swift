public import BookModel
import Synchronization

/// Reads series, number, volume, year and title from the file names of comics.
///
/// One tokenizer and these rules, in order: brackets at the beginning are not part of the name; a number with
/// a mark (`v3`, `c12`, `#4`, `第3巻`) means what its mark says; without a mark, the number at the end of a
/// stretch of words is the issue number, unless it could be a year; the series is what comes before all that,
/// the title what comes after. What remains becomes the publisher or the form of publication if it is a known
/// one, and scan information otherwise: nothing is dropped. `FilenameRules` settles the points on which
/// conventions differ.
public enum FilenameParser {
  /// - Parameters:
  ///   - stem: a file's name without its extension.
  ///   - series: the series that the containing folder is named after, if any.
  public static func parse(
    _ stem: String, inSeries series: String? = nil, rules: FilenameRules = FilenameRules()
  ) -> ParsedName {
    parse(stem, as: .book(inSeries: series), rules: rules)
  }

  private static func parse(_ stem: String, as subject: FilenameSubject, rules: FilenameRules) -> ParsedName {
    let question = Question(stem, subject, rules)
    if let known = answered.withLock({ $0.first { $0.question == question }?.answer }) { return known }
    let answer = read(stem, as: subject, rules: rules)
    answered.withLock { answered in
      if answered.count == 16 { answered.removeLast() }
      answered.insert((question, answer), at: 0)
    }
    return answer
  }

  /// The arguments of a parse. Names are compared byte by byte: strings that differ only in the Unicode form
  /// of a letter are equal, but give different answers.
  private struct Question: Equatable {
    let name: [UInt8]
    let series: [UInt8]?
    let isFolder: Bool
    let rules: FilenameRules

    init(_ stem: String, _ subject: FilenameSubject, _ rules: FilenameRules) {
      name = Array(stem.utf8)
      self.rules = rules
      switch subject {
      case .book(let inSeries): (series, isFolder) = (inSeries.map { Array($0.utf8) }, false)
      case .folder: (series, isFolder) = (nil, true)
      }
    }
  }

  /// The names parsed most recently, latest first: each stage, template and check asks for a book's name
  /// again.
  private static let answered = Mutex<[(question: Question, answer: ParsedName)]>([])

  private static func read(_ stem: String, as subject: FilenameSubject, rules: FilenameRules) -> ParsedName {
    // File systems end at 255 bytes; a text far beyond that is a misplaced title.
    guard stem.utf8.count <= 4096 else { return ParsedName() }
    // Kobo's EPUBs have a second extension.
    let name = stem.lowercased().hasSuffix(".kepub") ? String(stem.dropLast(6)) : stem
    let (number, rest) = rules.leadingNumber == .auto ? prefixed(name) : (nil, name)
    var reading = FilenameReading(FilenameTokenizer.tokens(of: rest), rules, subject)
    return reading.parse(alternate: number)
  }

  /// A number put before a name that uses underscores for spaces: `52 Monster_Island_v1_#2`.
  private static func prefixed(_ name: String) -> (number: String?, rest: String) {
    let parts = name.trimmed.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].allSatisfy(FilenameNumber.isDigit), parts[1].contains("_"),
      parts[1].first?.isLetter == true
    else { return (nil, name) }
    return (String(parts[0]), String(parts[1]))
  }

  /// What a file name says, as metadata.
  public static func metadata(
    ofStem stem: String, inSeries series: String? = nil, rules: FilenameRules = FilenameRules()
  ) -> Metadata {
    parse(stem, inSeries: series, rules: rules).metadata(from: Origin(.filename), atLeast: rules.least)
  }

  /// Series and volume from a title that names its volume: `Accel World, Vol 1`. Empty for any other title.
  public static func metadata(ofTitle title: String) -> Metadata {
    let name = parse(title)
    var metadata = Metadata()
    guard let series = name.series, let word = name.volumeWord,
      FilenameWords.volumeWordsOfTitles.contains(word)
    else { return metadata }
    metadata.set(\.series, to: series, from: Origin(.title))
    metadata.set(\.volume, to: name.volume, from: Origin(.title))
    return metadata
  }

  /// The series a folder is named after; empty for folders with everyday names such as `Downloads`.
  public static func metadata(ofFolder folder: String, rules: FilenameRules = FilenameRules()) -> Metadata {
    metadata(ofFolders: [folder], rules: rules)
  }

  /// The series and volume named by nested folders, the innermost first. A folder that only names a volume
  /// (`Akira/Vol 2`) supplies it and leaves the series to the next one. Stops at folders with everyday names.
  public static func metadata(ofFolders folders: [String], rules: FilenameRules = FilenameRules()) -> Metadata
  {
    var metadata = Metadata()
    for folder in folders.prefix(3) {
      guard !FilenameWords.plainFolders.contains(folder.lowercased()) else { break }
      let name = parse(folder, as: .folder, rules: rules)
      if let series = name.series, name.confidence(of: .series) != .guess {
        metadata.set(\.series, to: series, from: Origin(.folder))
        break
      }
      // Without a folder around it, a bare `Vol 1` is just another name for the file.
      guard let volume = name.volume, name.number == nil, folders.count > 1 else { break }
      if metadata.volume == nil { metadata.set(\.volume, to: volume, from: Origin(.folder)) }
    }
    if metadata.series == nil { metadata.remove(.volume) }
    return metadata
  }
}

/// What kind of thing a name belongs to.
enum FilenameSubject: Hashable {
  /// A book, with the series its folder is named after, if any.
  case book(inSeries: String?)
  case folder
}
