import BookModel
import Markup

/// Renders what is known about a book as MetronInfo elements.
struct MetronInfoRendering {
  private let metadata: Metadata
  private let stories: [Story]

  init(_ metadata: Metadata, _ stories: [Story]) {
    self.metadata = metadata
    self.stories = stories
  }

  /// The document's root.
  ///
  /// - Parameters:
  ///   - pageCount: the page count to state, if any.
  ///   - newer: the elements of 1.1 to write.
  func element(pageCount: Int?, newer: Set<String>) -> XMLElement {
    var root = XMLElement(name: "MetronInfo")
    for element in MetronInfo.elements where element.since == nil || newer.contains(element.name) {
      switch element.content {
      case .text(let field): root.add(element.name, metadata.text(field))
      case .list(let field, let item?):
        root.add(list(element.name, metadata.list(field).map { XMLElement(item, $0) }))
      default: root.add(other(element.name, pageCount))
      }
    }
    return root
  }

  /// An element that is more than a text or a list of texts.
  private func other(_ name: String, _ pageCount: Int?) -> XMLElement? {
    switch name {
    case "IDS": identifiers
    case "Publisher": publisher
    case "Series": series
    case "MangaVolume": text(name, metadata.volume?.text)
    case "Number": text(name, (metadata.number ?? metadata.chapter)?.text)
    case "AlternativeNumber": text(name, metadata.alternateNumber?.text)
    case "Stories": list(name, storyTitles.map { XMLElement("Story", $0) })
    case "Prices": prices
    case "CoverDate": text(name, day(metadata.date))
    case "StoreDate": text(name, day(metadata.storeDate))
    case "PageCount": text(name, pageCount.map { String($0) })
    case "Arcs": list(name, (metadata.storyArcs ?? []).map(arc))
    case "Universes": list(name, (metadata.universes ?? []).map(universe))
    case "GTIN": tradeNumbers
    case "AgeRating": text(name, metadata.ageRating.flatMap(AgeRating.metronInfo))
    case "CommunityRating":
      metadata.communityRating.map { rating in
        XMLElement(name: name, children: [.element(XMLElement("AverageRating", "\(rating)"))])
      }
    case "URLs": addresses
    case "Credits": credits
    default: nil
    }
  }

  private func text(_ name: String, _ text: String?) -> XMLElement? {
    text.flatMap { $0.isEmpty ? nil : XMLElement(name, $0) }
  }

  private var storyTitles: [String] {
    stories.isEmpty ? [metadata.title].compactMap { $0 } : stories.map(\.title)
  }

  private func list(_ name: String, _ items: [XMLElement]) -> XMLElement? {
    items.isEmpty ? nil : XMLElement(name: name, children: items.map { .element($0) })
  }

  /// A complete date: the schema accepts nothing less, and a day is never made up.
  private func day(_ date: PartialDate?) -> String? { date?.day == nil ? nil : date?.description }

  private var identifiers: XMLElement? {
    list(
      "IDS",
      (metadata.identifiers ?? []).compactMap { identifier in
        MetronInfo.sources.first { $0.scheme == identifier.scheme }.map { source in
          // comicbox's URNs in ComicInfo also say what kind of thing is identified: `issue:145269`.
          let isIssue = identifier.value.hasPrefix("issue:")
          var element = XMLElement("ID", isIssue ? String(identifier.value.dropFirst(6)) : identifier.value)
          element.attributes = [XMLElement.Attribute(name: "source", value: source.word)]
          return element
        }
      })
  }

  private var publisher: XMLElement? {
    // MetronInfo cannot express an imprint without its publisher.
    guard let name = metadata.publisher else { return nil }
    var publisher = XMLElement(name: "Publisher", children: [.element(XMLElement("Name", name))])
    publisher.add("Imprint", metadata.imprint)
    return publisher
  }

