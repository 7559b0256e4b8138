public import BookModel

/// What a file name says about a book.
public struct ParsedName: Hashable, Sendable {
  public var series: String?
  /// Of a tankōbon, a collection or a run; a year where runs are told apart by it (`v2016`).
  public var volume: BookNumber?
  /// The number.
  public var number: BookNumber?
  public var chapter: BookNumber?
  public var title: String?
  public var date: PartialDate?
  public var count: Int?
  public var volumeCount: Int?
  /// The word that marked the volume.
  var volumeWord: String?

  public init() {}

  /// Whether the name says which book of a series it is.
  public var isNumbered: Bool { volume != nil || number != nil || chapter != nil }
}

/// Reads series, number, volume, year and title out of the names comics are given.
///
/// One tokenizer and these rules, in order: what stands in brackets at the beginning is nobody's name; a number
/// that says what it is (`v3`, `c12`, `#4`, `第3巻`) is believed; without such a mark, the number at the end of a
/// stretch of words is the issue's, unless it could be a year; the series is what stands before all that, the
/// title what stands behind it. Zeros in front of numbers are dropped.
public enum FilenameParser {
  /// - Parameter stem: a file's name without its extension.
  public static func parse(_ stem: String) -> ParsedName {
    // File systems end at 255 bytes; a text far beyond that is a title gone wrong.
    guard stem.utf8.count <= 4096 else { return ParsedName() }
    // Kobo's EPUBs carry a second extension.
    let name = stem.lowercased().hasSuffix(".kepub") ? String(stem.dropLast(6)) : stem
    var reading = FilenameReading(FilenameTokenizer.tokens(of: name))
    return reading.parse()
  }

  /// What a file name says, as metadata.
  public static func metadata(ofStem stem: String) -> Metadata {
    parse(stem).metadata(from: Origin(.filename))
  }

  /// Series and volume out of a title that names its volume: `Accel World, Vol 1`. Empty for any other title.
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
  public static func metadata(ofFolder folder: String) -> Metadata {
    var metadata = Metadata()
    guard !FilenameWords.plainFolders.contains(folder.lowercased()) else { return metadata }
    metadata.set(\.series, to: parse(folder).series, from: Origin(.folder))
    return metadata
  }
}

extension ParsedName {
  /// A four-digit volume is the year a run began, one beside an issue's number tells runs apart, any other is
  /// the book's own.
  func metadata(from origin: Origin) -> Metadata {
    var metadata = Metadata()
    metadata.set(\.series, to: series, from: origin)
    metadata.set(\.title, to: title, from: origin)
    metadata.set(\.number, to: number, from: origin)
    metadata.set(\.chapter, to: chapter, from: origin)
    metadata.set(\.date, to: date, from: origin)
    metadata.set(\.count, to: count, from: origin)
    metadata.set(\.volumeCount, to: volumeCount, from: origin)
    if let whole = volume?.whole, whole >= 1000 {
      metadata.set(\.startYear, to: whole, from: origin)
    } else if number != nil, let whole = volume?.whole {
      metadata.set(\.seriesVolume, to: whole, from: origin)
    } else {
      metadata.set(\.volume, to: volume, from: origin)
    }
    return metadata
  }
}
