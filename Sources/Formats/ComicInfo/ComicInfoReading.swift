public import BookModel
import Diagnostics
import Markup

extension ComicInfo {
  /// Reads a ComicInfo.xml. Never fails: problems are reported in `warnings`.
  ///
  /// - Parameter origin: where the document is; its `detail` names it in warnings.
  public static func read(
    _ bytes: [UInt8], origin: Origin = Origin(.embedded, fileName), limits: Limits = Limits()
  ) -> MetadataReading {
    readXML(bytes, origin, limits)
  }

  static func take(_ root: XMLElement, _ origin: Origin, into reading: inout MetadataReading) {
    var reader = ComicInfoReader(root, origin)
    reader.read()
    reading.metadata = reader.metadata
    reading.pages = reader.pages
    reading.warnings += reader.warnings
  }

  static var unreadable: Rule { .comicInfoUnreadable }
}

/// Reads the elements of a ComicInfo document.
private struct ComicInfoReader {
  private let root: XMLElement
  private let origin: Origin
  /// The first non-empty element of each known name.
  private var known: [String: XMLElement] = [:]
  /// The first element of each other name, in lower case.
  private var extras: [String: XMLElement] = [:]
  private(set) var metadata = Metadata()
  private(set) var pages: [PageInfo] = []
  private(set) var warnings: [Diagnostic] = []

  init(_ root: XMLElement, _ origin: Origin) {
    self.root = root
    self.origin = origin
  }

  mutating func read() {
    sortElements()
    for (element, field) in ComicInfo.elements.texts {
      metadata.set(field, to: text(element).map { .text($0) }, from: origin)
    }
    for (element, _, field) in ComicInfo.elements.lists {
      metadata.set(field, to: .list(list(element)), from: origin)
    }
    let number = ComicInfo.isUnfilled(root) ? nil : text("Number")
    metadata.set(\.number, to: number.flatMap { BookNumber($0) }, from: origin)
    metadata.set(\.alternateNumber, to: text("AlternateNumber").flatMap { BookNumber($0) }, from: origin)
    metadata.set(\.count, to: count("Count"), from: origin)
    metadata.set(\.alternateCount, to: count("AlternateCount"), from: origin)
    metadata.set(\.isBlackAndWhite, to: yesNo("BlackAndWhite"), from: origin)
    for (element, field) in ComicInfo.extensions {
      metadata.set(field, to: extras[element.lowercased()].map { .text($0.text.trimmed) }, from: origin)
    }
    readManga()
    readVolume()
    readDate()
    readCredits()
    readArcs()
    readWeb()
    readLanguage()
    readRatings()
    if let text = text("GTIN") { metadata.set(\.identifiers, to: [ComicInfo.identifier(text)], from: origin) }
    if let list = known["Pages"] {
      let (infos, problems) = PageInfo.read(list)
      pages = infos
      warnings += problems
    }
  }

  /// Separates known elements, in any letter case, from those that are only kept; of a repeated element the
  /// first is used.
  private mutating func sortElements() {
    let names = Dictionary(
      ComicInfo.elements.map { ($0.name.lowercased(), $0.name) }, uniquingKeysWith: { first, _ in first })
    for element in root.elements {
      guard let name = names[element.name.lowercased()] else {
        let xml = XMLWriter(indentation: nil).text(element)
        metadata.kept.append(KeptElement(format: ComicInfo.name, name: element.name, xml: xml))
        if extras[element.name.lowercased()] == nil { extras[element.name.lowercased()] = element }
        continue
      }
      if element.text.trimmed.isEmpty, element.elements.isEmpty { continue }
      if known[name] == nil {
        known[name] = element
      } else {
        warn(.comicInfoRepeated, "'\(name)' is there more than once; only the first is used", element)
      }
    }
  }

  private mutating func warn(_ rule: Rule, _ message: String, _ element: XMLElement?) {
    warnings.append(.warning(rule, message, at: ComicInfo.place(of: element)))
  }

  private mutating func warnValue(_ name: String, _ text: String, _ expected: String) {
    let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
    warn(.comicInfoValue, "'\(name)' is '\(shown)', not \(expected); it is ignored", known[name])
  }

  // MARK: values

  private func text(_ name: String) -> String? { known[name].map { $0.text.trimmed } }

