import Diagnostics
import Options

/// A text with `⟦` and `⟧` round the place where a problem is expected.
struct Marked {
  let text: String
  /// `line:column` of the marked place and the text in it; empty where nothing is marked.
  let place: String

  init(_ marked: String) {
    var text = ""
    var line = 1
    var column = 1
    var start: String?
    var content = ""
    var place = ""
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦": start = "\(line):\(column) "
      case "⟧":
        place = (start ?? "") + content
        start = nil
      default:
        text.unicodeScalars.append(scalar)
        if start != nil { content.unicodeScalars.append(scalar) }
        if scalar == "\n" {
          line += 1
          column = 1
        } else {
          column += 1
        }
      }
    }
    self.text = text
    self.place = place
  }

  /// A diagnostic's place in the same form.
  func place(of diagnostic: Diagnostic) -> String {
    guard let range = diagnostic.place.range else { return "" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard range.start.line == range.end.line, lines.indices.contains(range.start.line - 1) else {
      return "\(range.start.line):\(range.start.column) …"
    }
    let scalars = lines[range.start.line - 1].unicodeScalars
    let content = scalars.dropFirst(range.start.column - 1).prefix(range.end.column - range.start.column)
    return "\(range.start.line):\(range.start.column) \(String(content))"
  }

  func yaml() throws(Diagnostic) -> YAMLNode { try YAMLParser(file: "x.yaml").parse(text) }
}
