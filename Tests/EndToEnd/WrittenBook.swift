import Foundation

/// A book the program wrote, as `Tests/Tools/book_facts.py` describes it.
struct WrittenBook: Decodable {
  var entries: [Entry]
  /// The archive's comment.
  var comment: String
  var comicInfo: ComicInfo?
  /// The run it came of.
  var outcome: Outcome?

  private enum CodingKeys: CodingKey { case entries, comment, comicInfo }

  struct Entry: Decodable {
    var name: String
    /// ZIP's method: 0 is stored.
    var method: Int?
    /// Bytes of extra fields in the directory.
    var extra: Int?
    var date: String?
    var size: Int
    var sha256: String
    /// `png`, `jpeg`, `gif`, `webp`; nil for what is no picture.
    var format: String?
    var width: Int?
    var height: Int?
    /// The number in the picture's corner, for numbered pages.
    var number: Int?
  }

  struct ComicInfo: Decodable {
    var elements: [Element]
    /// Names of the elements as they stand, `Pages` among them.
    var order: [String]
    /// The attributes of every `Page`.
    var pages: [[String: String]]
    /// The first line.
    var declaration: String

    struct Element: Decodable {
      var name: String
      var text: String
    }

    subscript(name: String) -> String? { elements.first { $0.name == name }?.text }

    /// Marks by the page they stand on, counted from 0.
    var bookmarks: [Int: String] {
      var marks: [Int: String] = [:]
      for page in pages {
        if let mark = page["Bookmark"], let image = page["Image"].flatMap({ Int($0) }) { marks[image] = mark }
      }
      return marks
    }
  }

  /// The pictures in the order readers show them: by name.
  var pages: [Entry] { entries.filter { $0.format != nil }.sorted { $0.name < $1.name } }

  /// The numbers in the pages' corners; -1 for a page without one.
  var numbers: [Int] { pages.map { $0.number ?? -1 } }

  /// Names of entries that are no pictures.
  var otherNames: [String] { entries.filter { $0.format == nil }.map(\.name).sorted() }

  subscript(info name: String) -> String? { comicInfo?[name] }
}
