public import BookModel
public import Diagnostics
import Markup

/// A page as it was written, for the page list.
public struct WrittenPage: Hashable, Sendable {
  public var page: Page
  /// Upright width and height; nil where it is not known.
  public var size: Size?
  /// Bytes of the picture as written.
  public var byteCount: Int

  public init(_ page: Page, size: Size?, byteCount: Int) {
    self.page = page
    self.size = size
    self.byteCount = byteCount
  }
}

extension ComicInfo {
  /// Writes a ComicInfo.xml: UTF-8, elements in the schema's order, empty ones left out, the page list true to
  /// what was written. The same book gives the same bytes.
  ///
  /// Elements the reader met and did not know stand behind the others, so the document is valid unless its
  /// source was not.
  public static func write(
    _ book: Book, pages: [WrittenPage], version: ComicInfoVersion = .auto
  ) -> (bytes: [UInt8], warnings: [Diagnostic]) {
    var writer = ComicInfoWriter(book.metadata)
    writer.fill()
    writer.values["PageCount"] = String(pages.count)
    let newer = elements.filter { $0.since == .v21 && writer.values[$0.name] != nil }.map(\.name)
    let written = version == .auto ? newer.isEmpty ? .v20 : .v21 : version
    writer.fillRating(decimals: written == .v20 ? 2 : 1)
    if written == .v20, !newer.isEmpty {
      let message = "ComicInfo 2.0 has no element for \(newer.joined(separator: ", ")); left out"
      writer.warnings.append(
        .warning(.notInVersion, message, remedy: "write comicInfo: auto or 2.1 to keep it"))
    }
    var root = XMLElement(name: "ComicInfo")
    for element in elements where element.since == .v20 || written == .v21 {
      if element.name == "Pages" {
        if !pages.isEmpty { root.children.append(.element(pageList(pages, marks: book.bookmarks))) }
        writer.warnings += uprightDoublePages(pages)
      } else if let value = writer.values[element.name] {
        root.children.append(.element(XMLElement(name: element.name, children: [.text(value)])))
      }
    }
    for kept in book.metadata.kept where kept.format == format {
      do {
        root.children.append(.element(try parseXML(Array(kept.xml.utf8)).root))
      } catch {
        writer.warnings.append(.warning(.notWritable, "element '\(kept.name)' is left out: \(error.message)"))
      }
    }
    return (XMLWriter().document(root), writer.warnings)
  }

  /// A warning for each page stated to be double whose picture says that it is not.
  private static func uprightDoublePages(_ pages: [WrittenPage]) -> [Diagnostic] {
    zip(pages, PageShape.judge(pages.map(\.page), sizes: pages.map(\.size)))
      .filter { $0.page.isDouble == true && $1 != .wide }.map { PageShape.upright($0.0.page) }
  }

  /// The `Pages` element: indices from 0 in the order written.
  private static func pageList(_ pages: [WrittenPage], marks: [PageID: String]) -> XMLElement {
    let wide = WidePages.judge(pages.map(\.size))
    let shapes = PageShape.judge(pages.map(\.page), sizes: pages.map(\.size))
    let hasCover = pages.contains { $0.page.isCover }
    var list = XMLElement(name: "Pages")
    for (index, written) in pages.enumerated() {
      let page = written.page
      var roles = page.roles
      if index == 0, !hasCover, roles.isEmpty { roles = [.frontCover] }
      var attributes = [("Image", String(index))]
      if !roles.isEmpty { attributes.append(("Type", roles.map(\.comicInfoWord).joined(separator: " "))) }
      // Told where it is so, and where measuring says otherwise than what is stated.
      if shapes[index] == .wide {
        attributes.append(("DoublePage", "true"))
      } else if wide[index] {
        attributes.append(("DoublePage", "false"))
      }
      attributes.append(("ImageSize", String(written.byteCount)))
      if let mark = marks[page.id] { attributes.append(("Bookmark", mark)) }
      if let size = written.size {
        attributes += [("ImageWidth", String(size.width)), ("ImageHeight", String(size.height))]
      }
      attributes += page.kept.map { ($0.name, $0.value) }
      var element = XMLElement(name: "Page")
      element.attributes = attributes.map { XMLElement.Attribute(name: $0, value: $1) }
      list.children.append(.element(element))
    }
    return list
  }
}

/// Turns metadata into the texts of elements.
private struct ComicInfoWriter {
  private let metadata: Metadata
  var values: [String: String] = [:]
  var warnings: [Diagnostic] = []

  init(_ metadata: Metadata) { self.metadata = metadata }

