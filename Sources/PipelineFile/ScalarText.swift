import Diagnostics
import Options

/// The text of a YAML scalar with a grammar of its own (a predicate, a template, a glob), which can map
/// positions in it back to lines and columns in the file.
struct ScalarText: Sendable {
  let scalars: [Unicode.Scalar]
  private let file: String?
  private let range: SourceRange
  /// The number of columns between the beginnings of the node and of its text; nil if the text differs from
  /// what the file contains (escapes, several lines, variables). In that case the place is the whole scalar.
  private let offset: Int?

  /// Text of a scalar node.
  init(_ node: YAMLNode, file: String?) {
    scalars = Array((node.scalar ?? "").unicodeScalars)
    self.file = node.range == .nowhere ? nil : file
    range = node.range
    var isPlain = true
    if case .scalar(_, let plain) = node.value { isPlain = plain }
    let quotes = isPlain ? 0 : 1
    let isAsWritten =
      range.start.line == range.end.line
      && range.end.column - range.start.column == scalars.count + 2 * quotes
    offset = isAsWritten ? quotes : nil
  }

  /// A part of the text that still knows its place.
  func part(_ stretch: Range<Int>) -> ScalarText { ScalarText(part: stretch, of: self) }

  private init(part stretch: Range<Int>, of whole: ScalarText) {
    scalars = Array(whole.scalars[stretch])
    file = whole.file
    range = whole.range
    offset = whole.offset.map { $0 + stretch.lowerBound }
  }

  /// Text that is not in a file.
  init(_ text: String) { self.init(.text(text), file: nil) }

  var string: String { text(scalars.indices) }

  func text(_ stretch: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[stretch])
    return String(view)
  }

  /// The place of a range of the text.
  func place(_ stretch: Range<Int>) -> Place {
    guard range != .nowhere else { return Place() }
    guard let offset else { return Place(file: file, range: range) }
    let start = range.start.column + offset
    return Place(
      file: file,
      range: SourceRange(
        SourcePosition(line: range.start.line, column: start + stretch.lowerBound),
        SourcePosition(line: range.start.line, column: start + stretch.upperBound), in: range.file))
  }

  /// An error at a range of the text. On the command line, where there is no place to point to, it becomes a
  /// usage error that describes the place in words.
  func error(_ rule: Rule, _ message: String, at stretch: Range<Int>, remedy: String? = nil) -> Diagnostic {
    if range == .nowhere {
      return .error(
        rule.with(category: .usage),
        "\(message), at character \(stretch.lowerBound + 1) of '\(string.shortened())'",
        remedy: remedy)
    }
    return .error(rule, message, at: place(stretch), remedy: remedy)
  }
}
