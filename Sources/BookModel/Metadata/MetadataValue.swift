/// The value of a metadata field, of the kind its field declares.
public enum MetadataValue: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case decimal(Double)
  case flag(Bool)
  case number(BookNumber)
  case date(PartialDate)
  case list([String])
  case credits([Credit])
  case identifiers([Identifier])
  case arcs([StoryArc])
  case direction(Direction)

  /// The value on one line, as templates, plans and messages show it.
  public var text: String {
    switch self {
    case .text(let text): text
    case .integer(let value): String(value)
    case .decimal(let value): Int(exactly: value).map { String($0) } ?? String(value)
    case .flag(let value): value ? "yes" : "no"
    case .number(let number): number.text
    case .date(let date): date.description
    case .list(let items): items.joined(separator: ", ")
    case .credits(let credits): credits.map { "\($0.name) (\($0.role.word))" }.joined(separator: ", ")
    case .identifiers(let identifiers):
      identifiers.map { $0.scheme.isEmpty ? $0.value : "\($0.scheme):\($0.value)" }.joined(separator: ", ")
    case .arcs(let arcs):
      arcs.map { arc in arc.name + (arc.number.map { " #\($0)" } ?? "") }.joined(separator: ", ")
    case .direction(let direction): direction.rawValue
    }
  }

  /// Whether it is empty: such a value is never stored.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .list(let items): items.isEmpty
    case .credits(let credits): credits.isEmpty
    case .identifiers(let identifiers): identifiers.isEmpty
    case .arcs(let arcs): arcs.isEmpty
    default: false
    }
  }

  /// Whether two values are the same down to how an accent is stored, which Swift's equality of text does not see.
  public static func areIdentical(_ left: MetadataValue?, _ right: MetadataValue?) -> Bool {
    left == right && (left?.text ?? "").isIdentical(to: right?.text ?? "")
  }

  /// Reads what a user typed for a field; nil where it is not of the field's kind.
  public init?(userText: String, for field: MetadataField) {
    let text = userText.trimmed
    let items = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    switch field.kind {
    case .text: self = .text(text)
    case .integer:
      guard let value = Int(text) else { return nil }
      self = .integer(value)
    case .decimal:
      guard let value = Double(text), (0...5).contains(value) else { return nil }
      self = .decimal(value)
    case .flag:
      switch text.lowercased() {
      case "yes", "true", "yesandrighttoleft": self = .flag(true)
      case "no", "false": self = .flag(false)
      default: return nil
      }
    case .number:
      // An issue may be called anything; a volume is counted.
      guard let number = BookNumber(text), field != .volume || number.key != nil else { return nil }
      self = .number(number)
    case .date:
      // Unlike a file's, a user's date that cannot be is not taken as far as it can.
      guard let date = PartialDate(iso: text),
        text.split(separator: "-").count == (date.day != nil ? 3 : date.month != nil ? 2 : 1)
      else { return nil }
      self = .date(date)
    case .list:
      // Addresses hold commas but no spaces.
      self = .list(field == .web ? text.split(whereSeparator: \.isWhitespace).map(String.init) : items)
    case .credits: self = .credits(items.map { Credit(userText: $0) })
    case .identifiers: self = .identifiers(items.map { Identifier(userText: $0) })
    case .arcs: self = .arcs(items.map { StoryArc(userText: $0) })
    case .direction:
      guard let direction = Direction(rawValue: text.lowercased()) else { return nil }
      self = .direction(direction)
    }
  }
}

/// A Swift type a metadata value can be read as.
public protocol MetadataRepresentable: Sendable {
  init?(_ value: MetadataValue)
  var metadataValue: MetadataValue { get }
}

extension String: MetadataRepresentable {
  public init?(_ value: MetadataValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
  public var metadataValue: MetadataValue { .text(self) }
}

extension Int: MetadataRepresentable {
  public init?(_ value: MetadataValue) {
    guard case .integer(let integer) = value else { return nil }
    self = integer
  }
  public var metadataValue: MetadataValue { .integer(self) }
}

extension Double: MetadataRepresentable {
  public init?(_ value: MetadataValue) {
    guard case .decimal(let decimal) = value else { return nil }
    self = decimal
  }
  public var metadataValue: MetadataValue { .decimal(self) }
}

extension Bool: MetadataRepresentable {
  public init?(_ value: MetadataValue) {
    guard case .flag(let flag) = value else { return nil }
    self = flag
  }
  public var metadataValue: MetadataValue { .flag(self) }
}

extension BookNumber: MetadataRepresentable {
  public init?(_ value: MetadataValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }
  public var metadataValue: MetadataValue { .number(self) }
}

extension PartialDate: MetadataRepresentable {
  public init?(_ value: MetadataValue) {
    guard case .date(let date) = value else { return nil }
    self = date
  }
  public var metadataValue: MetadataValue { .date(self) }
}

extension Direction: MetadataRepresentable {
  public init?(_ value: MetadataValue) {
    guard case .direction(let direction) = value else { return nil }
    self = direction
  }
  public var metadataValue: MetadataValue { .direction(self) }
}

extension Array: MetadataRepresentable where Element: MetadataListElement {
  public init?(_ value: MetadataValue) {
    guard let list = Element.list(from: value) else { return nil }
    self = list
  }
  public var metadataValue: MetadataValue { Element.value(from: self) }
}

/// An element of one of the list fields.
public protocol MetadataListElement: Sendable {
  static func list(from value: MetadataValue) -> [Self]?
  static func value(from list: [Self]) -> MetadataValue
}

extension String: MetadataListElement {
  public static func list(from value: MetadataValue) -> [String]? {
    if case .list(let list) = value { list } else { nil }
  }
  public static func value(from list: [String]) -> MetadataValue { .list(list) }
}

extension Credit: MetadataListElement {
  public static func list(from value: MetadataValue) -> [Credit]? {
    if case .credits(let list) = value { list } else { nil }
  }
  public static func value(from list: [Credit]) -> MetadataValue { .credits(list) }
}

extension Identifier: MetadataListElement {
  public static func list(from value: MetadataValue) -> [Identifier]? {
    if case .identifiers(let list) = value { list } else { nil }
  }
  public static func value(from list: [Identifier]) -> MetadataValue { .identifiers(list) }
}

extension StoryArc: MetadataListElement {
  public static func list(from value: MetadataValue) -> [StoryArc]? {
    if case .arcs(let list) = value { list } else { nil }
  }
  public static func value(from list: [StoryArc]) -> MetadataValue { .arcs(list) }
}
