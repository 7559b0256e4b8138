import BookModel
import Markup
import Publications

extension OPFRevision {
  /// The main title; a subtitle that no longer follows it is removed.
  mutating func reviseTitle() {
    // A package must have a title, so it is changed but never removed.
    guard let title = new.title else { return }
    let titles = dublinCore("title").map {
      (item: $0, type: refinements(of: $0, "title-type").first?.item.value)
    }
    let main =
      titles.first { $0.type == "main" } ?? titles.first { $0.type == nil }
      ?? titles.first { $0.type == "expanded" } ?? titles.first
    guard let main else { return addDublinCore("title", title) }
    let subtitle = titles.first { $0.type == "subtitle" && main.type != "expanded" }
    guard let subtitle else { return setValue(title, of: main.item) }
    let ending = ": \(subtitle.item.item.value)"
    if title.hasSuffix(ending), title.count > ending.count {
      setValue(String(title.dropLast(ending.count)), of: main.item)
    } else {
      setValue(title, of: main.item)
      remove(subtitle.item)
    }
  }

  /// The series and the book's position in it, in every form the document uses.
  mutating func reviseSeries() {
    let position = (new.number ?? new.volume)?.text
    let collection = seriesCollection
    let calibre = metas("calibre:series").first
    guard let series = new.series else {
      if let collection { remove(collection) }
      for name in ["calibre:series", "calibre:series_index"] { reviseMeta(name, to: nil) }
      return
    }
    if let collection {
      setValue(series, of: collection)
      refine(collection, "group-position", position)
      refine(collection, "file-as", new.seriesSort)
    }
    if calibre != nil || collection == nil && !isVersion3 {
      reviseMeta("calibre:series", to: series)
      reviseMeta("calibre:series_index", to: position)
    } else if collection == nil {
      addCollection(series, position, sort: new.seriesSort)
    }
  }

  /// The collection from which `OPFMapping` takes the series.
  private var seriesCollection: Item? {
    let collections = metas("belongs-to-collection").filter { !$0.item.value.isEmpty }
    func type(_ item: Item) -> String? {
      refinements(of: item, "collection-type").first?.item.value.lowercased()
    }
    func isPlaced(_ item: Item) -> Bool { !refinements(of: item, "group-position").isEmpty }
    let typed = collections.filter { type($0) == "series" }
    if let first = typed.first(where: isPlaced) ?? typed.first { return first }
    return metas("calibre:series").isEmpty ? collections.first { type($0) == nil && isPlaced($0) } : nil
  }

  private mutating func refine(_ item: Item, _ property: String, _ value: String?) {
    let held = refinements(of: item, property)
    if let value, let first = held.first {
      // `4.0` already means 4.
      if OPFMapping.number(first.item.value) != value { setValue(value, of: first) }
    } else if let value, let id = item.item.id {
      addRefinement(of: id, property, value)
    } else if value == nil {
      for item in held { remove(item) }
    }
  }

  /// Creators and contributors: those no longer wanted are removed; new ones are added at the end.
  mutating func reviseCredits() {
    let old = own.credits ?? []
    let new = new.credits ?? []
    let gone = old.filter { !new.contains($0) }
    for item in dublinCore("creator") + dublinCore("contributor") {
      let roles = self.roles(of: item)
      let names = Set(gone.map(\.name))
      guard names.contains(item.item.value) || names.contains(OPFCredits.turned(item.item.value) ?? "") else {
        continue
      }
      let name = names.contains(item.item.value) ? item.item.value : OPFCredits.turned(item.item.value) ?? ""
      let staying = roles.filter { role in !OPFCredits.credits(name, role).contains { gone.contains($0) } }
      if staying.isEmpty {
        remove(item)
      } else {
        for refinement in refinements(of: item, "role")
        where !staying.contains(OPFCredits.code(refinement.item.value)) {
          remove(refinement)
        }
      }
    }
    for credit in new where !old.contains(credit) {
      let isContributor = credit.role.word == "contributor"
      guard let code = isContributor ? "" : OPFCredits.code(for: credit.role) else { continue }
      addDublinCore(
        isContributor ? "contributor" : "creator", credit.name,
        opf: isContributor ? [] : [("role", code)],
        refined: isContributor ? [] : [("role", code, "marc:relators")])
    }
  }

