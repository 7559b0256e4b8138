import BookModel
import Diagnostics
import Imaging
import Options
import PluginKit
import Testing

/// A stage from its options as written in YAML; fails where they are faulty.
func stage<S: Stage>(_ type: S.Type, _ options: String) throws -> S {
  try S(try settings(type, options))
}

func settings<S: Stage>(_ type: S.Type, _ options: String) throws -> S.Settings {
  let (settings, problems) = try decoded(type, options)
  #expect(problems.isEmpty)
  return settings
}

/// What is wrong with options.
func problems<S: Stage>(_ type: S.Type, _ options: String) throws -> [String] {
  try decoded(type, options).problems.map(\.message)
}

private func decoded<S: Stage>(_ type: S.Type, _ options: String) throws -> (
  settings: S.Settings, problems: [Diagnostic]
) {
  let node = try YAMLParser(file: "test").parse("options: \(options)")
  var decoder = OptionDecoder(file: "test", owner: "stage '\(S.name)'")
  let settings = S.Settings.decode(try #require(node["options"]), &decoder)
  return (settings ?? S.Settings(), decoder.problems)
}

/// A book of PNG pages, named by their order, in a context that has them.
struct TestBook {
  var book: Book
  let context: StageContext

  init(_ rasters: [Raster], direction: Direction? = nil) throws {
    let names = rasters.indices.map { "p\($0 + 1)" }
    context = StageContext(
      Dictionary(uniqueKeysWithValues: try zip(names, rasters).map { ($0, try encodePNG($1)) }))
    let source = BookSource(
      path: FilePath("test.cbz"), stem: "test", folder: "", reader: "archive", format: "ZIP",
      pageCount: names.count)
    book = Book(source: source, pages: StageContext.book(of: names))
    book.metadata.set(\.direction, to: direction, from: Origin(.embedded))
  }

  func through(_ stage: some Stage, _ selection: PageSelection = .all) async throws -> Book {
    try await stage.apply(to: book, selecting: selection, in: context)
  }

  func only(_ numbers: Int...) -> PageSelection {
    PageSelection(Set(numbers.map { book.pages[$0 - 1].id }), isStated: true)
  }
}

extension Book {
  var recipes: [String] { pages.map(\.picture.recipe) }
}

extension Raster {
  /// A page of 400 by 600 with a black panel, and so much white around it.
  static func panel(
    left: Int, top: Int, right: Int, bottom: Int, size: Size = Size(width: 400, height: 600)
  ) -> Raster {
    var page = Raster(size: size, filledWith: 255)
    for y in top..<size.height - bottom {
      for x in left..<size.width - right { page.samples[y * size.width + x] = 40 }
    }
    return page
  }
}
