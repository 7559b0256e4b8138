public import BookModel
public import Diagnostics

/// Metadata being normalized, and the changes made so far.
public struct Normalization: Sendable {
  public private(set) var metadata: Metadata
  /// Every change, in the order it was made.
  public private(set) var changes: [Change] = []
  /// Oddities that were found but left as they are.
  public private(set) var remarks: [Diagnostic] = []
  let aliases: AliasTable
  /// The rule being applied, to which changes are attributed.
  private var rule: Rule

  /// A field changed by a rule; a value is nil if the field did not exist before or no longer exists.
  public struct Change: Sendable, Hashable {
    public let rule: Rule
    public let field: MetadataField
    public let before: MetadataValue?
    public let after: MetadataValue?

    /// The change as shown in a receipt: `number: '001' → '1'`; for lists, only the items that differ.
    public var diagnostic: Diagnostic {
      let (old, new) = (before?.items ?? [], after?.items ?? [])
      let (oldItems, newItems) = (Set(old), Set(new))
      var gone = old.filter { !newItems.contains($0) }
      var come = new.filter { !oldItems.contains($0) }
      if gone.isEmpty, come.isEmpty { (gone, come) = (old, new) }
      func shown(_ items: [Item]) -> String {
        items.isEmpty ? "nothing" : "'\(Change.brief(items.map(\.text).joined(separator: ", ")))'"
      }
      return .note(rule, "\(field.rawValue): \(shown(gone)) → \(shown(come))")
    }

    /// The text on one line, cut short if it is long.
    public static func brief(_ text: String) -> String {
      let head = text.prefix(121)
      let line = String(head.prefix(120).map { $0.isNewline ? "⏎" : $0 })
      return head.count > 120 ? line + "…" : line
    }
  }

  /// One text of a value. Compared byte by byte, because Swift treats strings as equal if they differ only in
  /// the Unicode form of accents.
  struct Item: Hashable {
    let text: String

    static func == (left: Item, right: Item) -> Bool { left.text.isIdentical(to: right.text) }
    func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
  }

  /// Changes and remarks as diagnostics: changes are notes, remarks warnings.
  public var diagnostics: [Diagnostic] { changes.map(\.diagnostic) + remarks }

  init(_ metadata: Metadata, aliases: AliasTable) {
    self.metadata = metadata
    self.aliases = aliases
    rule = NormalizationRule.whitespace.rule
  }

  mutating func apply(_ rule: NormalizationRule) {
    self.rule = rule.rule
    rule.work(&self)
  }

  /// Remarks describe what is left after all changes, so each pass starts without any.
  mutating func forgetRemarks() { remarks = [] }

  // MARK: for rules

  /// The value of a field that may be changed. Values set on the command line stay as typed, except credits:
  /// they are set role by role, so only some of them may come from there.
  func value(_ field: MetadataField) -> MetadataValue? {
    guard let entry = metadata[field] else { return nil }
    return entry.origin.kind == .commandLine && field != .credits ? nil : entry.value
  }

  /// Sets or removes a field, and records the change if there is one.
  ///
  /// - Parameter source: the field the value comes from if this one had none.
  mutating func set(_ field: MetadataField, to value: MetadataValue?, from source: MetadataField? = nil) {
    let before = metadata[field]
    let after = value.flatMap { $0.isEmpty ? nil : $0 }
    if MetadataValue.areIdentical(before?.value, after) { return }
    let origin = before?.origin ?? source.flatMap { metadata[$0]?.origin } ?? Origin(.pipeline)
    metadata.set(field, to: after, from: Normalization.normalized(origin))
    changes.append(Change(rule: rule, field: field, before: before?.value, after: after))
  }

  mutating func remark(_ message: String, remedy: String? = nil) {
    remarks.append(.warning(rule, message, remedy: remedy))
  }

  /// Applies a function to every text of some fields (or of all, if none are named); list items that become
  /// empty are removed.
  mutating func mapTexts(
    of fields: [MetadataField]? = nil, _ transform: (MetadataField, String) -> String
  ) {
    for field in fields ?? metadata.fields {
      guard let value = value(field) else { continue }
      var isChanged = false
      let mapped = value.mappingTexts { text in
        let new = transform(field, text)
        if new.isEmpty || !new.isIdentical(to: text) { isChanged = true }
        return new
      }
      if isChanged { set(field, to: mapped) }
    }
  }

  private static func normalized(_ origin: Origin) -> Origin {
    let mark = "normalized"
    if origin.detail.hasSuffix(mark) { return origin }
    return Origin(origin.kind, origin.detail.isEmpty ? mark : "\(origin.detail), \(mark)")
  }
}

extension MetadataValue {
  /// The items of a list as displayed; any other value as a single item.
  fileprivate var items: [Normalization.Item] {
    let single: [MetadataValue] =
      switch self {
      case .list(let items): items.map { .list([$0]) }
      case .credits(let credits): credits.map { .credits([$0]) }
      case .identifiers(let identifiers): identifiers.map { .identifiers([$0]) }
      case .arcs(let arcs): arcs.map { .arcs([$0]) }
      default: [self]
      }
    return single.map { Normalization.Item(text: $0.text) }
  }

  /// The value with a function applied to each of its texts; nil if nothing is left. Roles and schemes belong
  /// to the model's vocabulary and stay.
  func mappingTexts(_ transform: (String) -> String) -> MetadataValue? {
    func optional(_ text: String?) -> String? {
      text.map(transform).flatMap { $0.isEmpty ? nil : $0 }
    }
    switch self {
    case .text(let text): return .text(transform(text))
    case .number(let number): return BookNumber(transform(number.text)).map { .number($0) }
    case .list(let items): return .list(items.map(transform).filter { !$0.isEmpty })
    case .credits(let credits):
      return .credits(credits.map { Credit(transform($0.name), $0.role) }.filter { !$0.name.isEmpty })
    case .identifiers(let identifiers):
      return .identifiers(
        identifiers.map { Identifier(scheme: $0.scheme, value: transform($0.value)) }
          .filter { !$0.value.isEmpty })
    case .arcs(let arcs):
      return .arcs(
        arcs.map { StoryArc(name: transform($0.name), number: optional($0.number)) }
          .filter { !$0.name.isEmpty })
    case .integer, .decimal, .flag, .date, .direction: return self
    }
  }
}
