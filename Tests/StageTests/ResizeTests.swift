import BookModel
import Diagnostics
import Imaging
import Options
import PluginKit
import Testing

@testable import Stages

/// A book of pages drawn in gray, or in color where the name begins so: `color 40x20`. Of `color 4000x2000 header`
/// only the header states the size.
struct DrawnBook {
  let book: Book
  let context: StageContext

  init(_ names: String...) throws {
    var pictures: [String: [UInt8]] = [:]
    for name in names {
      let words = name.split(separator: " ").map(String.init)
      let size = try #require(words.lazy.compactMap { Size(text: $0) }.first)
      let isDrawn = words.last != "header"
      let drawn = isDrawn ? size : Size(width: 1, height: 1)
      var bytes = try encodePNG(
        words[0] == "color"
          ? Raster(size: drawn, triples: (0..<drawn.area * 3).map { [9, 90, 200][$0 % 3] })
          : Raster(
            size: drawn, layout: .gray, samples: (0..<drawn.area).map { UInt8(truncatingIfNeeded: $0 * 37) }))
      if !isDrawn {
        for (index, side) in [size.width, size.height].enumerated() {
          bytes[18 + index * 4] = UInt8(side >> 8)
          bytes[19 + index * 4] = UInt8(side & 255)
        }
      }
      pictures[name] = bytes
    }
    context = StageContext(pictures)
    book = Book(
      source: BookSource(
        path: FilePath("book.cbz"), stem: "book", folder: "", reader: "archive", format: "ZIP",
        pageCount: names.count),
      pages: StageContext.book(of: names))
  }

  func through(_ stage: any Stage, _ selection: PageSelection = .all) async throws -> [Page] {
    try await stage.apply(to: book, selecting: selection, in: context).pages
  }
}

/// A stage with the options written; throws the first problem with them.
func checked<S: Stage>(_ type: S.Type, _ text: String) throws -> S {
  var decoder = OptionDecoder(file: nil, owner: "stage '\(S.name)'")
  let settings = S.Settings.decode(try YAMLParser(file: nil).parse(text), &decoder)
  if let problem = decoder.problems.first { throw problem }
  return try S(try #require(settings))
}

@Suite("the resize stage") struct ResizeStageTests {
  @Test("pages that fit keep their recipe; others get the size")
  func fit() async throws {
    let drawn = try DrawnBook("small 40x30", "large 400x300")
    let pages = try await drawn.through(checked(ResizeStage.self, "80x60"))
    #expect(pages[0].picture == drawn.book.pages[0].picture)
    #expect(pages[1].picture.recipe == "resize(80x60 fit) of large 400x300")
    #expect(try await drawn.context.facts(of: pages[1].picture)?.size == Size(width: 80, height: 60))
    #expect(try await drawn.context.raster(of: pages[1].picture).size == Size(width: 80, height: 60))
  }

  @Test("only selected pages are resized")
  func selection() async throws {
    let drawn = try DrawnBook("a 400x300", "b 400x300")
    let second = PageSelection([drawn.book.pages[1].id], isStated: true)
    let pages = try await drawn.through(checked(ResizeStage.self, "80x60"), second)
    #expect(pages[0].picture == drawn.book.pages[0].picture)
    #expect(pages[1].picture != drawn.book.pages[1].picture)
  }

  @Test("every option reaches the operation")
  func options() async throws {
    let drawn = try DrawnBook("a 40x30")
    let all = """
      { size: 200x100, mode: pad, enlarge: true, kernel: lanczos, light: linear, background: black, decode: exact }
      """
    let pages = try await drawn.through(checked(ResizeStage.self, all))
    #expect(
      pages[0].picture.recipe
        == "resize(200x100 pad enlarge lanczos linear \"#000000\" exact) of a 40x30")
  }

  @Test("a size has to be stated, and stay within the limit of pixels")
  func refused() async throws {
    #expect(throws: Diagnostic.self) { try checked(ResizeStage.self, "{ mode: fill }") }
    let drawn = try DrawnBook("a 40x30")
    let huge = try checked(ResizeStage.self, "{ size: 1000000x1000000, mode: pad }")
    await #expect {
      _ = try await drawn.through(huge)
    } throws: {
      ($0 as? Diagnostic)?.rule == .resizeLimit
    }
  }
}

@Suite("the sharpen stage") struct SharpenStageTests {
  @Test("it wraps pages, but for an amount of none")
  func wraps() async throws {
    let drawn = try DrawnBook("a 40x30")
    #expect(
      try await drawn.through(checked(SharpenStage.self, "{ amount: 1 }"))[0].picture.recipe
        == "sharpen(1.0 0.8 3) of a 40x30")
    #expect(try await drawn.through(checked(SharpenStage.self, "0")) == drawn.book.pages)
  }
}
