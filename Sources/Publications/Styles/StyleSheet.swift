import BookModel

/// A style sheet as written: its rules with the conditions they stand under, and the sheets it takes in.
public struct StyleSheet: Sendable {
  public struct Rule: Sendable {
    public var selectors: [Selector]
    public var declarations: StyleDeclarations
    /// All of them have to be true.
    public var media: [MediaQuery]
  }

  public struct Import: Sendable {
    /// As written, relative to this sheet.
    public var address: String
    public var media: MediaQuery
  }

  public private(set) var rules: [Rule] = []
  public private(set) var imports: [Import] = []
  /// The declarations of each `@font-face`.
  public private(set) var fontFaces: [StyleDeclarations] = []

  private static let deepest = 16

  public init(_ text: String) {
    var text = StyleText(text)
    read(&text, under: [], depth: 0)
  }

  /// From its bytes, which are UTF-8 unless a byte order mark says otherwise.
  public init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      let isBig = bytes[0] == 0xFE
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place -> UInt16 in
        let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
        return isBig ? first << 8 | second : second << 8 | first
      }
      self.init(String(decoding: units, as: UTF16.self))
    } else {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      self.init(String(decoding: bytes.starts(with: mark) ? bytes[3...] : bytes[...], as: UTF8.self))
    }
  }

  private mutating func read(_ text: inout StyleText, under media: [MediaQuery], depth: Int) {
    let (semicolon, open, close) = (UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"))
    while true {
      text.skipSpace()
      guard let first = text.next else { return }
      let isAtRule = first == UInt8(ascii: "@")
      let head = text.take(until: isAtRule ? [semicolon, open, close] : [open, close]).trimmed
      guard text.next == open else {
        text.skip()
        if isAtRule, depth == 0 { takeStatement(head) }
        continue
      }
      text.skip()
      var block = text.takeBlock()
      if isAtRule {
        readBlock(head, &block, under: media, depth: depth)
      } else if let selectors = Selector.list(head), !selectors.isEmpty {
        rules.append(Rule(selectors: selectors, declarations: StyleDeclarations(&block), media: media))
      }
    }
  }

  private mutating func takeStatement(_ head: String) {
    guard head.prefix(7).lowercased() == "@import" else { return }
    let words = StyleText.words(String(head.dropFirst(7)))
    guard let first = words.first else { return }
    let quoted = first.first == "\"" || first.first == "'" ? String(first.dropFirst().dropLast()) : nil
    guard let address = StyleText.addresses(in: first).first ?? quoted.map(StyleText.unescaped),
      !address.isEmpty
    else { return }
    let conditions = words.dropFirst().filter { word in
      !["layer", "supports("].contains { word.lowercased().hasPrefix($0) }
    }
    imports.append(Import(address: address, media: MediaQuery(conditions.joined(separator: " "))))
  }

  private mutating func readBlock(
    _ head: String, _ block: inout StyleText, under media: [MediaQuery], depth: Int
  ) {
    guard depth < StyleSheet.deepest else { return }
    let name = head.dropFirst().prefix { $0.isLetter || $0 == "-" }.lowercased()
    let condition = head.dropFirst(name.count + 1).trimmed
    switch name {
    case "media": read(&block, under: media + [MediaQuery(condition)], depth: depth + 1)
    // What somebody asks support for is taken to be there.
    case "supports":
      if !condition.lowercased().hasPrefix("not") { read(&block, under: media, depth: depth + 1) }
    case "layer", "container", "scope", "document", "-moz-document":
      read(&block, under: media, depth: depth + 1)
    case "font-face": fontFaces.append(StyleDeclarations(&block))
    default: break
    }
  }

  /// Only what is said of some properties.
  public func keeping(_ properties: Set<String>) -> StyleSheet {
    var kept = self
    kept.rules = rules.compactMap { rule in
      var rule = rule
      rule.declarations = rule.declarations.keeping(properties)
      return rule.declarations.declarations.isEmpty ? nil : rule
    }
    return kept
  }
}