  mutating func fill() {
    for (element, field) in ComicInfo.texts { set(element, metadata[field]?.value.text) }
    for (element, field) in ComicInfo.lists {
      if case .list(let items)? = metadata[field]?.value { set(element, list(items, of: element)) }
    }
    for (element, role) in ComicInfo.creators {
      set(element, list((metadata.credits ?? []).filter { $0.role == role }.map(\.name), of: element))
    }
    if let title = metadata.title, let subtitle = metadata.subtitle { set("Title", "\(title): \(subtitle)") }
    set("Number", (metadata.number ?? metadata.chapter)?.text)
    set("AlternateNumber", metadata.alternateNumber?.text)
    set("Count", integer(metadata.count ?? metadata.volumeCount))
    set("AlternateCount", integer(metadata.alternateCount))
    fillVolume()
    let date = metadata.date ?? metadata.storeDate
    set("Year", date.map { String($0.year) })
    set("Month", date?.month.map { String($0) })
    set("Day", date?.day.map { String($0) })
    // A blank inside an address is percent-encoded: blanks separate them.
    set("Web", metadata.web?.map { $0.split(separator: " ").joined(separator: "%20") }.joined(separator: " "))
    fillLanguage()
    set("BlackAndWhite", metadata.isBlackAndWhite.map { $0 ? "Yes" : "No" })
    set("Manga", manga)
    fillArcs()
    fillAgeRating()
    set("GTIN", gtin)
  }

  private mutating func set(_ element: String, _ text: String?) {
    if let text, !text.isEmpty { values[element] = text }
  }

  /// A number the schema's `int` can hold.
  private func integer(_ value: Int?) -> String? { value.flatMap { Int32(exactly: $0) }.map { String($0) } }

  /// Joins with commas. No item may hold one: a reader would see two.
  private mutating func list(_ items: [String], of element: String) -> String {
    items.map { item in
      let words = item.split { $0.isWhitespace || $0 == "," }.joined(separator: " ")
      if item.contains(",") {
        warnings.append(
          .warning(.commaDropped, "'\(item)' is written as '\(words)': \(element) separates names by commas"))
      }
      return words
    }.filter { !$0.isEmpty }.joined(separator: ",")
  }

  /// `und` says that nothing is known, and is nothing to write or tell of.
  private mutating func fillLanguage() {
    guard let language = metadata.language, language.lowercased() != "und" else { return }
    let tag = LanguageTag.canonical(language)
    set("LanguageISO", tag)
    if tag == nil {
      warnings.append(
        .warning(
          .notWritable, "language '\(language)' is left out: it is no language tag",
          remedy: "write a tag such as en, pt-BR or ja"))
    }
  }

  private mutating func fillVolume() {
    set("Volume", integer(metadata.volume?.whole ?? metadata.seriesVolume ?? metadata.startYear))
    if let volume = metadata.volume, volume.whole == nil {
      warnings.append(
        .note(.notWritable, "volume '\(volume.text)' is left out: Volume takes whole numbers only"))
    }
  }

  /// Right-to-left can only be said together with manga. `No` is written only where it was stated.
  private var manga: String? {
    if metadata.direction == .rightToLeft { return "YesAndRightToLeft" }
    return metadata.isManga.map { $0 ? "Yes" : "No" }
  }

  private mutating func fillArcs() {
    guard let arcs = metadata.storyArcs else { return }
    set("StoryArc", list(arcs.map(\.name), of: "StoryArc"))
    if arcs.contains(where: { $0.number != nil }) {
      values["StoryArcNumber"] = arcs.map { ($0.number ?? "").filter { $0 != "," } }.joined(separator: ",")
    }
  }

  private mutating func fillAgeRating() {
    guard let rating = metadata.ageRating else { return }
    func plain(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
    let words = [
      "teen plus": "MA15+", "mature": "Mature 17+", "explicit": "X18+", "adult": "Adults Only 18+",
    ]
    let word = ComicInfo.ageRatings.first { plain($0) == plain(rating) } ?? words[rating.lowercased()]
    set("AgeRating", word ?? rating)
    if word == nil {
      warnings.append(
        .note(.notWritable, "age rating '\(rating)' is none of ComicInfo's; strict readers ignore it"))
    }
  }

  /// An ISBN before other trade numbers before the registries of comics.
  private var gtin: String? {
    let identifiers = metadata.identifiers ?? []
    for scheme in ["isbn", "gtin", "ean", "upc", "jan", "issn"] {
      if let found = identifiers.first(where: { $0.scheme == scheme }) { return found.value }
    }
    let registry = identifiers.first {
      ["comicvine", "metron", "gcd", "grandcomicsdatabase"].contains($0.scheme)
    }
    return registry.map { "urn:\($0.scheme):\($0.value)" }
  }

  /// 2.0 allows two decimals, 2.1 one.
  mutating func fillRating(decimals: Int) {
    guard let rating = metadata.communityRating, (0...5).contains(rating) else { return }
    let scale = decimals == 2 ? 100.0 : 10.0
    let units = Int((rating * scale).rounded())
    var text = String(units / Int(scale))
    let rest = units % Int(scale)
    if rest > 0 {
      var digits = String(rest + Int(scale)).dropFirst()
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    set("CommunityRating", text)
  }
}
