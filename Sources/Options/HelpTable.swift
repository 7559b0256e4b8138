import Diagnostics

/// Two columns of help: a term and what it means, wrapped to the terminal.
public struct HelpTable: Sendable {
  public var rows: [Row]

  public struct Row: Hashable, Sendable {
    public var term: String
    public var text: String

    public init(_ term: String, _ text: String) {
      self.term = term
      self.text = text
    }
  }

  public init(_ rows: [Row]) { self.rows = rows }

  /// Flags, as `--help` lists them.
  public init(flags: [FlagDeclaration]) {
    rows = flags.map { flag in
      Row(flag.usage, HelpTable.text(flag.summary, flag.kind, defaultText: flag.defaultText))
    }
  }

  /// Options, as they are written in a pipeline file; those of nested groups with the names above them.
  public init(options: [OptionDeclaration]) { rows = HelpTable.rows(options, prefix: "") }

  private static func rows(_ options: [OptionDeclaration], prefix: String) -> [Row] {
    options.flatMap { option -> [Row] in
      if case .group(let inner) = option.kind { return rows(inner, prefix: "\(prefix)\(option.name).") }
      return [
        Row(
          "\(prefix)\(option.name): \(option.kind.shortPlaceholder)",
          text(option.summary, option.kind, defaultText: option.defaultText))
      ]
    }
  }

  private static func text(_ summary: String, _ kind: OptionKind, defaultText: String) -> String {
    var text = summary
    if kind.shortPlaceholder == "WORD" { text += " Takes \(kind.expectation)." }
    let isSilent = ["", "{}", "[]", "\"\""].contains(defaultText) || kind == .flag && defaultText == "false"
    return isSilent ? text : text + " [default: \(defaultText)]"
  }

  /// The table, each line ended. Terms wider than two fifths of the width stand on a line of their own.
  ///
  /// - Parameter width: columns of the terminal.
  public func text(width: Int = 80, indent: Int = 2) -> String {
    let widest = min(36, max(20, width * 2 / 5))
    let column = indent + min(widest, rows.map(\.term.displayWidth).max() ?? 0) + 2
    let margin = String(repeating: " ", count: column)
    var out = ""
    for row in rows {
      let term = String(repeating: " ", count: indent) + row.term
      let lines = HelpTable.wrap(row.text, width: max(20, width - column))
      if term.displayWidth + 2 > column || lines.isEmpty {
        out += term + "\n"
        for line in lines { out += margin + line + "\n" }
      } else {
        out += term + String(repeating: " ", count: column - term.displayWidth) + lines[0] + "\n"
        for line in lines.dropFirst() { out += margin + line + "\n" }
      }
    }
    return out
  }

  /// Text broken between words into lines of at most so many columns; a longer word has a line of its own.
  public static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.displayWidth + 1 + word.displayWidth <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
