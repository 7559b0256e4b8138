import BookModel
import Diagnostics
import Engine
import Imaging
import PluginKit

/// The page of one book: its diagnostics, the changes, how it lies open, and every page.
struct ReportBookPage {
  let book: ReportedBook
  let receipt: Receipt
  /// The number of books in the report.
  let count: Int

  var text: String {
    ReportPage.text(
      title: receipt.title, navigation: navigation,
      body: [header, messages, metadata, changedPages, openings, pages, leftOut]
        .compactMap { $0 })
  }

  private var isWritten: Bool { receipt.status == .written || receipt.status == .damaged }

  private func address(_ picture: String) -> String { "../" + picture }

  private var navigation: HTML {
    func link(_ number: Int, _ text: String) -> HTML {
      guard (1...max(1, count)).contains(number), number != book.number else {
        return .tag("span", ["class": "off"], text)
      }
      return .tag("a", ["href": ReportPath.page(ofBook: number)[1]], text)
    }
    return .tag(
      "nav", ["aria-label": "Books of the report"],
      [
        .tag("a", ["href": "../index.html"], "All books"), link(book.number - 1, "← Previous"),
        .tag("span", ["class": "soft"], "\(book.number) of \(count)"), link(book.number + 1, "Next →"),
      ])
  }

  private var header: HTML {
    var lines: [HTML] = [.tag("h1", ["dir": "auto"], receipt.title)]
    var path: [HTML] = [.tag("span", ["class": "path"], receipt.name)]
    if let destination = receipt.output?.path {
      path += [.text(" → "), .tag("span", ["class": "path"], destination.display)]
    }
    lines.append(.tag("p", ["class": "paths"], path))
    var facts: [HTML] = [ReportPage.badge(receipt.status)]
    facts += ReportPage.counts(PageTally(receipt))
    if !receipt.format.isEmpty { facts.append(.tag("span", ["class": "chip"], receipt.format)) }
    if let before = receipt.sourceBytes, let after = receipt.output?.bytes {
      let text = PictureBytesChange(before: before, after: after).summary
      facts.append(.tag("span", ["class": "chip"], text))
    }
    if let direction = book.direction {
      let text = direction == .rightToLeft ? "read from right to left" : "read from left to right"
      facts.append(.tag("span", ["class": "chip"], text))
    }
    lines.append(.tag("p", ["class": "chips"], facts))
    return .tag("header", [:], lines)
  }

  // MARK: Diagnostics

  private var messages: HTML? {
    guard !receipt.diagnostics.isEmpty else { return nil }
    let items = receipt.diagnostics.map { diagnostic in
      var parts: [HTML] = [
        .tag("b", ["class": diagnostic.severity.rawValue], diagnostic.severity.rawValue), .text(" "),
      ]
      if let page = diagnostic.place.page, book.ordered.contains(where: { $0.number == page }) {
        parts.append(.tag("a", ["href": "#p\(page)"], "page \(page)"))
        parts.append(.text(": "))
      } else if let entry = diagnostic.place.entry {
        parts.append(.tag("span", ["class": "path"], entry))
        parts.append(.text(": "))
      }
      parts.append(.text(diagnostic.message))
      parts.append(.text(" "))
      parts.append(.tag("code", ["title": diagnostic.rule.summary], diagnostic.rule.id))
      if let remedy = diagnostic.remedy { parts.append(.tag("div", ["class": "soft"], remedy)) }
      return HTML.tag("li", [:], parts)
    }
    return section("messages", "Messages", [.tag("ul", ["class": "messages"], items)])
  }

  // MARK: Metadata

