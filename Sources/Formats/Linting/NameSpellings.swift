public import BookModel
import Diagnostics

/// The spellings of one name in a collection: of a series, a publisher or a person.
public struct NameSpellings: Sendable, Hashable {
  public let field: MetadataField
  /// The most frequent spelling; the earliest of equally frequent ones.
  public let usual: String
  /// The other spellings, each with the path of one book that has it and the number of books.
  public let others: [Spelling]
  private let usualCount: Int

  public struct Spelling: Sendable, Hashable {
    public let text: String
    public let path: String
    public let count: Int
  }

  /// All names of a field that are spelled in several ways, in the order in which they first occur.
  static func all(of field: MetadataField, in books: [CollectionBook]) -> [NameSpellings] {
    let spellings = spellings(of: field, in: books)
    let groups = NameLikeness.groups(of: spellings.map(\.text), in: field)
    return groups.compactMap { NameSpellings(field, $0.map { spellings[$0] }) }
  }

  /// Every spelling with its first book and the number of books, in the order of the books. Spellings are
  /// compared byte by byte, because Swift treats strings as equal if they differ only in the Unicode form of
  /// accents.
  private static func spellings(of field: MetadataField, in books: [CollectionBook]) -> [Spelling] {
    var places: [[UInt8]: Int] = [:]
    var spellings: [Spelling] = []
    for book in books {
      for name in book.names[field] ?? [] {
        let bytes = Array(name.utf8)
        if let index = places[bytes] {
          let known = spellings[index]
          spellings[index] = Spelling(text: known.text, path: known.path, count: known.count + 1)
        } else {
          places[bytes] = spellings.count
          spellings.append(Spelling(text: name, path: book.path, count: 1))
        }
      }
    }
    return spellings
  }

  /// Nil if all books spell it the same.
  private init?(_ field: MetadataField, _ spellings: [Spelling]) {
    guard spellings.count > 1,
      let most = spellings.indices.max(by: { (spellings[$0].count, $1) < (spellings[$1].count, $0) })
    else { return nil }
    self.field = field
    usual = spellings[most].text
    usualCount = spellings[most].count
    var others = spellings
    others.remove(at: most)
    self.others = others
  }

  var findings: [Diagnostic] {
    let rule = field == .series ? LintRule.seriesSpellings : LintRule.nameSpellings
    let one = field == .series ? "series" : field == .credits ? "person" : "publisher"
    return others.map { other in
      rule.finding(
        "'\(other.text)' (\(books(other.count))) is '\(usual)' elsewhere (\(books(usualCount))): "
          + NameLikeness.difference(other.text, usual, in: field),
        in: other.path, remedy: "if they are one \(one), keep it in a file of aliases")
    }
  }

  private func books(_ count: Int) -> String { count == 1 ? "1 book" : "\(count) books" }

  /// An alias file that lists, for each field, the other spellings under the usual one. Spellings that differ
  /// only in case need no line, but it does no harm.
  static func aliasFile(_ all: [NameSpellings]) -> String {
    var text =
      "# Names spelled in several ways, each under the spelling most books have. Review before use:\n"
    text += "# what is not one name must go, and where the majority is wrong, change the name.\n"
    for field in CollectionBook.named {
      let spellings = all.filter { $0.field == field }
      if spellings.isEmpty { continue }
      text += field == .credits ? "names:\n" : "\(field.rawValue):\n"
      for name in spellings {
        let others = name.others.map { quoted($0.text) }.joined(separator: ", ")
        text += "  \(quoted(name.usual)): [\(others)]\n"
      }
    }
    return text
  }

  /// In double quotes, which mean the same in JSON and YAML.
  private static func quoted(_ text: String) -> String { JSON.string(text).text() }
}
