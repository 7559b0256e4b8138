/// Shows diagnostics to people: the message, and where the file's text is known, the line with the place marked.
///
///     manga.yaml:6:14: error: stage 'paper' has no option 'strenght' [unknown-option]
///         - paper: { strenght: 0.4 }
///                    ^^^^^^^^
///         did you mean 'strength'?
public struct DiagnosticRenderer: Sendable {
  public var usesColor: Bool
  /// Lines of the files that messages may point into, by the file's name in `Place.file`.
  private var sources: [String: [Substring]] = [:]
  private let margin = "    "
  /// Columns of a source line that are shown; longer lines are cut around the place.
  private let lineWidth = 100

  public init(usesColor: Bool = false) { self.usesColor = usesColor }

  /// Makes a file's text known.
  public mutating func add(source bytes: [UInt8], of file: String) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = String(decoding: hasMark ? bytes[3...] : bytes[...], as: UTF8.self)
    sources[file] = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// The diagnostic on one line, without a line end: what logs and progress show.
  public func line(_ diagnostic: Diagnostic) -> String {
    head(diagnostic) + (diagnostic.remedy.map { "; " + $0.printable } ?? "")
  }

  /// The diagnostic in full: one or more lines, each ended.
  public func text(_ diagnostic: Diagnostic) -> String {
    var text = head(diagnostic) + "\n"
    if let excerpt = excerpt(diagnostic.place) {
      text += margin + excerpt.line + "\n"
      text += margin + paint(excerpt.marks, .caret) + "\n"
    }
    if let remedy = diagnostic.remedy { text += margin + remedy.printable + "\n" }
    return text
  }

  /// All of them, in the order given.
  public func text(_ diagnostics: some Sequence<Diagnostic>) -> String {
    diagnostics.map { text($0) }.joined()
  }

  private func head(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.place.description
    let severity = paint(diagnostic.severity.rawValue + ":", .severity(diagnostic.severity))
    return (place.isEmpty ? "" : place.printable + ": ")
      + "\(severity) \(paint(diagnostic.message.printable, .message))"
      + " [\(diagnostic.rule.id)]"
  }
}

// MARK: - The line and its marks

extension DiagnosticRenderer {
  private func excerpt(_ place: Place) -> (line: String, marks: String)? {
    guard let file = place.file, let range = place.range, let lines = sources[file],
      lines.indices.contains(range.start.line - 1)
    else { return nil }
    let scalars = Array(lines[range.start.line - 1].unicodeScalars)
    let first = min(max(0, range.start.column - 1), scalars.count)
    let end = range.end.line > range.start.line ? scalars.count : min(range.end.column - 1, scalars.count)
    let shown = window(scalars, around: first)
    var line = shown.lowerBound > 0 ? "…" : ""
    var marks = line.isEmpty ? "" : " "
    for index in shown {
      let cell = DiagnosticRenderer.cell(scalars[index], column: line.displayWidth)
      line += cell
      let isMarked = index == first || (first..<max(first, end)).contains(index)
      if isMarked || index < first {
        marks += String(repeating: isMarked ? "^" : " ", count: cell.displayWidth)
      }
    }
    if shown.upperBound < scalars.count { line += "…" }
    // A place behind the last character: something is missing there.
    if first == scalars.count { marks += "^" }
    return (trimmingEnd(line), marks.contains("^") ? marks : marks + "^")
  }

  /// The stretch of a line that is shown.
  private func window(_ scalars: [Unicode.Scalar], around place: Int) -> Range<Int> {
    guard scalars.count > lineWidth else { return 0..<scalars.count }
    let start = max(0, min(place - lineWidth / 3, scalars.count - lineWidth))
    return start..<min(scalars.count, start + lineWidth)
  }

  /// One character as shown: tabs go to the next multiple of 4, controls become visible.
  private static func cell(_ scalar: Unicode.Scalar, column: Int) -> String {
    scalar == "\t" ? String(repeating: " ", count: 4 - column % 4) : String(scalar).printable
  }

  private func trimmingEnd(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}

// MARK: - Color

extension DiagnosticRenderer {
  private enum Role {
    case severity(Severity)
    case message, caret
  }

  /// Text in color, by the attributes of ECMA-48 (8.3.117).
  private func paint(_ text: String, _ role: Role) -> String {
    guard usesColor else { return text }
    let code =
      switch role {
      case .severity(.error): "1;31"
      case .severity(.warning): "1;35"
      case .severity(.note): "1;36"
      case .message: "1"
      case .caret: "1;32"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
