import BookModel
import Diagnostics
import Markup

/// JSON files that downloaders and servers put into a series' folder. What they say about the series applies
/// to every book in it; they say nothing about individual books.
enum SeriesDocument: String, CaseIterable {
  /// Mylar.
  case series = "series.json"
  /// Mihon and its relatives.
  case details = "details.json"
  /// Gallery downloaders, each of which uses member names of its own.
  case info = "info.json"

  init?(fileName: String) {
    guard let own = SeriesDocument.allCases.first(where: { fileName.lowercased() == $0.rawValue }) else {
      return nil
    }
    self = own
  }

  /// Whether it describes the series even beside a single book; a gallery's file describes the gallery.
  var isOfSeries: Bool { self != .info }

  /// What the document says; nil if it is not of this kind.
  ///
  /// - Parameter isShared: whether it describes a series; if not, its name is the title of the only book.
  func metadata(in document: JSON, isShared: Bool, _ origin: Origin) -> Metadata? {
    var metadata = Metadata()
    let root: JSON?
    switch self {
    case .series: root = document["metadata"]
    case .details: root = document
    case .info: root = document["gallery_info"] ?? document["manga_info"] ?? document["metadata"] ?? document
    }
    guard let root, case .object = root else { return nil }
    let nameKeys = self == .series ? ["name"] : ["title", "series", "name"]
    guard let name = root.texts(nameKeys).first else { return nil }
    metadata.set(isShared ? .series : .title, to: .text(name), from: origin)
    metadata.set(\.publisher, to: root.texts(["publisher"]).first, from: origin)
    metadata.set(\.imprint, to: root.texts(["imprint"]).first, from: origin)
    metadata.set(\.ageRating, to: root.texts(["age_rating"]).first, from: origin)
    metadata.set(\.startYear, to: self == .series ? root.whole("year") : nil, from: origin)
    metadata.set(\.seriesVolume, to: self == .series ? root.whole("volume") : nil, from: origin)
    metadata.set(\.count, to: self == .series ? root.whole("total_issues") : nil, from: origin)
    metadata.set(\.genres, to: root.list(["genre", "genres"]), from: origin)
    metadata.set(\.tags, to: root.list(["tags"]), from: origin)
    metadata.set(
      \.language,
      to: root.texts(["lang", "language"]).first.flatMap {
        LanguageTag.canonical($0) ?? LanguageTag.tag(named: $0)
      }, from: origin)
    let credits =
      root.list(["author", "authors", "writer"]).map { Credit($0, .writer) }
      + root.list(["artist", "artists"]).map { Credit($0, .penciller) }
    metadata.set(\.credits, to: credits, from: origin)
    return metadata
  }
}

extension JSON {
  /// The texts of the first of these members that has any.
  fileprivate func texts(_ names: [String]) -> [String] {
    for name in names {
      if case .string(let text) = self[name], !text.trimmed.isEmpty { return [text.trimmed] }
    }
    return []
  }

  /// The items of the first of these members that exists: a list or a text with commas.
  fileprivate func list(_ names: [String]) -> [String] {
    for name in names {
      switch self[name] {
      case .string(let text): return text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
      case .array(let items):
        return items.compactMap {
          if case .string(let text) = $0, !text.trimmed.isEmpty { text.trimmed } else { nil }
        }
      default: continue
      }
    }
    return []
  }

  fileprivate func whole(_ name: String) -> Int? {
    switch self[name] {
    case .integer(let value): value
    case .numeral(let text): Int(text)
    case .string(let text): Int(text.trimmed)
    default: nil
    }
  }
}
