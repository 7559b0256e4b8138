import BookModel
import Diagnostics

/// The ways in which one series is spelled in a collection.
public struct SeriesSpellings: Sendable, Hashable {
  /// The spelling most books have; of equals the one that comes first.
  public let usual: String
  /// The others, each with the path of a book that has it and the number of books.
  public let others: [Other]
  private let usualCount: Int

  public struct Other: Sendable, Hashable {
    public let spelling: String
    public let path: String
    public let count: Int
  }

  /// Nil where all books spell it alike.
  init?(_ books: [CollectionBook]) {
    var found: [[UInt8]: Int] = [:]
    var spellings: [Other] = []
    for book in books {
      guard let series = book.series else { continue }
      // By bytes: Swift calls texts equal that store their accents differently.
      let bytes = Array(series.utf8)
      if let index = found[bytes] {
        let known = spellings[index]
        spellings[index] = Other(spelling: known.spelling, path: known.path, count: known.count + 1)
      } else {
        found[bytes] = spellings.count
        spellings.append(Other(spelling: series, path: book.path, count: 1))
      }
    }
    guard spellings.count > 1,
      let most = spellings.indices.max(by: { (spellings[$0].count, $1) < (spellings[$1].count, $0) })
    else { return nil }
    usual = spellings[most].spelling
    usualCount = spellings[most].count
    spellings.remove(at: most)
    others = spellings
  }

  var findings: [Diagnostic] {
    others.map { other in
      LintRule.seriesSpellings.finding(
        "'\(other.spelling)' (\(books(other.count))) is '\(usual)' elsewhere (\(books(usualCount)))",
        in: other.path, remedy: "if they are one series, keep it in a file of aliases")
    }
  }

  private func books(_ count: Int) -> String { count == 1 ? "1 book" : "\(count) books" }

  /// What spellings of one series have in common: letters and digits without accents and case, no article in
  /// front, an ampersand as the word.
  static func key(_ series: String) -> String {
    let words = series.replacing("&", with: " and ").canonicallyDecomposed.split { scalar in
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        && scalar.properties.generalCategory != .nonspacingMark
    }.map { word in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: word.filter { $0.properties.generalCategory != .nonspacingMark })
      return String(text).lowercased()
    }
    let key = (words.first == "the" && words.count > 1 ? words.dropFirst() : words[...]).joined()
    return key.isEmpty ? series.caseFolded : key
  }

  /// An alias file: under each usual spelling the others. Case alone needs no line, but does no harm.
  static func aliasFile(_ all: [SeriesSpellings]) -> String {
    var text =
      "# Series spelled in several ways, each under the spelling most books have. Review before use:\n"
    text += "# what is not one series must go, and where the majority is wrong, change the name.\n"
    if all.isEmpty { return text }
    text += "series:\n"
    for series in all {
      let others = series.others.map { quoted($0.spelling) }.joined(separator: ", ")
      text += "  \(quoted(series.usual)): [\(others)]\n"
    }
    return text
  }

  /// In double quotes, which JSON and YAML read alike.
  private static func quoted(_ text: String) -> String { JSON.string(text).text() }
}
