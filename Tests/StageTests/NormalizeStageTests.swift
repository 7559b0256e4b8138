import BookModel
import Diagnostics
import Formats
import Options
import PluginKit
import Stages
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("normalize")
struct NormalizeStageTests {
  private func book() -> Book {
    let source = BookSource(
      path: FilePath("test.cbz"), stem: "test", folder: "", reader: "archive", format: "ZIP", pageCount: 0)
    var book = Book(source: source, pages: [])
    let origin = Origin(.embedded, "ComicInfo.xml")
    book.metadata.set(\.number, to: BookNumber("007"), from: origin)
    book.metadata.set(\.series, to: "Kite ", from: origin)
    book.metadata.set(\.credits, to: [Credit("Ann Ash; Bo Birk", .writer)], from: origin)
    return book
  }

  /// Which of the three fields the options let the stage change.
  private func changed(_ options: String) async throws -> Set<MetadataField> {
    let before = book()
    let after = try await stage(NormalizeStage.self, options).apply(
      to: before, selecting: .all, in: StageContext())
    return Set(before.metadata.fields.filter { before.metadata[$0]?.value != after.metadata[$0]?.value })
  }

  @Test(
    "rules are on or off, all at once or one by one",
    arguments: [
      ("all", [.number, .series, .credits]), ("~", [.number, .series, .credits]), ("numbers", [.number]),
      ("[numbers, names]", [.number, .credits]), ("{ names: false }", [.number, .series]),
      ("{ rules: [], whitespace: true }", [.series]), ("{ rules: names, names: no }", []),
    ] as [(String, Set<MetadataField>)])
  func choosing(options: String, fields: Set<MetadataField>) async throws {
    #expect(try await changed(options) == fields)
  }

  @Test("every rule but that of aliases is an option, described by the rule itself")
  func options() {
    let options = Dictionary(uniqueKeysWithValues: NormalizeStage.declarations.map { ($0.name, $0.summary) })
    for rule in NormalizationRule.all where rule.id != "aliases" { #expect(options[rule.id] == rule.summary) }
    #expect(options.count == NormalizationRule.all.count + 1)
    #expect(Set(NormalizeStage.tables[0].rows.map { $0[0] }) == Set(NormalizationRule.all.map(\.id)))
  }

  @Test("a rule nobody knows is a mistake with a suggestion")
  func unknown() throws {
    #expect(try problems(NormalizeStage.self, "[nmaes]").count == 1)
    #expect(
      try problems(NormalizeStage.self, "{ name: false }") == ["stage 'normalize' has no option 'name'"])
  }

  @Test("each change is told as a note with its rule")
  func notes() async throws {
    let context = StageContext()
    _ = try await stage(NormalizeStage.self, "all").apply(to: book(), selecting: .all, in: context)
    #expect(
      context.diagnostics.map(\.description) == [
        "note: series: 'Kite ' → 'Kite' [normalize-whitespace]",
        "note: credits: 'Ann Ash; Bo Birk (writer)' → 'Ann Ash (writer), Bo Birk (writer)' [normalize-names]",
        "note: number: '007' → '7' [normalize-numbers]",
      ])
  }

  @Test("a file of aliases is read when the stage is made")
  func aliases() async throws {
    var path = Array("/tmp/leporello-aliases-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(name) }
    let bytes = Array("series: { Paper Kite: Kite }".utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    let result = try await stage(NormalizeStage.self, "{ aliases: \(name) }").apply(
      to: book(), selecting: .all, in: StageContext())
    #expect(result.metadata.series == "Paper Kite")
    let error = #expect(throws: Diagnostic.self) {
      try stage(NormalizeStage.self, "{ aliases: \(name)-gone }")
    }
    #expect(error?.rule.id == "file-unreadable")
  }
}
