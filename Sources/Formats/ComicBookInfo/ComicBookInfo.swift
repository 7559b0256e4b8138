public import BookModel
public import Diagnostics
import Markup

/// ComicBookInfo 1.0: JSON in the ZIP comment, read, written and rewritten. Unknown members are kept.
public enum ComicBookInfo: MetadataFormat {
  public static let name = "ComicBookInfo"
  public static let place = MetadataPlaceInArchive.comment
  /// The member that contains all the data.
  static let member = "ComicBookInfo/1.0"

  /// The members in the order a new comment lists them.
  static let elements: [MetadataElement] = [
    MetadataElement("series", text: .series),
    MetadataElement("title", text: .title),
    MetadataElement("publisher", text: .publisher),
    MetadataElement("publicationMonth"),
    MetadataElement("publicationYear"),
    MetadataElement("issue"),
    MetadataElement("numberOfIssues"),
    MetadataElement("volume"),
    MetadataElement("numberOfVolumes"),
    MetadataElement("genre"),
    MetadataElement("language"),
    MetadataElement("credits"),
    MetadataElement("tags", list: .tags),
    MetadataElement("comments", text: .summary),
    MetadataElement("pages"),
  ]

  public static func read(
    _ bytes: [UInt8], origin: Origin = Origin(.embedded, name), limits: Limits = Limits()
  ) -> MetadataReading {
    var reading = MetadataReading()
    do {
      let document = try parseJSON(bytes, limits: limits)
      if let info = info(in: document) {
        reading.metadata = metadata(of: info, origin)
      } else {
        reading.isReadable = false
        reading.warnings.append(.warning(.metadataUnreadable, "the comment holds no '\(member)'"))
      }
    } catch {
      reading.isReadable = false
      reading.warnings.append(.warning(.metadataUnreadable, error.message, at: error.place))
    }
    return reading.told(of: origin)
  }

  /// A new comment: the application's name but no time stamp, so that the same book gives the same bytes.
  public static func write(_ statement: MetadataStatement) -> MetadataWriting {
    let members = members(of: statement.book.metadata, pageCount: statement.pageCount)
    let document = JSON.object([
      JSON.Member("appID", "leporello"), JSON.Member(member, .object(members)),
    ])
    return MetadataWriting(Array(document.text().utf8))
  }

  public static func rewrite(
    _ previous: [UInt8], saying statement: MetadataStatement, limits: Limits = Limits()
  ) throws(Diagnostic) -> MetadataWriting? {
    let own = read(previous, limits: limits)
    guard own.isReadable else { throw .notUnderstood(own, name) }
    guard case .object(var document) = try parseJSON(previous, limits: limits),
      let index = document.firstIndex(where: { $0.name == member }),
      case .object(let info) = document[index].value
    else { throw .notUnderstood(own, name) }
    let said = members(of: own.metadata, pageCount: nil)
    var wanted = members(of: statement.metadata(over: own.metadata), pageCount: nil)
    // A page count is updated but not added: a comment without one gets none.
    if let pages = statement.pages, let count = JSON.object(info)["pages"], count != .integer(pages.count) {
      wanted.append(JSON.Member("pages", .integer(pages.count)))
    }
    guard said != wanted else { return nil }
    document[index].value = .object(revise(info, from: said, to: wanted))
    let isPretty = previous.contains(UInt8(ascii: "\n"))
    return MetadataWriting(Array(JSON.object(document).text(pretty: isPretty).utf8))
  }

  private static func info(in document: JSON) -> JSON? {
    guard let info = document[member], case .object = info else { return nil }
    return info
  }

  /// Replaces members whose values have changed; the others and the order stay.
  private static func revise(_ info: [JSON.Member], from said: [JSON.Member], to wanted: [JSON.Member])
    -> [JSON.Member]
  {
    func value(_ name: String, in members: [JSON.Member]) -> JSON? {
      members.first { $0.name == name }?.value
    }
    var result: [JSON.Member] = []
    for item in info {
      let (old, new) = (value(item.name, in: said), value(item.name, in: wanted))
      if old == new {
        result.append(item)
      } else if let new {
        result.append(JSON.Member(item.name, item.name == "credits" ? credits(item.value, new) : new))
      }
    }
    for item in wanted
    where value(item.name, in: said) != item.value && !info.contains(where: { $0.name == item.name }) {
      result.append(item)
    }
    return result
  }

