import Archives
import BookModel
import Diagnostics
import Formats
import Options

enum FuzzTexts {
  /// A book of no page, to say things of.
  static var book: Book {
    let source = BookSource(
      path: "inbox/Fox 01.cbz", stem: "Fox 01", folder: "inbox", reader: "archive", format: "ZIP",
      pageCount: 0)
    return Book(source: source, pages: [])
  }

  /// What is read off the name of a file, and where it stands among others.
  static func filename(_ bytes: [UInt8]) {
    let name = String(decoding: bytes, as: UTF8.self)
    _ = FilenameParser.parse(name)
    _ = FilenameParser.metadata(ofTitle: name)
    _ = FilenameParser.metadata(ofFolders: name.split(separator: "/").map(String.init))
    _ = VolumeName(FilePath(bytes: bytes))
    let halves = [name.prefix(name.count / 2), name.suffix(name.count / 2), name[...]].map {
      NaturalOrder.PathKey($0.split(separator: "/").map(String.init))
    }
    for (left, right) in zip(halves, halves.dropFirst()) {
      precondition(!(left < right && right < left), "an order that goes in a circle")
    }
    _ = EntryPath(raw: bytes, decoded: name)
  }

  static func summary(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = MarkupText.plain(text)
    _ = StoryIndex.parse(text)
    var metadata = Metadata()
    metadata.set(.summary, to: .text(text), from: Origin(.embedded))
    _ = Normalizer().normalize(metadata)
  }

  /// Values of metadata and options, as people write them.
  static func values(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = ByteCount(text: text)?.optionText
    _ = TimeSpan(text: text)?.optionText
    _ = Size(text: text)
    _ = Length(text: text)?.pixels(of: 1 << 20)
    _ = Color(text: text)
    _ = PartialDate(iso: text)
    let number = BookNumber(text)
    _ = (number?.key, number?.whole, number?.padded(to: 3))
    _ = Identifier(tradeNumber: text)
    for field in MetadataField.allCases { _ = MetadataValue(userText: text, for: field) }
  }

  static func aliases(_ bytes: [UInt8]) {
    _ = try? AliasTable(csv: bytes)
    _ = try? AliasTable(yaml: bytes)
  }
}
