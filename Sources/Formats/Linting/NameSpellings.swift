public import BookModel
import Diagnostics

/// The ways in which one name is spelled in a collection: a series', a publisher's, a person's.
public struct NameSpellings: Sendable, Hashable {
  public let field: MetadataField
  /// The spelling most books have; of equals the one that comes first.
  public let usual: String
  /// The others, each with the path of a book that has it and the number of books.
  public let others: [Spelling]
  private let usualCount: Int

  public struct Spelling: Sendable, Hashable {
    public let text: String
    public let path: String
    public let count: Int
  }

  /// All names of a field that are spelled in several ways, in the order of their first books.
  static func all(of field: MetadataField, in books: [CollectionBook]) -> [NameSpellings] {
    let spellings = spellings(of: field, in: books)
    let groups = NameLikeness.groups(of: spellings.map(\.text), in: field)
    return groups.compactMap { NameSpellings(field, $0.map { spellings[$0] }) }
  }

  /// Every spelling with its first book and the number of books, in the order of the books. Told apart by bytes: Swift
  /// calls texts equal that store their accents differently.
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

  /// Nil where all books spell it alike.
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

  /// An alias file: for each field, under each usual spelling the others. Case alone needs no line, but does no harm.
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

  /// In double quotes, which JSON and YAML read alike.
  private static func quoted(_ text: String) -> String { JSON.string(text).text() }
}
