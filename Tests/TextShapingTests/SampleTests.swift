#if Typesetting
  import BookModel
  import Foundation
  import Imaging
  import Testing
  import TextShaping
  import Typesetting

  @Suite("Sample pages")
  struct SampleTests {
    static func write(_ page: SetPage, _ book: FontBook, _ name: String) throws -> Raster {
      let raster = try TypesetDrawing(page, fonts: book).draw(at: page.size, on: EmptyGround())
      if let folder = ProcessInfo.processInfo.environment["LEPORELLO_SAMPLES"] {
        let bytes = try encodePicture(raster, as: .png, EncodeRequest()).bytes
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
      }
      return raster
    }

    static let moby = """
      Call me Ishmael. Some years ago—never mind how long precisely—having little or no money in my purse, and \
      nothing particular to interest me on shore, I thought I would sail about a little and see the watery part of \
      the world. It is a way I have of driving off the spleen and regulating the circulation. The officer’s first \
      effect, an affluent flourish: difficult, “fjord”, AVAST, Wolf. 
      """

    @Test func latin() throws {
      let book = try FontBook()
      var page = try SamplePage(book)
      try page.add(Self.moby, plain(40, "en"))
      var italic = plain(40, "en")
      italic.isItalic = true
      try page.add(Self.moby, italic)
      italic.weight = 700
      italic.isItalic = false
      try page.add(Self.moby, italic)
      italic.weight = 400
      italic.isSmallCaps = true
      try page.add(Self.moby, italic)
      let raster = try Self.write(page.page, book, "latin")
      #expect(raster.layout == .gray)
      let clock = ContinuousClock()
      let drawing = TypesetDrawing(page.page, fonts: book)
      print(
        clock.measure { for _ in 0..<20 { _ = try? drawing.draw(at: page.size, on: EmptyGround()) } } / 20)
      print(clock.measure { for _ in 0..<20 { _ = drawing.parameters } } / 20)
      print(book.usage, book.diagnostics)
    }
  }
#endif
