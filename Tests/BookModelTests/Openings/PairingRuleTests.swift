import BookModel
import Testing

@Suite("Pairing")
struct PairingRuleTests {
  typealias Facts = PairingRule.PageFacts

  /// Openings as they are seen from left to right: `[ |1] [2|3] <4>`, numbers from 1.
  static func picture(_ openings: [Opening]) -> String {
    openings.map { opening in
      if let center = opening.page(on: .center) { return "<\(center + 1)>" }
      let left = opening.page(on: .left).map { String($0 + 1) } ?? " "
      let right = opening.page(on: .right).map { String($0 + 1) } ?? " "
      return "[\(left)|\(right)]"
    }.joined(separator: " ")
  }

  private func pair(_ pages: [Facts], _ change: (inout PairingRule) -> Void = { _ in }) -> String {
    var rule = PairingRule()
    change(&rule)
    return Self.picture(rule.openings(of: pages))
  }

  /// `n` narrow, `W` wide, `s` strip, `h` wider than tall in a book of such, `B` back cover, `F` front cover.
  private func pages(_ text: String) -> [Facts] {
    text.map { letter in
      switch letter {
      case "W": Facts(.wide)
      case "s": Facts(.strip)
      case "h": Facts(.landscape)
      case "B": Facts(.single, isBackCover: true)
      case "F": Facts(.single, isFrontCover: true)
      default: Facts(.single)
      }
    }
  }

  @Test(
    "cover alone, then twos; wide pages alone; pairing afresh behind them",
    arguments: [
      ("", ""), ("n", "[ |1]"), ("nn", "[ |1] [2| ]"), ("nnn", "[ |1] [2|3]"), ("W", "<1>"),
      ("WW", "<1> <2>"),
      ("nnnWnnn", "[ |1] [2|3] <4> [5|6] [7| ]"), ("Wnn", "<1> [2|3]"), ("nnWnn", "[ |1] [ |2] <3> [4|5]"),
      ("nnnWnWn", "[ |1] [2|3] <4> [ |5] <6> [7| ]"), ("nnnB", "[ |1] [2|3] [4| ]"),
      ("nnB", "[ |1] [2| ] [3| ]"), ("nFnn", "[ |1] [ |2] [3|4]"), ("sss", "<1> <2> <3>"),
      ("hhh", "<1> <2> <3>"),
    ])
  func usual(_ pages: String, _ expected: String) { #expect(pair(self.pages(pages)) == expected) }

  @Test("mirrored from right to left (F41)")
  func rightToLeft() {
    #expect(pair(pages("nnnWnnn")) { $0.direction = .rightToLeft } == "[1| ] [3|2] <4> [6|5] [ |7]")
  }

  @Test("an odd page before a wide one goes to the front of its run, or stays with anchor: front")
  func anchors() {
    #expect(pair(pages("nnnnW")) == "[ |1] [ |2] [3|4] <5>")
    #expect(pair(pages("nnnnW")) { $0.anchor = .front } == "[ |1] [2|3] [4| ] <5>")
    #expect(
      pair(pages("nnnnW")) { $0.offset = 0 } == "[ |1] [2|3] [4| ] <5>", "an offset stated is an offset meant"
    )
  }

  @Test("first and last, paired and alone")
  func ends() {
    #expect(pair(pages("nnnn")) { $0.first = .paired } == "[1|2] [3|4]")
    #expect(pair(pages("nnnn")) { $0.last = .paired } == "[ |1] [ |2] [3|4]")
    #expect(pair(pages("nnn")) { $0.last = .alone } == "[ |1] [2| ] [3| ]")
    #expect(
      pair(pages("nnnB")) { $0.last = .paired } == "[ |1] [2|3] [4| ]", "a back cover always stands alone")
    #expect(pair(pages("nnnn")) { $0.offset = 1 } == "[ |1] [ |2] [3|4]")
  }

  @Test("sides the source states win, and nothing is moved in a run that has some (F12)")
  func stated() {
    func sides(_ sides: [PageSide?]) -> [Facts] { sides.map { Facts(.single, side: $0) } }
    #expect(pair(sides([.right, .left, .right, .center, .left, .right])) == "[ |1] [2|3] <4> [5|6]")
    #expect(
      pair(sides([.left, .right, .left, .center, .right, .left])) { $0.direction = .rightToLeft }
        == "[1| ] [3|2] <4> [6|5]")
    #expect(
      pair(sides([.left, .right, nil, nil])) == "[1|2] [3|4]", "a first page on the first side has a partner")
    #expect(pair(sides([.right, .right, .left, .right])) == "[ |1] [ |2] [3|4]")
    #expect(pair(sides([nil, nil, .left, nil]) + pages("W")) == "[ |1] [2| ] [3|4] <5>")
  }

  @Test("what the user says of pages wins over the source, the shape and evidence")
  func placements() {
    var book = pages("nnnnnn")
    book[3].placement = .left
    #expect(pair(book) == "[ |1] [2|3] [4|5] [6| ]")
    book[2].placement = .alone
    #expect(pair(book) == "[ |1] [2| ] [3| ] [4|5] [6| ]")
    book = pages("nnWn")
    book[2].placement = .right
    #expect(pair(book) == "[ |1] [2|3] [4| ]", "a page said to lie on a side is not wide")
    book = pages("nnnnn")
    book[2].placement = .spread
    #expect(pair(book) == "[ |1] [ |2] [3|4] [5| ]", "what comes before a spread is counted back from it")
    book[4].placement = .spread
    #expect(pair(book) == "[ |1] [ |2] [3|4] [5| ]", "the last page makes no spread")
    book = pages("nnnn")
    book[1].side = .right
    book[1].placement = .left
    #expect(pair(book) == "[ |1] [2|3] [4| ]")
  }

  @Test("a drawing across the gutter keeps its halves together; an override takes it apart")
  func evidence() {
    var book = pages("nnnnn")
    book[2].spread = .detected(confidence: 0.95)
    let openings = PairingRule().openings(of: book)
    #expect(Self.picture(openings) == "[ |1] [ |2] [3|4] [5| ]")
    #expect(openings[2].spread == .detected(confidence: 0.95))
    #expect(openings[2].reason.contains("95 %"))
    book[3].placement = .left
    #expect(pair(book) == "[ |1] [2|3] [4|5]")
  }

  @Test("every opening says why")
  func reasons() {
    for rule in PairingExhaustiveTests.rules {
      for opening in rule.openings(of: pages("nnnnWnnnWnB")) { #expect(!opening.reason.isEmpty) }
    }
  }
}
