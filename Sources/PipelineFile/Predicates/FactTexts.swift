import BookModel

// A one-sentence description of each fact, for `leporello fields` and the manual page.

extension PageFact {
  public var summary: String {
    switch self {
    case .number: "Its place among the pages that enter the stage, counted from 1."
    case .first: "Whether it is the first of them."
    case .last: "Whether it is the last of them."
    case .role: "What it is in the book; a page may have several roles."
    case .side: "Which side of an opening it lies on."
    case .name: "Its file's name in the source: the last part of it, or the whole path."
    case .bookmark: "The bookmark that leads to it."
    case .format: "The format of its picture."
    case .bytes: "The size of its picture's file."
    case .width: "The width of its picture in pixels."
    case .height: "The height of its picture in pixels."
    case .aspect: "The width of its picture divided by the height."
    case .color: "How its picture holds color."
    }
  }
}

extension BookFact {
  /// The facts that are neither metadata fields nor parts of them.
  public static let own: [BookFact] = names.compactMap { BookFact(name: $0) }.filter {
    switch $0 {
    case .metadata, .credits, .year, .month, .day, .direction: false
    default: true
    }
  }

  public var summary: String {
    switch self {
    case .metadata(let field): field.summary
    case .year: "The year of the date."
    case .month: "The month of the date."
    case .day: "The day of the date."
    case .credits(let role): "The names that have the role \(role.word) in the credits."
    case .identifier(let scheme): "The book's \(scheme.uppercased()), of its identifiers."
    case .direction: "Which way it is read, as all that is known of it tells."
    case .kind: "What it holds: pages of pictures, or flowing text."
    case .pages: "How many pages it has."
    case .part: "Which part of a divided book it is, counted from 1."
    case .parts: "How many parts the divided book has."
    case .partTitle: "The title of the chapter or story that the part is."
    case .sourceStem: "The name of the source without its extension."
    case .sourceFolder: "The name of the folder that contains the source."
    }
  }
}

extension FactType {
  /// What it can be compared with, in a few words.
  public var expectation: String {
    switch self {
    case .flag: "yes or no"
    case .number: "a number"
    case .byteCount: "a size such as 300kB or 1MiB"
    case .text: "text"
    case .words(let words, let isOpen):
      words.joined(separator: ", ") + (isOpen ? ", or a word of its own" : "")
    case .list: "texts; one of them has to match"
    case .bookNumber: "a number such as 7, 3.5 or ½"
    case .date: "a date such as 2010, 2010-07 or 2010-07-04"
    }
  }
}