  /// The wanted credits, each kept as written in the document if it is there already.
  private static func credits(_ held: JSON, _ wanted: JSON) -> JSON {
    guard case .array(let held) = held, case .array(let wanted) = wanted else { return wanted }
    return .array(
      wanted.map { item in held.first { credit($0) != nil && credit($0) == credit(item) } ?? item })
  }
}

extension ComicBookInfo {
  // MARK: reading

  private static func metadata(of info: JSON, _ origin: Origin) -> Metadata {
    var metadata = Metadata()
    for (member, field) in elements.texts {
      metadata.set(field, to: text(info[member]).map { .text($0) }, from: origin)
    }
    for (member, _, field) in elements.lists {
      guard case .array(let items)? = info[member] else { continue }
      metadata.set(field, to: .list(items.compactMap(text).withoutRepeats), from: origin)
    }
    metadata.set(\.number, to: text(info["issue"]).flatMap { BookNumber($0) }, from: origin)
    metadata.setVolume(text(info["volume"]), from: origin)
    metadata.set(\.count, to: count(info["numberOfIssues"]), from: origin)
    metadata.set(\.volumeCount, to: count(info["numberOfVolumes"]), from: origin)
    if let year = whole(info["publicationYear"]) {
      let date = PartialDate(
        year: year, month: whole(info["publicationMonth"]), day: whole(info["publicationDay"]))
      metadata.set(\.date, to: date, from: origin)
    }
    metadata.set(\.language, to: text(info["language"]).flatMap(LanguageNames.tag), from: origin)
    let genres = text(info["genre"])?.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    metadata.set(\.genres, to: genres?.withoutRepeats, from: origin)
    if case .array(let credits)? = info["credits"] {
      metadata.set(\.credits, to: credits.compactMap(credit).withoutRepeats, from: origin)
    }
    return metadata
  }

  private static func text(_ value: JSON?) -> String? {
    switch value {
    case .string(let text): text.trimmed.isEmpty ? nil : text.trimmed
    case .integer(let number): String(number)
    case .numeral(let text): text
    default: nil
    }
  }

  private static func whole(_ value: JSON?) -> Int? { text(value).flatMap { BookNumber($0)?.whole } }

  private static func count(_ value: JSON?) -> Int? { whole(value).flatMap { $0 > 0 ? $0 : nil } }

  /// ComicBookLover wrote names as `Last, First`.
  private static func credit(_ value: JSON) -> Credit? {
    guard let person = text(value["person"]) else { return nil }
    let role = Credit.Role(formatWord: text(value["role"]) ?? "Other")
    return Credit(OPFCredits.turned(person) ?? person, role)
  }

  // MARK: writing

  private static func members(of metadata: Metadata, pageCount: Int?) -> [JSON.Member] {
    elements.compactMap { element in
      value(of: element, metadata, pageCount).map { JSON.Member(element.name, $0) }
    }
  }

  private static func value(of element: MetadataElement, _ metadata: Metadata, _ pageCount: Int?) -> JSON? {
    let date = metadata.date ?? metadata.storeDate
    switch (element.content, element.name) {
    case (.text(let field), _): return metadata.text(field).map { .string($0) }
    case (.list(let field, _), _):
      let items = metadata.list(field)
      return items.isEmpty ? nil : .array(items.map(JSON.string))
    case (_, "publicationMonth"): return date?.month.map { .integer($0) }
    case (_, "publicationYear"): return date.map { .integer($0.year) }
    case (_, "issue"):
      return (metadata.number ?? metadata.chapter).map { number in
        Int(number.text).map { .integer($0) } ?? .string(number.text)
      }
    case (_, "numberOfIssues"): return metadata.count.map { .integer($0) }
    case (_, "volume"):
      return (metadata.volume?.whole ?? metadata.seriesVolume ?? metadata.startYear).map { .integer($0) }
    case (_, "numberOfVolumes"): return metadata.volumeCount.map { .integer($0) }
    case (_, "genre"): return metadata.genres.map { .string($0.joined(separator: ", ")) }
    case (_, "language"): return metadata.language.map { .string(LanguageNames.name(of: $0)) }
    case (_, "credits"):
      let credits = (metadata.credits ?? []).map { credit in
        JSON.members(
          ("person", .string(credit.name)), ("role", .string(credit.role.metronInfoWord ?? credit.role.word)))
      }
      return credits.isEmpty ? nil : .array(credits)
    case (_, "pages"): return pageCount.map { .integer($0) }
    default: return nil
    }
  }
}