  /// The MARC codes of a creator; an empty code if there is none.
  private func roles(of item: Item) -> [String] {
    let refined = refinements(of: item, "role").map { OPFCredits.code($0.item.value) }
    let stated = refined.isEmpty ? item.item.attribute("role").map { [OPFCredits.code($0)] } ?? [] : refined
    return stated.isEmpty ? [item.item.name.hasSuffix("creator") ? "" : "contributor"] : stated
  }

  mutating func reviseDate() {
    let dates = dublinCore("date")
    func event(_ item: Item) -> String? { item.item.attribute("event")?.lowercased() }
    let held = dates.first { event($0) == "publication" } ?? dates.first { event($0) == nil }
    if let date = new.date, let held {
      setValue(date.description, of: held)
    } else if let date = new.date {
      addDublinCore("date", date.description, opf: [("event", "publication")])
    } else if let held {
      remove(held)
    }
  }

  mutating func reviseLanguage() {
    // A package must have a language.
    guard let language = new.language.flatMap(LanguageTag.canonical) else { return }
    revise("language", to: language)
  }

  /// Subjects: both genres and tags. One that lists several is removed if any of them is; the others are
  /// added again.
  mutating func reviseSubjects() {
    let wanted = ((new.genres ?? []) + (new.tags ?? [])).withoutRepeats
    var held: Set<String> = []
    for item in dublinCore("subject") {
      let parts = item.item.value.split { $0 == "," || $0 == ";" }.map(\.trimmed).filter { !$0.isEmpty }
      let terms = refinements(of: item, "term").map(\.item.value)
      if (parts + terms.filter { own.tags?.contains($0) == true }).allSatisfy(wanted.contains) {
        held.formUnion(parts + terms)
      } else {
        remove(item)
      }
    }
    for subject in wanted where !held.contains(subject) { addDublinCore("subject", subject) }
  }

  /// Identifiers and addresses. The publication's unique identifier is never removed.
  mutating func reviseIdentifiers() {
    var held: [Identifier] = []
    var addresses: [String] = []
    for item in dublinCore("identifier") {
      switch OPFIdentifier.read(item.item, in: package) {
      case .identifier(let identifier):
        let isWanted =
          new.identifiers?.contains(identifier) == true || own.identifiers?.contains(identifier) != true
        if isWanted || item.item.id == package.uniqueIdentifier {
          held.append(identifier)
        } else {
          remove(item)
        }
      case .address(let address):
        if new.web?.contains(address) == true { addresses.append(address) } else { remove(item) }
      }
    }
    let stated = (own.identifiers ?? []) + held
    for identifier in new.identifiers ?? [] where !stated.contains(identifier) {
      let isNamed = !identifier.scheme.isEmpty
      let value = isVersion3 && isNamed ? "urn:\(identifier.scheme):\(identifier.value)" : identifier.value
      addDublinCore(
        "identifier", value, opf: isNamed ? [("scheme", identifier.scheme.uppercased())] : [])
    }
    for address in new.web ?? [] where !addresses.contains(address) {
      addDublinCore("identifier", address, opf: [("scheme", "URI")])
    }
  }
}

extension OPFCredits {
  /// The code of a MARC relator in any notation: it is the last part of `marc:relators:aut`.
  static func code(_ role: String) -> String {
    role.split { $0 == ":" || $0 == "/" }.last.map { $0.trimmed.lowercased() } ?? ""
  }

  /// The credits that a name with a code may stand for.
  static func credits(_ name: String, _ code: String) -> [Credit] {
    switch code {
    case "": [Credit(name, .writer)]
    case "ill": [Credit(name, .penciller), Credit(name, .inker)]
    default: [Credit(name, known[code] ?? Credit.Role(code))]
    }
  }

  /// The code for a role; nil if MARC has none that we know of.
  static func code(for role: Credit.Role) -> String? {
    let codes: [(role: Credit.Role, code: String)] = [
      (.writer, "aut"), (.penciller, "art"), (.inker, "ink"), (.colorist, "clr"), (.letterer, "ltr"),
      (.coverArtist, "cov"), (.editor, "edt"), (.translator, "trl"),
    ]
    if let known = codes.first(where: { $0.role == role })?.code { return known }
    let isCode = role.word.utf8.count == 3 && role.word.utf8.allSatisfy { (97...122).contains($0) }
    if isCode { return role.word }
    return role.nearestKnown.flatMap { near in codes.first { $0.role == near }?.code }
  }
}
