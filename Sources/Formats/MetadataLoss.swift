public import BookModel
public import Diagnostics

/// Facts about a book that cannot be read back from the documents written for it.
public enum MetadataLoss {
  /// A warning that names, on one line, every field that loses something; nil if none does.
  ///
  /// What was written is read back and compared, so there is no list of each format's abilities to maintain.
  /// A fact that another field or format carries is not lost.
  ///
  /// - Parameter documents: what was written, read back.
  public static func warning(
    for book: Book, writtenAs documents: [(format: String, reading: MetadataReading)]
  ) -> Diagnostic? {
    let lost = facts(lostFrom: book, in: documents.map(\.reading))
    guard !lost.isEmpty else { return nil }
    let formats = documents.map(\.format).joined(separator: ", ")
    let list = lost.map { fact in
      let shown = fact.items.prefix(2).map { $0.count > 40 ? $0.prefix(40) + "…" : $0 }.joined(
        separator: ", ")
      let more = fact.items.count > 2 ? " and \(fact.items.count - 2) more" : ""
      return "\(fact.field) (\(shown)\(more))"
    }
    return .warning(
      .metadataLost, "this is not kept in \(formats): \(list.joined(separator: "; "))",
      remedy: "the source keeps it; to carry it over, write another format as well")
  }

  /// A field's name and its lost items, in the model's field order.
  public struct LostFact: Hashable, Sendable {
    public var field: String
    public var items: [String]
  }

  /// The book's facts that none of the readings gives back.
  public static func facts(lostFrom book: Book, in readings: [MetadataReading]) -> [LostFact] {
    let held = readings.map(\.metadata)
    var lost = book.metadata.fields.compactMap { field -> LostFact? in
      let items = items(of: field, in: book.metadata).filter { item in
        !held.contains { isHeld(item, field, in: $0, of: book.metadata) }
      }
      return items.isEmpty ? nil : LostFact(field: field.rawValue, items: items)
    }
    let titles = Set(readings.flatMap(\.stories).map(\.title) + held.compactMap(\.title))
    let summaries = held.compactMap(\.summary).joined(separator: "\n")
    let stories = book.stories.map(\.title).filter { !titles.contains($0) && !summaries.contains($0) }
    if !stories.isEmpty { lost.append(LostFact(field: "stories", items: stories)) }
    return lost + storyFacts(of: book, lostFrom: readings, summaries: summaries)
  }

  /// Facts about individual stories other than their titles. One is kept if a story of the same title has it
  /// again or if the summary still states it.
  private static func storyFacts(
    of book: Book, lostFrom readings: [MetadataReading], summaries: String
  ) -> [LostFact] {
    let held = Dictionary(grouping: readings.flatMap(\.stories), by: \.title)
    func lost(_ field: String, _ items: (Story) -> [(text: String, words: [String])]) -> LostFact? {
      let missing = book.stories.flatMap { story in
        let known = (held[story.title] ?? []).flatMap(items).map(\.text)
        return items(story).filter { item in
          !known.contains(item.text) && !item.words.allSatisfy(summaries.contains)
        }.map { "\($0.text) of '\(story.title)'" }
      }
      return missing.isEmpty ? nil : LostFact(field: field, items: missing)
    }
    return [
      lost("credits of stories") { story in
        story.credits.map { ("\($0.role.word): \($0.name)", [$0.name, $0.role.word]) }
      },
      lost("kinds of stories") { story in story.kind.map { [($0, [$0])] } ?? [] },
      lost("codes of stories") { story in story.code.map { [($0, [$0])] } ?? [] },
    ].compactMap(\.self)
  }

  /// Fields that can carry each other's facts because some format has one element for all of them.
  private static let kin: [Set<MetadataField>] = [
    [.number, .chapter, .volume], [.volume, .seriesVolume, .startYear], [.date, .storeDate],
    [.count, .volumeCount], [.title, .subtitle], [.format, .tags],
  ]

  /// Identifiers of a single file, which say nothing about the book.
  private static let ofFiles: Set<String> = ["", "uuid", "calibre", "uri", "url"]

  private static func items(of field: MetadataField, in metadata: Metadata) -> [String] {
    guard let value = metadata[field]?.value else { return [] }
    switch value {
    case .list(let items): return items
    case .credits(let credits): return credits.map { "\($0.name), \($0.role.word)" }
    case .identifiers(let identifiers):
      return identifiers.filter { !ofFiles.contains($0.scheme) }.map { "\($0.scheme):\($0.value)" }
    case .arcs(let arcs): return arcs.map { arc in arc.name + (arc.number.map { " #\($0)" } ?? "") }
    // Readers assume left to right when nothing is stated.
    case .direction(let direction): return direction == .leftToRight ? [] : [direction.rawValue]
    case .flag(let flag): return flag ? ["yes"] : ["no"]
    default: return [value.text]
    }
  }

  private static func isHeld(
    _ item: String, _ field: MetadataField, in held: Metadata, of all: Metadata
  ) -> Bool {
    let fields =
      kin.filter { $0.contains(field) }.reduce(into: [field]) { $0.formUnion($1) } as Set<MetadataField>
    let texts = fields.flatMap { items(of: $0, in: held) }
    if texts.contains(item) { return true }
    switch field {
    case .subtitle, .title: return texts.contains { $0.contains(item) }
    case .number, .chapter, .volume, .seriesVolume, .startYear:
      guard let key = BookNumber(item)?.key else { return false }
      return texts.contains { BookNumber($0)?.key == key }
    case .ageRating: return texts.contains { AgeRating.isSame($0, item) }
    case .format:
      return texts.contains {
        MetronInfo.format($0) != nil && MetronInfo.format($0) == MetronInfo.format(item)
      }
    case .credits: return (all.credits ?? []).contains { isHeld($0, as: item, in: held) }
    case .language: return texts.contains { LanguageTag.canonical($0) == LanguageTag.canonical(item) }
    case .web: return texts.contains(item.split(separator: " ").joined(separator: "%20"))
    case .communityRating: return held.communityRating != nil
    case .prices: return texts.contains { Price($0) == Price(item) }
    // Names that lost a comma have a warning of their own.
    default: return item.contains(",") && texts.contains(withoutCommas(item))
    }
  }

  /// A credit is kept if it survives in the ComicInfo role nearest to its own.
  private static func isHeld(_ credit: Credit, as item: String, in held: Metadata) -> Bool {
    guard "\(credit.name), \(credit.role.word)" == item else { return false }
    return (held.credits ?? []).contains { other in
      let isNear = other.role == credit.role || other.role == credit.role.nearestKnown
      return isNear && (other.name == credit.name || other.name == withoutCommas(credit.name))
    }
  }

  private static func withoutCommas(_ text: String) -> String {
    text.split { $0.isWhitespace || $0 == "," }.joined(separator: " ")
  }
}

extension AgeRating {
  /// Whether two words, each from any format, mean the same rating.
  static func isSame(_ first: String, _ second: String) -> Bool {
    guard let rating = metronInfo(first) else { return false }
    return rating == metronInfo(second)
  }
}

extension Rule {
  public static let metadataLost = Rule(
    "metadata-lost", .metadata, "A field of the book has no place in any of the formats written.",
    advice: "If the field matters, write another format as well (metronInfo, coMet, comicBookInfo).")
}