  private var metadata: HTML? {
    guard !book.changes.isEmpty || !book.kept.isEmpty else { return nil }
    var content: [HTML] = []
    if book.changes.isEmpty {
      content.append(.tag("p", ["class": "soft"], "No field was changed."))
    } else {
      let head = ["Field", "Before", "After", "From"].map { HTML.tag("th", ["scope": "col"], $0) }
      let rows = book.changes.map { change in
        HTML.tag(
          "tr", [:],
          [
            .tag("th", ["scope": "row"], change.field.rawValue), value(change.before, "del"),
            value(change.after, "ins"),
            .tag("td", ["class": "soft"], change.origin?.description ?? "taken away"),
          ])
      }
      content.append(
        ReportPage.scrolling(
          .tag("table", [:], [.tag("thead", [:], [.tag("tr", [:], head)]), .tag("tbody", [:], rows)]),
          label: "Changed fields"))
    }
    if !book.kept.isEmpty {
      let rows = book.kept.map { field, entry in
        HTML.tag(
          "tr", [:],
          [
            .tag("th", ["scope": "row"], field.rawValue), .tag("td", ["dir": "auto"], entry.value.text),
            .tag("td", ["class": "soft"], entry.origin.description),
          ])
      }
      let summary =
        "\(book.kept.count) field\(book.kept.count == 1 ? "" : "s") as the source has \(book.kept.count == 1 ? "it" : "them")"
      content.append(
        .tag(
          "details", [:],
          [
            .tag("summary", [:], summary),
            ReportPage.scrolling(.tag("table", [:], [.tag("tbody", [:], rows)]), label: "Fields that stay"),
          ]))
    }
    return section("metadata", "Metadata", content)
  }

  private func value(_ value: MetadataValue?, _ mark: String) -> HTML {
    guard let value else { return .tag("td", ["class": "soft"], "–") }
    return .tag("td", ["dir": "auto"], [.tag(mark, [:], value.text)])
  }

  // MARK: Pages

  private var changedPages: HTML? {
    let changed = book.ordered.filter { $0.how != .copied }
    guard !changed.isEmpty else { return nil }
    let figures = changed.map { page in
      var pictures: [HTML] = page.sources.map { picture($0, class: "before") }
      if !pictures.isEmpty { pictures.append(.tag("span", ["class": "arrow"], "→")) }
      pictures.append(picture(page.picture, class: "after"))
      var caption: [HTML] = [
        .tag("a", ["href": "#p\(page.number)", "class": "number"], "\(page.number)"), making(page.how),
        .tag("span", [:], facts(of: page)),
      ]
      if page.how != .drawn || !page.recipe.hasPrefix("blank") {
        caption.append(.tag("div", ["class": "recipe"], page.recipe))
      } else {
        caption.append(.tag("div", ["class": "soft"], page.recipe))
      }
      if let why = page.why { caption.append(.tag("div", ["class": "soft"], "re-encoded: \(why)")) }
      return HTML.tag(
        "figure", ["class": "change"],
        [.tag("div", ["class": "row"], pictures), .tag("figcaption", [:], caption)])
    }
    let count = figures.count == 1 ? "1 page" : "\(figures.count) pages"
    return section(
      "changed", "Changed pages", [.tag("div", ["class": "changes"], figures)],
      "\(count) before and after" + (isWritten ? "; all others are copies, byte for byte" : ""))
  }

  private var openings: HTML? {
    guard book.openings.count > 1 else { return nil }
    let isMirrored = book.direction == .rightToLeft
    let figures = book.openings.map { opening in
      var sides: [HTML]
      if let center = opening.center {
        sides = [side(center, "center")]
      } else {
        sides = [side(opening.left, "left"), side(opening.right, "right")]
      }
      let numbers = [opening.left, opening.center, opening.right].compactMap { $0 }.map { "\($0 + 1)" }
      var caption: [HTML] = [.tag("b", [:], numbers.joined(separator: " | "))]
      if !opening.reason.isEmpty { caption.append(.text(" " + opening.reason)) }
      return HTML.tag(
        "figure", ["class": "opening"],
        [.tag("div", ["class": "book"], sides), .tag("figcaption", ["dir": "ltr"], caption)])
    }
    var note = book.isPaired ? "as the pipeline paired them" : "as a reader program shows two pages at once"
    if isMirrored { note += "; the first is on the right" }
    return section(
      "openings", "Openings",
      [.tag("div", ["class": "openings", "dir": isMirrored ? "rtl" : "ltr"], figures)], note)
  }

