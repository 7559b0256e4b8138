import Archives
import BookModel
import Catalogue
import Diagnostics
import Foundation
import Imaging
import Inputs
import Options
import PipelineFile
import PluginKit
import Testing

@testable import Engine

/// Reads a file in which every line is an item: `page`, or the name of a section.
private struct TaleReader: Reader {
  static let name = "tale"
  static let summary = "Reads tales."
  static let example = "tale: {}"
  static let fileExtensions = ["tale"]
  init(_ settings: NoOptions) {}
  static func claims(_ probe: SourceProbe) -> Bool { probe.path.fileExtension == "tale" }

  func read(_ probe: SourceProbe, in context: any ReadContext) async throws(Diagnostic) -> Book {
    let lines = String(decoding: probe.head, as: UTF8.self).split(separator: "\n").map(String.init)
    let items = lines.enumerated().map { index, line -> BookItem in
      if line != "page" {
        return .section(Section(entry: EntryReference(source: .main, key: index, name: line)))
      }
      let picture = Picture.blank(Picture.Blank(size: Size(width: 4, height: 6), reason: "page"))
      return .page(Page(id: PageID(sourcePlace: "tale:\(index)"), picture: picture, sourceName: "p\(index)"))
    }
    let pages = items.filter { $0.id.page != nil }
    return Book(
      source: BookSource(
        path: probe.path, stem: probe.path.stem, folder: "", reader: "tale", format: "tale",
        pageCount: pages.count),
      items: items,
      textRefusal: pages.isEmpty
        ? .error(Rule("novel", .input, "A novel.", advice: "Read it."), "this is a novel") : nil,
      outline: items.enumerated().map { OutlineNode(title: "item \($0 + 1)", target: $1.id) })
  }
}

/// Makes two pages of every section.
private struct SetStage: Stage {
  static let name = "set"
  static let summary = "Sets text."
  static let example = "- set"
  static let needs: Set<ItemKind> = [.sections]
  static let gives: Set<ItemKind>? = [.pages]
  init(_ settings: NoOptions) {}

  func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    var book = book
    for section in book.sections {
      let pages = (1...2).map { number in
        Page(
          id: .derived("set", number, of: section.id),
          picture: .blank(Picture.Blank(size: Size(width: 5, height: 7), reason: "set text")),
          sourceName: section.sourceName)
      }
      for told in book.apply(.set(section.id, as: pages)) { context.report(told) }
    }
    return book
  }
}

@Suite("Books of pages and text, from file to file")
struct SectionTests {
  private let registry = Registry.builtIn.with(TaleReader.self).with(SetStage.self)
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// Converts a tale and gives its receipt, with the entries of what was written.
  private func convert(_ items: [String], stages: String) async throws -> (Receipt, entries: [String]) {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "a.tale")
    try Data((items.joined(separator: "\n") + "\n").utf8).write(to: source)
    let text = "leporello: 1\nstages: \(stages)\nsink: { cbz: \(folder.path)/out.cbz }\n"
    let (pipeline, problems) = PipelineChecker(registry: registry)
      .check(try PipelineFile(parsing: Array(text.utf8), file: "x.yaml"))
    #expect(problems == [])
    let inputs = [RunInput(path: FilePath(source.path), isFolder: false)]
    let checked = try #require(pipeline)
    let receipt = try #require(try await receipts(of: checked, inputs).first)
    guard receipt.status == .written else { return (receipt, []) }
    let written = try ZIPContainer(FilePath(folder.path + "/out.cbz"))
    return (receipt, written.entries.map(\.path.text).filter { $0.hasSuffix(".png") })
  }

  @Test("a stage makes pages of the text between pages, and every page is accounted for")
  func set() async throws {
    let (receipt, entries) = try await convert(["page", "tale", "page"], stages: "[set]")
    #expect(entries.count == 4)
    let output = try #require(receipt.outputs.first)
    #expect(output.counts.drawn == 2 && output.counts.added == 2)
    #expect(output.pages.map(\.sourceEntries) == [["p0"], ["tale"], ["tale"], ["p2"]])
    #expect(receipt.diagnostics == [])
  }

  @Test("a book of text alone becomes pages, and can go through stages that need them")
  func text() async throws {
    let (_, entries) = try await convert(["one", "two"], stages: "[set, { border: 2 }]")
    #expect(entries.count == 4)
  }

  @Test("without such a stage, text is named that is left out, and pages stay as they are")
  func leftOut() async throws {
    let (receipt, entries) = try await convert(["page", "preface", "page", "afterword"], stages: "[paper]")
    #expect(entries.count == 2)
    let told = receipt.diagnostics.filter { $0.rule == .textLeftOut }
    #expect(told.count == 1)
    #expect(told.first?.message.contains("preface, afterword") == true)
  }

  @Test(
    "a book of text alone is refused as its reader says", arguments: ["[]", "[paper]", "[metadata, paper]"])
  func refused(_ stages: String) async throws {
    let (receipt, _) = try await convert(["one", "two"], stages: stages)
    #expect(receipt.status == .failed)
    #expect(receipt.diagnostics.last?.message == "this is a novel")
  }

  @Test("a stage that sets text does nothing to a book without any")
  func pagesOnly() async throws {
    let (receipt, entries) = try await convert(["page"], stages: "[set]")
    #expect(entries.count == 1 && receipt.status == .written)
  }

  @Test("a stage for text behind the one that sets all of it is pointed out")
  func checked() throws {
    let problems = { (stages: String) throws in
      let text = "leporello: 1\nstages: \(stages)\nsink: { cbz: out.cbz }\n"
      return PipelineChecker(registry: registry)
        .check(try PipelineFile(parsing: Array(text.utf8), file: "x.yaml")).problems.map(\.rule)
    }
    #expect(try problems("[set, { set: {}, id: again }]") == [.itemsMissing])
    #expect(try problems("[{ set: {}, when: volume == 1 }, { set: {}, id: again }]") == [])
    #expect(try problems("[set, paper]") == [])
  }
}
