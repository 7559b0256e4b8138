import BookModel
import Diagnostics
import Imaging
import Options
import PluginKit
import Stages
import Testing

/// Pages whose halves tell themselves: every page has a level of its own, its left half that level, its right half
/// one more.
struct SpreadBook {
  var book: Book
  let context: StageContext

  /// - Parameter widths: of the pages, all 60 pixels high.
  init(_ widths: [Int], height: Int = 60, direction: Direction? = .leftToRight) throws {
    var pictures: [String: [UInt8]] = [:]
    var names: [String] = []
    for (index, width) in widths.enumerated() {
      let name = "p\(index + 1).png"
      let samples = (0..<width * height).map { UInt8(index * 10 + ($0 % width * 2 < width ? 0 : 1)) }
      pictures[name] = try encodePNG(
        Raster(size: Size(width: width, height: height), layout: .gray, samples: samples))
      names.append(name)
    }
    context = StageContext(pictures)
    let pages = StageContext.book(of: names)
    let source = BookSource(
      path: "book", stem: "book", folder: "", reader: "folder", format: "folder", pageCount: pages.count)
    book = Book(
      source: source, pages: pages,
      outline: pages.map { OutlineNode(title: $0.sourceName, page: $0.id) },
      stories: pages.map { Story(title: $0.sourceName, page: $0.id) })
    if let direction { try tell("direction", direction.rawValue) }
  }

  mutating func tell(_ field: String, _ value: String) throws {
    try MetadataAssignment(field, value).apply(to: &book.metadata, from: Origin(.embedded))
  }

  /// Cover alone, then two and two, as the direction has it.
  mutating func pair(spreads: [Int: SpreadEvidence] = [:]) {
    var rule = PairingRule()
    rule.direction = book.direction ?? .leftToRight
    let facts = book.pages.enumerated().map { PairingRule.PageFacts(.single, spread: spreads[$0.offset]) }
    book.place(rule.openings(of: facts))
  }

  func applying(_ stage: some Stage, to pages: (Page) -> Bool = { _ in true }) async throws -> Book {
    let selection = PageSelection(Set(book.pages.filter(pages).map(\.id)), isStated: true)
    return try await stage.apply(to: book, selecting: selection, in: context)
  }

  /// The levels of each page's leftmost and rightmost pixel: what it shows.
  func shown(_ book: Book) async throws -> [[Int]] {
    var shown: [[Int]] = []
    for page in book.pages {
      let raster = try await context.raster(of: page.picture)
      shown.append([Int(raster.samples[0]), Int(raster.samples[raster.size.width - 1])])
    }
    return shown
  }
}