  private func side(_ index: Int?, _ name: String) -> HTML {
    guard let index, book.ordered.indices.contains(index) else {
      return .tag("span", ["class": "side \(name) empty"], "")
    }
    return .tag(
      "a", ["class": "side \(name)", "href": "#p\(index + 1)", "aria-label": "Page \(index + 1)"],
      [picture(book.ordered[index].picture, class: "")])
  }

  private var pages: HTML? {
    guard !book.ordered.isEmpty else { return nil }
    let isMirrored = book.direction == .rightToLeft
    let figures = book.ordered.map { page in
      var caption: [HTML] = [.tag("b", ["class": "number"], "\(page.number)"), making(page.how)]
      for role in page.roles { caption.append(.tag("span", ["class": "chip"], role.word)) }
      caption.append(.tag("div", ["class": "path"], page.entry ?? ""))
      let names = page.sourceNames.filter { $0 != page.entry }
      if !names.isEmpty {
        caption.append(.tag("div", ["class": "path soft"], "from " + names.joined(separator: " + ")))
      }
      caption.append(.tag("div", ["class": "soft"], facts(of: page)))
      if let mark = page.bookmark { caption.append(.tag("div", ["class": "mark", "dir": "auto"], mark)) }
      return HTML.tag(
        "figure", ["class": page.isWide ? "page wide" : "page", "id": "p\(page.number)"],
        [picture(page.picture, class: ""), .tag("figcaption", ["dir": "ltr"], caption)])
    }
    return section(
      "pages", isWritten ? "All pages" : "Pages that could be made",
      [.tag("div", ["class": "sheet", "dir": isMirrored ? "rtl" : "ltr"], figures)],
      isMirrored ? "from right to left" : "")
  }

  private var leftOut: HTML? {
    var content: [HTML] = []
    if !book.dropped.isEmpty {
      let figures = book.dropped.map { dropped, picture in
        var caption: [HTML] = [.tag("div", ["class": "path"], dropped.name)]
        if let hash = dropped.sha256 { caption.append(.tag("code", ["class": "hash"], hash)) }
        return HTML.tag(
          "figure", ["class": "page dropped"],
          [self.picture(picture, class: ""), .tag("figcaption", [:], caption)])
      }
      content.append(.tag("div", ["class": "sheet"], figures))
    }
    let damaged = receipt.pages.filter { $0.outputEntry == nil }.flatMap(\.sourceEntries)
    let names = damaged.map { "\($0) (damaged)" } + receipt.leftOut.names
    if !names.isEmpty {
      content.append(
        .tag("ul", ["class": "names"], names.map { .tag("li", ["class": "path"], $0) }))
    }
    if receipt.leftOut.junkCount > 0 {
      let files =
        receipt.leftOut.junkCount == 1 ? "1 system file" : "\(receipt.leftOut.junkCount) system files"
      content.append(.tag("p", ["class": "soft"], "\(files) such as Thumbs.db"))
    }
    return content.isEmpty ? nil : section("left-out", "Left out", content)
  }

  // MARK: Parts

  private func section(_ id: String, _ title: String, _ content: [HTML], _ note: String = "") -> HTML {
    var head: [HTML] = [.text(title)]
    if !note.isEmpty { head += [.text(" "), .tag("small", [:], note)] }
    return .tag("section", ["id": id], [.tag("h2", [:], head)] + content)
  }

  private func picture(_ picture: String?, class name: String) -> HTML {
    guard let picture else { return .tag("span", ["class": "none \(name)"], "no picture") }
    return .tag("img", ["src": address(picture), "alt": "", "loading": "lazy", "class": name])
  }

  private func making(_ how: Making) -> HTML { .tag("span", ["class": "how \(how.rawValue)"], how.rawValue) }

  private func facts(of page: ReportedPage) -> String {
    "\(page.size.width) × \(page.size.height) \(page.format.displayName), \((page.bytes + 999) / 1000) kB"
  }
}
