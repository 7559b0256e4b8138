import BookModel
import Diagnostics
import Formats
import Testing

/// Random metadata made of the pieces rules look for. The same in every run.
struct MetadataGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  private static let pieces = [
    "a", "B", " ", "  ", "\u{A0}", "\n", "\r\n", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{AD}", "\u{200E}",
    "e\u{301}",
    "é", "Ã©", "â€™", "Ã", "É…", "\u{37E}", "&amp;", "&lt;p&gt;", "<p>", "</p>", "<br>", "&", "lt;", "#",
    "001", "0",
    ".0", "-", "–", "½", "1.MU", " of ", "6", "(", ")", ", ", "; ", "|", " / ", "Jr.", "Ash, A.", "Ann",
    "Unknown",
    "action", "SCIENCE FICTION", "Spiderman", "DC", "S. Lee", "https://A.b/", "http://", "Teen", "MA 15+",
    "13+",
    "jpn", "English", "978-0-306-40615-7", "urn:isbn:", "036000291452", "א", "क", "👩", "、", "日本", "\u{212A}",
    "\u{FF11}", "№", "\u{1}", "K",
  ]

  mutating func text() -> String {
    var text = ""
    for _ in 0...next(7) { text += MetadataGenerator.pieces[next(MetadataGenerator.pieces.count)] }
    return text
  }

  mutating func metadata() -> Metadata {
    var metadata = Metadata()
    for field in MetadataField.allCases where next(3) > 0 {
      metadata.set(field, to: value(field.kind), from: Origin(.embedded, "ComicInfo.xml"))
    }
    return metadata
  }

  private mutating func value(_ kind: MetadataField.Kind) -> MetadataValue? {
    let roles: [Credit.Role] = [.writer, .inker]
    switch kind {
    case .text: return .text(text())
    case .integer: return .integer([-1, 0, 1, 7, 99, 1963, 12_000][next(7)])
    case .decimal: return .decimal(3.5)
    case .flag: return .flag(next(2) == 0)
    case .number: return BookNumber(text()).map { .number($0) }
    case .date: return PartialDate(year: 1950 + next(80), month: next(13)).map { .date($0) }
    case .list: return .list((0...next(4)).map { _ in text() })
    case .credits: return .credits((0...next(4)).map { _ in Credit(text(), roles[next(2)]) })
    case .identifiers:
      return .identifiers(
        (0...next(3)).map { _ in Identifier(scheme: ["", "gtin", "isbn"][next(3)], value: text()) })
    case .arcs:
      return .arcs((0...next(2)).map { _ in StoryArc(name: text(), number: next(2) == 0 ? text() : nil) })
    case .direction: return .direction(.rightToLeft)
    }
  }
}

@Suite("normalizing twice is normalizing once")
struct IdempotenceTests {
  private func check(_ normalizer: Normalizer, _ name: String) {
    for seed in 1...400 {
      var generator = MetadataGenerator(seed: UInt64(seed))
      let first = normalizer.normalize(generator.metadata())
      let second = normalizer.normalize(first.metadata)
      #expect(second.changes.isEmpty, "\(name), seed \(seed): \(second.changes.map(\.diagnostic.message))")
      #expect(
        second.remarks == first.remarks.filter { !$0.message.hasSuffix("taken as unknown") },
        "\(name), seed \(seed)")
      #expect(first.metadata.fields.allSatisfy { first.metadata[$0]?.value.isEmpty == false })
    }
  }

  @Test("for every rule", arguments: NormalizationRule.all.map(\.id))
  func each(id: String) throws {
    let aliases = try AliasTable(yaml: Array(AliasTable.sample.utf8))
    check(Normalizer(rules: NormalizationRule.all.filter { $0.id == id }, aliases: aliases), id)
  }

  @Test("for all rules together")
  func all() throws {
    check(Normalizer(aliases: try AliasTable(yaml: Array(AliasTable.sample.utf8))), "all")
    check(Normalizer(), "all without aliases")
  }

  /// Work that grows with the square of the text would take days.
  @Test("text made to cost much costs little", .timeLimit(.minutes(10)))
  func hostile() {
    let count = 100_000
    for piece in ["<a", "&amp;", "Ã", "Ã©", "\u{200D}", "\n", " ", ";", "#", "0", ",", "http://a,"] {
      let text = String(repeating: piece, count: count)
      var metadata = Metadata()
      metadata.set(\.summary, to: text, from: Origin(.embedded))
      metadata.set(\.number, to: BookNumber(text), from: Origin(.embedded))
      metadata.set(\.credits, to: [Credit(text, .writer)], from: Origin(.embedded))
      metadata.set(\.genres, to: [text], from: Origin(.embedded))
      metadata.set(\.web, to: [text], from: Origin(.embedded))
      _ = Normalizer().normalize(metadata)
    }
  }
}