  /// The one element that every document must have; its name may be empty.
  private var series: XMLElement {
    var series = XMLElement(
      name: "Series", children: [.element(XMLElement("Name", metadata.series ?? ""))])
    // Just two letters: the schema has no room for a script or a region.
    if let tag = metadata.language.flatMap(LanguageTag.canonical),
      let code = tag.split(separator: "-").first, code.count == 2
    {
      series.attributes = [XMLElement.Attribute(name: "lang", value: String(code))]
    }
    series.add("SortName", metadata.seriesSort)
    series.add("Volume", metadata.seriesVolume.flatMap { $0 >= 0 ? String($0) : nil })
    series.add("Format", metadata.format.flatMap(MetronInfo.format))
    series.add("StartYear", metadata.startYear.flatMap { (1000...9999).contains($0) ? String($0) : nil })
    series.add("IssueCount", metadata.count.flatMap { $0 > 0 ? String($0) : nil })
    series.add("VolumeCount", metadata.volumeCount.flatMap { $0 > 0 ? String($0) : nil })
    series.add(
      list("AlternativeNames", (metadata.alternativeNames ?? []).map { XMLElement("AlternativeName", $0) }))
    return series
  }

  /// One price per country; without a country, a price cannot be written.
  private var prices: XMLElement? {
    var countries: Set<String> = []
    return list(
      "Prices",
      (metadata.prices ?? []).compactMap { text in
        guard let price = Price(text), let country = price.country, countries.insert(country).inserted else {
          return nil
        }
        var element = XMLElement("Price", price.amount)
        element.attributes = [XMLElement.Attribute(name: "country", value: country)]
        return element
      })
  }

  private func arc(_ arc: StoryArc) -> XMLElement {
    var element = XMLElement(name: "Arc", children: [.element(XMLElement("Name", arc.name))])
    let number = arc.number.flatMap { BookNumber($0)?.whole }
    element.add("Number", number.flatMap { $0 > 0 ? String($0) : nil })
    return element
  }

  /// Splits `Name (Designation)` into two elements.
  private func universe(_ text: String) -> XMLElement {
    var name = text
    var designation: String?
    if text.hasSuffix(")"), let open = text.lastIndex(of: "("), open != text.startIndex {
      name = text[..<open].trimmed
      designation = text[text.index(after: open)...].dropLast().trimmed
    }
    var element = XMLElement(name: "Universe", children: [.element(XMLElement("Name", name))])
    element.add("Designation", designation)
    return element
  }

  private var tradeNumbers: XMLElement? {
    let identifiers = metadata.identifiers ?? []
    var element = XMLElement(name: "GTIN")
    element.add("ISBN", identifiers.first { $0.scheme == "isbn" }?.value)
    element.add("UPC", identifiers.first { ["upc", "gtin", "ean", "jan"].contains($0.scheme) }?.value)
    return element.children.isEmpty ? nil : element
  }

  /// The main address is marked if there are several.
  private var addresses: XMLElement? {
    let addresses = metadata.web ?? []
    return list(
      "URLs",
      addresses.enumerated().map { index, address in
        var element = XMLElement("URL", address)
        if index == 0, addresses.count > 1 {
          element.attributes = [XMLElement.Attribute(name: "primary", value: "true")]
        }
        return element
      })
  }

  /// One element for each creator, with all of the creator's roles.
  private var credits: XMLElement? {
    var names: [String] = []
    var roles: [String: [String]] = [:]
    for credit in metadata.credits ?? [] where !credit.name.isEmpty {
      if roles[credit.name] == nil { names.append(credit.name) }
      let word = credit.role.metronInfoWord ?? "Other"
      if roles[credit.name]?.contains(word) != true { roles[credit.name, default: []].append(word) }
    }
    return list(
      "Credits",
      names.map { name in
        let own = (roles[name] ?? []).map { XMLElement("Role", $0) }
        var credit = XMLElement(name: "Credit", children: [.element(XMLElement("Creator", name))])
        credit.add(list("Roles", own))
        return credit
      })
  }
}

extension XMLElement {
  /// An element that contains a text.
  init(_ name: String, _ text: String) { self.init(name: name, children: text.isEmpty ? [] : [.text(text)]) }

  mutating func add(_ name: String, _ text: String?) {
    if let text, !text.isEmpty { children.append(.element(XMLElement(name, text))) }
  }

  mutating func add(_ element: XMLElement?) { if let element { children.append(.element(element)) } }
}
