import BookModel
public import Diagnostics
import Markup
import Publications

/// Sets documents as pages. Each document begins a page, so that any number can be set at once, each by a typesetter
/// with a shaper of its own; page numbers come when all are set.
public struct Typesetter {
  private let settings: TypesetSettings
  private let shaper: any Shaper
  private let hyphenator: (any Hyphenating)?

  public init(_ settings: TypesetSettings, shaper: any Shaper, hyphenator: (any Hyphenating)? = nil) {
    var settings = settings
    let sizes = TypesetSettings.fontSizes
    settings.fontSize =
      settings.fontSize.isFinite ? min(max(settings.fontSize, sizes.lowerBound), sizes.upperBound) : 40
    // Larger type leaves no room for words.
    settings.fontSize = min(settings.fontSize, Double(min(settings.page.width, settings.page.height)) / 4)
    if let spacing = settings.lineSpacing { settings.lineSpacing = min(max(spacing, 1), 3) }
    self.settings = settings
    self.shaper = shaper
    self.hyphenator = hyphenator
  }

  /// Sets a document.
  ///
  /// - Throws: what the shaper throws.
  public func set(_ document: SectionDocument) throws(Diagnostic) -> SetSection {
    let styles = StyleComputer(document.cascade, settings)
    styles.isVertical = styles.writesVertically(document.root)
    let builder = BoxBuilder(document, styles)
    let box = builder.build()
    let geometry = PageGeometry(settings, isVertical: styles.isVertical)
    let paper = settings.theme == .white ? box.pageGround ?? settings.theme.paper : settings.theme.paper
    var section = SetSection(
      pages: [], anchors: [:], title: Typesetter.title(of: document.root),
      pictures: builder.pictures.sorted { ($0.source, $0.key) < ($1.source, $1.key) }, unsupported: [],
      isVertical: styles.isVertical)
    if let picture = box.onlyPicture {
      section.pages = [fullPage(picture, paper)]
      for id in builder.allAnchors { section.anchors[id] = 0 }
    } else {
      let measures = TypeMeasures(shaper, settings)
      let layout = FlowLayout(measures, hyphenator, measure: geometry.measure, pageHeight: geometry.depth)
      try layout.add(box, x: 0, width: geometry.measure)
      let notes = try self.notes(builder.notes, behind: layout, geometry)
      layout.finish()
      let paginator = Paginator(
        layout.flow, notes: notes, geometry: geometry, paper: paper, ink: settings.theme.ink,
        noteGap: .pixels(settings.fontSize))
      (section.pages, section.anchors) = paginator.pages()
      builder.unsupported.formUnion(layout.unsupported)
    }
    section.unsupported = builder.unsupported.union(styles.unsupported).sorted()
    return section
  }

  /// The bodies of notes: each a flow for the foot of a page, or all behind the text.
  private func notes(
    _ boxes: [Int: Box], behind layout: FlowLayout, _ geometry: PageGeometry
  ) throws(Diagnostic) -> [Int: Flow] {
    var flows: [Int: Flow] = [:]
    if settings.footnotes == .chapter, !boxes.isEmpty {
      layout.addMargin(.pixels(settings.fontSize * 2))
      for number in boxes.keys.sorted() {
        if let box = boxes[number] { try layout.add(box, x: 0, width: geometry.measure) }
      }
      return [:]
    }
    var paragraphs = layout.paragraphCount
    for number in boxes.keys.sorted() {
      guard let box = boxes[number] else { continue }
      let note = FlowLayout(
        layout.measures, hyphenator, measure: geometry.measure, pageHeight: geometry.depth,
        firstParagraph: paragraphs, isNote: true)
      try note.add(box, x: 0, width: geometry.measure)
      note.finish()
      paragraphs = note.paragraphCount
      layout.unsupported.formUnion(note.unsupported)
      flows[number] = note.flow
    }
    return flows
  }

  /// A picture that is all of a document stands on a page without margins.
  private func fullPage(_ picture: SizedPicture, _ paper: InkColor) -> SetSection.Page {
    let page = settings.page
    let (width, height) = (Double(max(1, picture.size.width)), Double(max(1, picture.size.height)))
    let scale = min(Double(page.width) / width, Double(page.height) / height)
    let shown = (width: max(1, (width * scale).rounded()), height: max(1, (height * scale).rounded()))
    let area = MarkArea(
      x: .pixels(((Double(page.width) - shown.width) / 2).rounded(.down)),
      y: .pixels(((Double(page.height) - shown.height) / 2).rounded(.down)), width: .pixels(shown.width),
      height: .pixels(shown.height))
    return SetSection.Page(
      page: SetPage(size: page, background: paper, marks: [.picture(picture.entry, area)]), lines: [],
      text: "",
      isFullPicture: true)
  }

  private static func title(of root: XMLElement) -> String? {
    let title = root.first("head")?.first("title")?.text.split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    return title.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Box {
  /// The picture that is all there is of a document.
  var onlyPicture: SizedPicture? {
    var found: SizedPicture?
    var stack = [self]
    while let box = stack.popLast() {
      switch box.content {
      case .blocks(let boxes): stack += boxes
      case .empty: break
      case .table: return nil
      case .picture(let picture):
        guard found == nil else { return nil }
        found = picture.picture
      case .lines(let content):
        guard content.isPictureAlone else { return nil }
        for float in content.floats { stack.append(float.box) }
        for case .picture(let picture) in content.objects.values {
          guard found == nil else { return nil }
          found = picture.picture
        }
      }
    }
    return found
  }

  /// The ground of the document's root or body, which is the page's.
  var pageGround: InkColor? {
    var box = self
    for _ in 0..<4 {
      if let ground = box.style.box.background { return ground }
      guard case .blocks(let boxes) = box.content, boxes.count == 1 else { return nil }
      box = boxes[0]
    }
    return nil
  }
}

extension StyleComputer {
  /// Whether a document's root or body asks for lines from top to bottom.
  func writesVertically(_ root: XMLElement) -> Bool {
    let node = ElementNode(root: root)
    let candidates = [node] + node.children.filter { $0.name == "body" }
    for candidate in candidates.reversed() {
      guard let mode = declared(candidate, "writing-mode") else { continue }
      return mode.hasPrefix("vertical") || mode.hasPrefix("tb")
    }
    return false
  }
}
