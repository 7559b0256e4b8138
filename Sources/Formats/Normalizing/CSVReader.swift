import BookModel
import Diagnostics

/// Comma-separated values (RFC 4180), or values separated by semicolons or tabs, which spreadsheets write in
/// some countries. The first line decides.
struct CSVReader {
  struct Row {
    /// Without leading and trailing white space.
    var cells: [String]
    /// The line the row begins on, from 1.
    var line: Int
  }

  private let text: String
  private let file: String?

  /// - Throws: `alias-file` for text that is not UTF-8.
  init(_ bytes: [UInt8], file: String?) throws(Diagnostic) {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard let text = String(validating: body, as: UTF8.self) else {
      throw .error(
        .aliasFile, "the file is not UTF-8 text", at: Place(file: file), remedy: "save it as UTF-8")
    }
    self.text = text
    self.file = file
  }

  /// The non-empty rows, without those that begin with `#`.
  ///
  /// - Throws: `alias-file` for a quotation mark that is never closed.
  func rows() throws(Diagnostic) -> [Row] {
    var rows: [Row] = []
    var cells: [String] = []
    var cell = ""
    var line = 1
    var start = 1
    var isQuoted = false
    var quoteLine = 1
    let separator = separator
    func end() {
      cells.append(cell.trimmed)
      cell = ""
      if cells.contains(where: { !$0.isEmpty }), cells[0].first != "#" {
        rows.append(Row(cells: cells, line: start))
      }
      cells = []
    }
    var rest = text[...]
    while let character = rest.popFirst() {
      if isQuoted {
        if character != "\"" {
          cell.append(character)
          if character.isNewline { line += 1 }
        } else if rest.first == "\"" {
          cell.append("\"")
          rest.removeFirst()
        } else {
          isQuoted = false
        }
      } else if character == "\"", cell.allSatisfy(\.isWhitespace) {
        (isQuoted, quoteLine, cell) = (true, line, "")
      } else if character == separator {
        cells.append(cell.trimmed)
        cell = ""
      } else if character.isNewline {
        end()
        line += 1
        start = line
      } else {
        cell.append(character)
      }
    }
    guard !isQuoted else {
      let position = SourcePosition(line: quoteLine, column: 1)
      throw .error(
        .aliasFile, "a quotation mark is never closed",
        at: Place(file: file, range: SourceRange(position, position)))
    }
    end()
    return rows
  }

  /// The most frequent separator in the first line.
  private var separator: Character {
    let first = text.prefix { !$0.isNewline }
    let counts = ([",", ";", "\t"] as [Character]).map { mark in (mark, first.count { $0 == mark }) }
    return counts.max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0.0 : nil } ?? ","
  }
}