/// What must hold of any book: nothing leads to a page that is not there.
func expectSound(_ book: Book) {
  let ids = Set(book.pages.map(\.id))
  #expect(ids.count == book.pages.count)
  for node in book.outline { #expect(node.page.map(ids.contains) == true) }
  for story in book.stories { #expect(story.page.map(ids.contains) == true) }
}

@Suite("Facing pages become one picture")
struct JoinStageTests {
  func join(_ change: (inout JoinStage.Settings) -> Void = { _ in }) throws -> JoinStage {
    var settings = JoinStage.Settings()
    settings.which = .all
    change(&settings)
    return try JoinStage(settings)
  }

  @Test(
    "from the left the earlier page lies left, from the right it lies right", arguments: Direction.allCases)
  func order(_ direction: Direction) async throws {
    for count in 1...7 {
      var sample = try SpreadBook(Array(repeating: 40, count: count), direction: direction)
      sample.pair()
      let book = try await sample.applying(join())
      var expected: [[Int]] = [[0, 1]]
      for first in stride(from: 1, to: count, by: 2) {
        if first + 1 == count {
          expected.append([first * 10, first * 10 + 1])
        } else {
          let (left, right) = direction == .leftToRight ? (first, first + 1) : (first + 1, first)
          expected.append([left * 10, right * 10 + 1])
        }
      }
      #expect(try await sample.shown(book) == expected)
      expectSound(book)
      #expect(book.pages.map(\.isDouble) == expected.map { $0[1] - $0[0] == 1 ? nil : true })
    }
  }

  @Test("marks, contents and stories lead to the joined page, roles are gathered")
  func knowledge() async throws {
    var sample = try SpreadBook([40, 40, 40, 40])
    sample.pair()
    sample.book.pages[1].bookmark = "Chapter 1"
    sample.book.pages[2].roles = [.letters]
    let book = try await sample.applying(join())
    #expect(book.pages.map(\.sourceName) == ["p1.png", "p2-p3.png", "p4.png"])
    #expect(book.pages[1].bookmark == "Chapter 1" && book.pages[1].roles == [.letters])
    #expect(book.pages[1].side == .center && book.openings.count == 3)
    #expect(book.outline.map(\.page) == [0, 1, 1, 2].map { book.pages[$0].id })
    #expect(book.pages[1].id.origins == sample.book.pages[1...2].map(\.id.text))
  }

  @Test("only spreads that are stated or sure are joined; those less sure are named")
  func spreads() async throws {
    var sample = try SpreadBook(Array(repeating: 40, count: 7))
    sample.pair(spreads: [1: .stated, 3: .detected(confidence: 0.7), 5: .detected(confidence: 0.95)])
    let book = try await sample.applying(join { $0.which = .spreads })
    #expect(book.pages.map(\.sourceName) == ["p1.png", "p2-p3.png", "p4.png", "p5.png", "p6-p7.png"])
    let told = sample.context.diagnostics.filter { $0.rule == .joinUnsure }
    #expect(told.count == 1 && told[0].message.contains("'p4.png' and 'p5.png'"))
    #expect(told[0].message.contains("0.70"))
    let all = try await sample.applying(join { ($0.which, $0.minConfidence) = (.spreads, 0.6) })
    #expect(all.pages.count == 4)
  }

  @Test("pages that 'where' leaves out are not joined, nor their partners")
  func selection() async throws {
    var sample = try SpreadBook(Array(repeating: 40, count: 5))
    sample.pair()
    let book = try await sample.applying(join()) { $0.sourceName != "p3.png" }
    #expect(book.pages.map(\.sourceName) == ["p1.png", "p2.png", "p3.png", "p4-p5.png"])
  }

  @Test("a book that nothing has paired is left alone, and said so")
  func unpaired() async throws {
    let sample = try SpreadBook([40, 40, 40])
    let book = try await sample.applying(join())
    #expect(book.pages.count == 3)
    #expect(sample.context.diagnostics.map(\.rule) == [.joinUnpaired])
  }

  @Test("a Japanese book or manga of unknown direction is refused; sides that are no guess are taken")
  func refusal() async throws {
    for isManga in [true, false] {
      var sample = try SpreadBook([40, 40, 40], direction: nil)
      try sample.tell(isManga ? "manga" : "language", isManga ? "yes" : "ja")
      sample.pair()
      let error = await #expect(throws: Diagnostic.self) { try await sample.applying(join()) }
      #expect(error?.rule == .directionRefused)
      #expect(error?.remedy?.contains("--rtl") == true && error?.remedy?.contains("direction") == true)
      let stated = try await sample.applying(join { $0.direction = .rtl })
      #expect(try await sample.shown(stated) == [[0, 1], [20, 11]])
      (sample.book.pages[1].side, sample.book.pages[2].side) = (.right, .left)
      #expect(try await sample.shown(sample.applying(join())) == [[0, 1], [20, 11]])
    }
  }

  @Test("what must be lossless says so in its recipe")
  func demand() async throws {
    var sample = try SpreadBook([40, 40, 40])
    sample.pair()
    let book = try await sample.applying(join { $0.lossless = .require })
    #expect(book.pages.map(\.picture.losslessDemand) == [nil, "join"])
  }
}

@Suite("Double pages are cut in two")
struct SplitStageTests {
  func split(_ change: (inout SplitStage.Settings) -> Void = { _ in }) throws -> SplitStage {
    var settings = SplitStage.Settings()
    change(&settings)
    return try SplitStage(settings)
  }

  @Test("halves come in reading order, wherever the double page is", arguments: Direction.allCases)
  func order(_ direction: Direction) async throws {
    for wide in 1..<5 {
      let sample = try SpreadBook((0..<5).map { $0 == wide ? 80 : 40 }, direction: direction)
      let book = try await sample.applying(split())
      var expected = (0..<5).map { [$0 * 10, $0 * 10 + 1] }
      let halves = [[wide * 10, wide * 10], [wide * 10 + 1, wide * 10 + 1]]
      expected.replaceSubrange(wide...wide, with: direction == .leftToRight ? halves : halves.reversed())
      #expect(try await sample.shown(book) == expected)
      expectSound(book)
      let cut = book.pages[wide...(wide + 1)]
      #expect(cut.map(\.isDouble) == [false, false])
      #expect(cut.map(\.side) == (direction == .leftToRight ? [.left, .right] : [.right, .left]))
      #expect(cut.map(\.sourceName) == ["p\(wide + 1)-1.png", "p\(wide + 1)-2.png"])
    }
  }

  @Test("nothing is cut twice, marks stay with the first half, halves face each other")
  func once() async throws {
    var sample = try SpreadBook([40, 80, 40, 40, 40])
    sample.pair()
    sample.book.pages[1].bookmark = "Spread"
    var book = try await sample.applying(split())
    #expect(book.pages.map(\.bookmark) == [nil, "Spread", nil, nil, nil, nil])
    #expect(book.openings.contains { $0.pages == [1, 2] && $0.spread == .stated })
    sample.book = book
    book = try await sample.applying(split { $0.threshold = .value(0.5) }) { $0.isDouble == false }
    #expect(book.pages.count == 6)
    var joinAll = JoinStage.Settings()
    joinAll.which = .spreads
    #expect(try await sample.shown(sample.applying(JoinStage(joinAll)))[1] == [10, 11])
  }

  @Test(
    "a wraparound cover is kept, cut with its front first, or cropped to its front",
    arguments: Direction.allCases)
  func covers(_ direction: Direction) async throws {
    let sample = try SpreadBook([80, 40, 40, 40], direction: direction)
    let (front, back) = direction == .leftToRight ? (1, 0) : (0, 1)
    #expect(try await sample.shown(sample.applying(split()))[0] == [0, 1])
    let cropped = try await sample.applying(split { $0.cover = .front })
    #expect(cropped.pages.count == 4 && cropped.pages[0].isCover)
    #expect(try await sample.shown(cropped)[0] == [front, front])
    let cut = try await sample.applying(split { $0.cover = .split })
    #expect(try await sample.shown(cut)[..<2] == [[front, front], [back, back]])
    #expect(cut.pages[..<2].map(\.roles) == [[.frontCover], [.backCover]])
    expectSound(cut)
  }

  @Test("covers with flaps and banners are left whole, and named")
  func flaps() async throws {
    let sample = try SpreadBook([140, 40, 140, 40, 40])
    let book = try await sample.applying(split { $0.cover = .front })
    #expect(book.pages.count == 5)
    #expect(sample.context.diagnostics.map(\.rule) == [.splitLeftWhole, .splitLeftWhole])
  }

  @Test("a page that folds out to three is left whole; one of two is cut in its fold")
  func foldsOut() async throws {
    let sample = try SpreadBook([40, 40, 120, 40, 80, 40])
    let book = try await sample.applying(split())
    #expect(book.pages.count == 7)
    #expect(sample.context.diagnostics.map(\.rule) == [.splitLeftWhole])
  }

  @Test("a threshold cuts whatever is wide enough, in a book of double pages too")
  func threshold() async throws {
    let sample = try SpreadBook([80, 80, 80])
    #expect(try await sample.applying(split()).pages.count == 3)
    let book = try await sample.applying(split { ($0.threshold, $0.cover) = (.value(1.2), .keep) })
    #expect(try await sample.shown(book) == [[0, 1], [10, 10], [11, 11], [20, 20], [21, 21]])
  }

  @Test("a stated double page is cut, unless it is clearly upright; a stated single one never")
  func stated() async throws {
    var sample = try SpreadBook([40, 40, 80, 55, 40, 40])
    sample.book.pages[1].isDouble = true
    sample.book.pages[2].isDouble = false
    sample.book.pages[3].isDouble = true
    let book = try await sample.applying(split())
    #expect(
      book.pages.map(\.sourceName) == [
        "p1.png", "p2.png", "p3.png", "p4-1.png", "p4-2.png", "p5.png", "p6.png",
      ])
    #expect(sample.context.diagnostics.map(\.rule) == [.doublePageUpright])
  }

  @Test("an overlap is shown by both halves, which stay alike")
  func overlap() async throws {
    let sample = try SpreadBook([40, 80, 40])
    let book = try await sample.applying(split { $0.overlap = 6 })
    let sizes = try await [1, 2].asyncMap {
      try await sample.context.facts(of: book.pages[$0].picture)?.size.width
    }
    #expect(sizes == [46, 46])
  }

  @Test("unknown direction is refused for manga and guessed with a warning otherwise")
  func direction() async throws {
    var sample = try SpreadBook([40, 80, 40], direction: nil)
    #expect(try await sample.applying(split()).pages.count == 4)
    #expect(sample.context.diagnostics.map(\.rule) == [.directionUnknown])
    try sample.tell("manga", "yes")
    let error = await #expect(throws: Diagnostic.self) { try await sample.applying(split()) }
    #expect(error?.rule == .directionRefused)
    let stated = try await sample.applying(split { $0.direction = .rtl })
    #expect(try await sample.shown(stated)[1] == [11, 11])
  }
}

@Suite("Cuts lie where blocks allow")
struct CutTests {
  @Test("the right half begins at the nearest multiple, both show the overlap, nothing is lost")
  func cut() {
    for width in 2...200 {
      for unit in [1, 8, 16] {
        for overlap in [0, 3, 500] {
          let (left, right) = HalfOperation.cut(Size(width: width, height: 9), overlap, unit: unit)
          #expect(left.x == 0 && right.x + right.size.width == width)
          #expect(left.size.width >= right.x, "no column is lost")
          #expect(right.x > 0 && right.x < width)
          guard width > 2 * unit + 2 * overlap else { continue }
          #expect(right.x % unit == 0)
          #expect(abs(right.x + overlap - width / 2) <= unit / 2)
          #expect(left.size.width - right.x == 2 * overlap)
        }
      }
    }
  }
}

@Suite("Double pages are turned for portrait screens")
struct TurnStageTests {
  func turn(_ change: (inout TurnStage.Settings) -> Void = { _ in }) throws -> TurnStage {
    var settings = TurnStage.Settings()
    change(&settings)
    return try TurnStage(settings)
  }

  /// The levels of a page's first and last pixel, row by row.
  func ends(_ sample: SpreadBook, _ page: Page) async throws -> [Int] {
    let raster = try await sample.context.raster(of: page.picture)
    return [Int(raster.samples[0]), Int(raster.samples[raster.samples.count - 1])]
  }

  @Test("the side that is read first comes to lie on top", arguments: Direction.allCases)
  func way(_ direction: Direction) async throws {
    let sample = try SpreadBook([40, 80, 40], direction: direction)
    let book = try await sample.applying(turn())
    #expect(book.pages.map(\.id) == sample.book.pages.map(\.id))
    #expect(try await ends(sample, book.pages[1]) == (direction == .leftToRight ? [10, 11] : [11, 10]))
    #expect(try await sample.context.facts(of: book.pages[1].picture)?.size == Size(width: 60, height: 80))
    #expect(book.pages[1].isDouble == false)
    let other = try await sample.applying(turn { $0.direction = .counterclockwise })
    #expect(try await ends(sample, other.pages[1]) == [11, 10])
  }

  @Test("halves come behind the turned page or before it; marks lead to whichever is first")
  func halves() async throws {
    var sample = try SpreadBook([40, 80, 40])
    sample.pair()
    sample.book.pages[1].bookmark = "Spread"
    for order in [TurnStage.Order.before, .after] {
      let book = try await sample.applying(turn { ($0.also, $0.order) = (.halves, order) })
      let names = order == .before ? ["p2.png", "p2-1.png", "p2-2.png"] : ["p2-1.png", "p2-2.png", "p2.png"]
      #expect(book.pages.map(\.sourceName) == ["p1.png"] + names + ["p3.png"])
      #expect(book.pages.map(\.bookmark) == [nil, "Spread", nil, nil, nil])
      #expect(book.outline.map(\.page) == [0, 1, 4].map { book.pages[$0].id })
      expectSound(book)
      let halves = order == .before ? [2, 3] : [1, 2]
      #expect(book.openings.contains { $0.pages == halves && $0.spread == .stated })
    }
  }
}

extension Array {
  func asyncMap<T>(_ change: (Element) async throws -> T) async throws -> [T] {
    var changed: [T] = []
    for element in self { changed.append(try await change(element)) }
    return changed
  }
}
