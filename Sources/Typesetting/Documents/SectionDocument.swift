public import BookModel
public import Markup
public import Publications

/// A document ready to be set: its tree, what its style sheets say, and what its references lead to.
public struct SectionDocument: Sendable {
  public var root: XMLElement
  public var cascade: Cascade
  /// The document's path in its container, for messages and for references to itself.
  public var path: String
  /// A BCP 47 tag for where the document states none.
  public var language: String?
  /// The pictures its elements show, by the reference as written.
  public var pictures: [String: SizedPicture]
  /// Fonts its sheets declare.
  public var fontFaces: [FontFace]

  public init(
    root: XMLElement, cascade: Cascade = Cascade([], for: .reader), path: String = "",
    language: String? = nil,
    pictures: [String: SizedPicture] = [:], fontFaces: [FontFace] = []
  ) {
    self.root = root
    self.cascade = cascade
    self.path = path
    self.language = language
    self.pictures = pictures
    self.fontFaces = fontFaces
  }

  /// The id a reference leads to inside this document; nil for one that leads elsewhere.
  func ownFragment(_ href: String) -> String? {
    let href = href.trimmed
    guard let hash = href.firstIndex(of: "#") else { return nil }
    let file = href[..<hash]
    guard file.isEmpty || path.split(separator: "/").last == file.split(separator: "/").last else {
      return nil
    }
    let fragment = String(href[href.index(after: hash)...])
    return fragment.removingPercentSigns
  }
}

/// A font that style sheets declare (CSS Fonts 4, section 4): what it is called, and the file it is.
public struct FontFace: Sendable, Hashable {
  public var family: String
  /// As CSS has it: 400 regular, 700 bold.
  public var weight: Int
  public var isItalic: Bool
  /// Files of the book that hold it, best first.
  public var entries: [EntryReference]

  public init(family: String, weight: Int = 400, isItalic: Bool = false, entries: [EntryReference]) {
    self.family = family
    self.weight = weight
    self.isItalic = isItalic
    self.entries = entries
  }
}

extension String {
  /// Percent-encoded bytes as what they stand for; the text itself where they are no UTF-8.
  fileprivate var removingPercentSigns: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? self
  }
}
