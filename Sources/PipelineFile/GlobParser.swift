import Diagnostics

/// Parses a pattern and expands its braces: `a.{epub,cbz}` becomes two patterns.
struct GlobParser {
  /// A pattern with more alternatives than this is a mistake or an attempt to exhaust memory.
  private static let maxAlternatives = 256
  private static let maxDepth = 8

  private let text: ScalarText

  init(_ text: ScalarText) { self.text = text }

  func alternatives() throws(Diagnostic) -> [[GlobToken]] {
    guard !text.scalars.isEmpty else { throw error("the pattern is empty", 0..<0) }
    var index = 0
    return try sequence(&index, depth: 0)
  }

  /// Parses up to the end or, inside braces, up to a `,` or `}`, which is left for the caller.
  private func sequence(_ index: inout Int, depth: Int) throws(Diagnostic) -> [[GlobToken]] {
    var done: [[GlobToken]] = [[]]
    while index < text.scalars.count {
      let scalar = text.scalars[index]
      if depth > 0, scalar == "," || scalar == "}" { return done }
      if scalar == "{" {
        let start = index
        let choices = try braces(&index, depth: depth)
        guard done.count * choices.count <= GlobParser.maxAlternatives else {
          throw error("the braces stand for more than \(GlobParser.maxAlternatives) patterns", start..<index)
        }
        done = done.flatMap { head in choices.map { head + $0 } }
        continue
      }
      for token in try tokens(&index) { done = done.map { $0 + [token] } }
    }
    return done
  }

  private func braces(_ index: inout Int, depth: Int) throws(Diagnostic) -> [[GlobToken]] {
    let start = index
    guard depth < GlobParser.maxDepth else { throw error("braces are nested too deeply", start..<start + 1) }
    var choices: [[GlobToken]] = []
    repeat {
      index += 1
      choices += try sequence(&index, depth: depth + 1)
      guard choices.count <= GlobParser.maxAlternatives else {
        throw error("the braces stand for more than \(GlobParser.maxAlternatives) patterns", start..<index)
      }
    } while index < text.scalars.count && text.scalars[index] == ","
    guard index < text.scalars.count else { throw error("the '{' has no '}'", start..<start + 1) }
    index += 1
    return choices
  }

  private func tokens(_ index: inout Int) throws(Diagnostic) -> [GlobToken] {
    let scalar = text.scalars[index]
    index += 1
    switch scalar {
    case "*": return [.anyText]
    case "?": return [.anyCharacter]
    case "/": return [.separator]
    case "[": return [try set(from: index - 1, &index)]
    case "\\":
      guard index < text.scalars.count else { throw error("there is nothing after '\\'", index - 1..<index) }
      index += 1
      return [.character(text.scalars[index - 1])]
    case "\0": throw error("a pattern cannot hold a zero character", index - 1..<index)
    default: return [.character(scalar)]
    }
  }

  /// `[abc]`, `[a-z]`, `[!abc]`; a `]` in first place is a member.
  private func set(from start: Int, _ index: inout Int) throws(Diagnostic) -> GlobToken {
    let isNegated = index < text.scalars.count && (text.scalars[index] == "!" || text.scalars[index] == "^")
    if isNegated { index += 1 }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while index < text.scalars.count, text.scalars[index] != "]" || ranges.isEmpty {
      let low = text.scalars[index]
      if index + 2 < text.scalars.count, text.scalars[index + 1] == "-", text.scalars[index + 2] != "]" {
        let high = text.scalars[index + 2]
        guard low <= high else { throw error("'\(low)-\(high)' is the wrong way round", index..<index + 3) }
        ranges.append(low...high)
        index += 3
      } else {
        ranges.append(low...low)
        index += 1
      }
    }
    guard index < text.scalars.count else { throw error("the '[' has no ']'", start..<start + 1) }
    index += 1
    return .set(ranges, isNegated: isNegated)
  }

  private func error(_ message: String, _ stretch: Range<Int>) -> Diagnostic {
    text.error(
      .globSyntax, message, at: stretch, remedy: "put '\\' before a character to use it as it is")
  }
}
