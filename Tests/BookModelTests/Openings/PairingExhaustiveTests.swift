import BookModel
import Testing

/// The rule said in another way: of all layouts there are, the one of fewest openings in which no page is lonely
/// without a reason. Compared for every sequence of up to eight narrow and wide pages and every option.
@Suite("Pairing, compared with a search through all layouts")
struct PairingExhaustiveTests {
  /// One opening of a layout, blind to direction.
  private enum Piece: Hashable {
    case wide, onFirst, onSecond, pair
    var count: Int { self == .pair ? 2 : 1 }
  }

  /// Every way to lay out a sequence: wide pages alone, narrow ones in twos or on either place.
  private func layouts(_ isWide: ArraySlice<Bool>) -> [[Piece]] {
    guard let first = isWide.first else { return [[]] }
    let rest = layouts(isWide.dropFirst())
    if first { return rest.map { [.wide] + $0 } }
    var all = rest.flatMap { [[Piece.onFirst] + $0, [.onSecond] + $0] }
    if isWide.count > 1, !isWide[isWide.startIndex + 1] {
      all += layouts(isWide.dropFirst(2)).map { [.pair] + $0 }
    }
    return all
  }

  /// Stretches of narrow pages, without a first or last page that has to be alone.
  private func runs(_ isWide: [Bool], _ rule: PairingRule) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in isWide.indices where !isWide[index] && !isLonely(index, isWide, rule) {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<(index + 1)
      } else {
        runs.append(index..<(index + 1))
      }
    }
    return runs
  }

  private func isLonely(_ index: Int, _ isWide: [Bool], _ rule: PairingRule) -> Bool {
    index == 0 && rule.first == .alone || index > 0 && index == isWide.count - 1 && rule.last == .alone
  }

  private func isAllowed(_ layout: [Piece], _ isWide: [Bool], _ rule: PairingRule, _ runs: [Range<Int>])
    -> Bool
  {
    var start = 0
    for piece in layout {
      defer { start += piece.count }
      if isWide[start] { continue }
      if isLonely(start, isWide, rule) {
        if piece != (start == 0 ? .onSecond : .onFirst) { return false }
        continue
      }
      guard let number = runs.firstIndex(where: { $0.contains(start) }) else { return false }
      let run = runs[number]
      // A pair lies within its run, and an empty place looks out of it.
      if start + piece.count > run.upperBound { return false }
      if piece == .onSecond, start != run.lowerBound { return false }
      if piece == .onFirst, start != run.upperBound - 1 { return false }
      guard start == run.lowerBound else { continue }
      if number == 0, let offset = rule.offset {
        if (piece == .onSecond) != (offset == 1) { return false }
      } else if run.count % 2 == 1 {
        let isBeforeWide = run.upperBound < isWide.count && isWide[run.upperBound]
        let mustPairLast = rule.last == .paired && run.upperBound == isWide.count && run.count > 1
        if (piece == .onSecond) != (rule.anchor == .spreads && isBeforeWide || mustPairLast) { return false }
      }
    }
    return true
  }

  /// A layout as the rule gives it.
  private func pieces(_ openings: [Opening], _ rule: PairingRule) -> [Piece] {
    openings.map { opening in
      if opening.pages.count == 2 { return .pair }
      if opening.sides == [.center] { return .wide }
      return opening.sides == [rule.side(of: .first)] ? .onFirst : .onSecond
    }
  }

  static var rules: [PairingRule] {
    var rules: [PairingRule] = []
    for direction in Direction.allCases {
      for first in PairingRule.First.allCases {
        for last in PairingRule.Last.allCases {
          for anchor in PairingRule.Anchor.allCases {
            for offset in [nil, 0, 1] as [Int?] {
              var rule = PairingRule()
              rule.direction = direction
              rule.first = first
              rule.last = last
              rule.anchor = anchor
              rule.offset = offset
              rules.append(rule)
            }
          }
        }
      }
    }
    return rules
  }

  @Test("every sequence of up to eight pages, both directions, every option", arguments: 0...8)
  func all(_ count: Int) {
    for bits in 0..<(1 << count) {
      let isWide = (0..<count).map { bits & (1 << $0) != 0 }
      let layouts = layouts(isWide[...])
      for rule in Self.rules {
        let openings = rule.openings(of: isWide.map { PairingRule.PageFacts($0 ? .wide : .single) })
        let runs = runs(isWide, rule)
        let allowed = layouts.filter { isAllowed($0, isWide, rule, runs) }
        let fewest = allowed.map(\.count).min()
        let best = allowed.filter { $0.count == fewest }
        if best != [pieces(openings, rule)] || openings.flatMap(\.pages) != Array(0..<count) {
          Issue.record("\(isWide) \(rule): \(openings), expected \(best)")
          return
        }
      }
    }
  }

  @Test("right to left is left to right in the mirror", arguments: 0...8)
  func mirrored(_ count: Int) {
    for bits in 0..<(1 << count) {
      let pages = (0..<count).map { PairingRule.PageFacts(bits & (1 << $0) != 0 ? .wide : .single) }
      for var rule in Self.rules where rule.direction == .leftToRight {
        let left = rule.openings(of: pages)
        rule.direction = .rightToLeft
        let mirrored = rule.openings(of: pages).map { opening in
          var opening = opening
          opening.sides = opening.sides.map { $0 == .center ? .center : $0 == .left ? .right : .left }
          return opening
        }
        #expect(left == mirrored)
      }
    }
  }
}