  private func list(_ name: String) -> [String] {
    (text(name) ?? "").split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }.withoutRepeats
  }

  /// Names of people. If semicolons separate them, a comma is part of a name (`Blech, A.; Zinn, O.`).
  private func people(_ name: String) -> [String] {
    guard let text = text(name), text.contains(";") else { return list(name) }
    return text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }.withoutRepeats
  }

  /// A whole number; `01` and `1.0` are both 1. -1 means that there is none.
  private mutating func integer(_ name: String) -> Int? {
    guard let text = text(name) else { return nil }
    guard let value = BookNumber(text)?.whole else {
      warnValue(name, text, "a whole number")
      return nil
    }
    return value == -1 ? nil : value
  }

  private mutating func count(_ name: String) -> Int? { integer(name).flatMap { $0 > 0 ? $0 : nil } }

  private mutating func yesNo(_ name: String) -> Bool? {
    guard let text = text(name) else { return nil }
    switch text.lowercased() {
    case "yes", "true", "1": return true
    case "no", "false", "0": return false
    case "unknown": return nil
    default:
      warnValue(name, text, "Yes or No")
      return nil
    }
  }

  // MARK: fields

  private mutating func readManga() {
    if text("Manga")?.lowercased() == "yesandrighttoleft" {
      metadata.set(\.isManga, to: true, from: origin)
      metadata.set(\.direction, to: .rightToLeft, from: origin)
    } else {
      metadata.set(\.isManga, to: yesNo("Manga"), from: origin)
    }
  }

  /// One element for three facts: a year is when the run began, a manga's volume is the tankōbon, and any
  /// other number distinguishes runs. Fractions and ranges, which the schema forbids, can only be a volume's
  /// own number.
  private mutating func readVolume() {
    guard let text = text("Volume"), let number = BookNumber(text) else { return }
    guard let key = number.key else { return warnValue("Volume", text, "a whole number") }
    if let whole = number.whole {
      if whole < 0 { return }
      if whole >= 1000, whole <= 9999 {
        metadata.set(\.startYear, to: whole, from: origin)
      } else if metadata.isManga == true {
        metadata.set(\.volume, to: BookNumber(String(whole)), from: origin)
      } else {
        metadata.set(\.seriesVolume, to: whole, from: origin)
      }
    } else if key >= 0 {
      metadata.set(\.volume, to: number, from: origin)
    }
  }

  private mutating func readDate() {
    guard let year = integer("Year") else { return }
    let (month, day) = (integer("Month"), integer("Day"))
    guard let date = PartialDate(year: year, month: month, day: day) else {
      if year != 0 { warnValue("Year", String(year), "a year") }
      return
    }
    // 0 and -1 mean unknown.
    if let month, month > 0, date.month == nil { warnValue("Month", String(month), "a month") }
    if let day, day > 0, date.month != nil, date.day == nil {
      warnValue("Day", String(day), "a day of that month")
    }
    metadata.set(\.date, to: date, from: origin)
  }

  private mutating func readCredits() {
    let credits = ComicInfo.elements.people.flatMap { element, role in
      people(element).map { Credit($0, role) }
    }
    metadata.set(\.credits, to: credits, from: origin)
  }

  /// Arcs and their numbers are matched by position.
  private mutating func readArcs() {
    let names = (text("StoryArc") ?? "").split(separator: ",", omittingEmptySubsequences: false).map(
      \.trimmed)
    let numbers = (text("StoryArcNumber") ?? "").split(separator: ",", omittingEmptySubsequences: false).map(
      \.trimmed)
    var arcs: [StoryArc] = []
    for (index, name) in names.enumerated() where !name.isEmpty {
      let number = index < numbers.count && !numbers[index].isEmpty ? numbers[index] : nil
      arcs.append(StoryArc(name: name, number: number))
    }
    metadata.set(\.storyArcs, to: arcs, from: origin)
    if numbers.count > names.count {
      warn(.comicInfoValue, "'StoryArcNumber' has more numbers than there are arcs", known["StoryArcNumber"])
    }
  }

  /// Addresses are separated by spaces; some programs write commas instead.
  private mutating func readWeb() {
    let addresses = (text("Web") ?? "").split(whereSeparator: \.isWhitespace).flatMap { word in
      var parts: [String] = []
      for part in word.split(separator: ",") {
        if parts.isEmpty || part.hasPrefix("http://") || part.hasPrefix("https://") {
          parts.append(String(part))
        } else {
          parts[parts.count - 1] += "," + part
        }
      }
      return parts
    }
    metadata.set(\.web, to: addresses, from: origin)
  }

  private mutating func readLanguage() {
    guard let text = text("LanguageISO") else { return }
    guard !LanguageTag.none.contains(text.lowercased()) else { return }
    let tag = LanguageTag.canonical(text)
    // `normalize` knows the tag for `English`.
    metadata.set(\.language, to: tag ?? text, from: origin)
    if tag == nil {
      warn(
        .languageUnknown, "'\(text)' is not a language tag; readers ignore it", known["LanguageISO"])
    }
  }

  private mutating func readRatings() {
    if let age = text("AgeRating"), age.lowercased() != "unknown" {
      metadata.set(\.ageRating, to: age, from: origin)
    }
    guard let text = text("CommunityRating") else { return }
    let plain = String(text.map { $0 == "," ? "." : $0 })
    if let rating = Double(plain), (0...5).contains(rating) {
      metadata.set(\.communityRating, to: rating, from: origin)
    } else if Double(plain) != -1 {
      warnValue("CommunityRating", text, "a number from 0 to 5")
    }
  }
}

extension ComicInfo {
  /// An identifier: a trade number, or another as `urn:scheme:value`. The element's name is enough to accept
  /// a trade number that is digits only.
  static func identifier(_ text: String) -> Identifier {
    let parts = text.split(separator: ":", maxSplits: 2).map(String.init)
    if parts.count == 3, parts[0].lowercased() == "urn" {
      return Identifier(scheme: parts[1].lowercased(), value: parts[2])
    }
    var identifier = Identifier(tradeNumber: text)
    if identifier.scheme.isEmpty {
      let isNumber = TradeNumber.looksLikeOne(text.trimmed) || !TradeNumber.numbers(in: text).isEmpty
      identifier.scheme = isNumber ? "gtin" : TradeNumber.checked(identifier).scheme
    }
    return identifier
  }

  static func place(of element: XMLElement?) -> Place {
    guard let line = element?.line, line > 0 else { return Place() }
    let position = SourcePosition(line: line, column: 1)
    return Place(range: SourceRange(position, position))
  }
}
