#if Typesetting
  import BookModel
  import Foundation
  import Imaging
  import Testing
  import TextShaping
  import Typesetting

  @Suite("The same text gives the same page")
  struct DeterminismTests {
    /// A page with every kind of text, rotated so that threads meet different fonts first.
    private static func page(_ book: FontBook, startingAt first: Int = 0) throws -> SetPage {
      var parts: [[PageMark]] = Array(repeating: [], count: manyTexts.count)
      for step in manyTexts.indices {
        let index = (step + first) % manyTexts.count
        let sample = manyTexts[index]
        var page = try SamplePage(book)
        for isVertical in [false, true] {
          try page.add(
            text(
              sample.text, plain(sample.language), isVertical: isVertical, isRightToLeft: sample.isRightToLeft
            ))
        }
        parts[index] = page.page.marks
      }
      return SetPage(size: Size(width: 632, height: 840), background: .white, marks: parts.flatMap { $0 })
    }

    @Test("on four threads at once, whichever comes first")
    func threads() async throws {
      let alone = try Self.page(FontBook())
      let book = try FontBook()
      let pages = try await withThrowingTaskGroup(of: (SetPage, [UInt8]).self) { group in
        for index in 0..<8 {
          group.addTask {
            let page = try Self.page(book, startingAt: index)
            return (page, try page.drawn(book).samples)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(pages.allSatisfy { $0.0 == alone }, "numbers of fonts included")
      #expect(Set(pages.map(\.1)).count == 1)
      let second = try FontBook()
      #expect(try Self.page(second).drawn(second).samples == pages[0].1)
      #expect(book.usage == second.usage && book.diagnostics == second.diagnostics)
      #expect(
        try TypesetDrawing(alone, fonts: book).parameters
          == TypesetDrawing(Self.page(second), fonts: second).parameters)
    }

    @Test("whatever the environment says")
    func environment() async throws {
      let book = try FontBook()
      let parameters = try TypesetDrawing(Self.page(book), fonts: book).parameters
      await #expect(processExitsWith: .success) { [parameters = parameters as String] in
        for (name, value) in [
          ("HOME", "/nowhere"), ("LANG", "ja_JP.UTF-8"), ("LC_ALL", "fa_IR.UTF-8"), ("LANGUAGE", "fa:ja"),
          ("PANGO_LANGUAGE", "ur:ko"), ("FONTCONFIG_FILE", "/nowhere/fonts.conf"),
          ("FONTCONFIG_PATH", "/nowhere"),
          ("XDG_CACHE_HOME", "/nowhere"), ("XDG_CONFIG_HOME", "/nowhere"), ("PANGOCAIRO_BACKEND", "win32"),
          ("FC_LANG", "ko"), ("XDG_CURRENT_DESKTOP", "KDE"), ("TZ", "Asia/Tokyo"),
        ] { setenv(name, value, 1) }
        let book = try FontBook()
        #expect(try TypesetDrawing(Self.page(book), fonts: book).parameters == parameters)
      }
    }
  }
#endif
