public import BookModel
public import Diagnostics

/// One field of metadata that two versions of a document say differently.
public struct FieldChange: Hashable, Sendable {
  public var field: MetadataField
  /// Nil where the field was not there.
  public var before: MetadataValue?
  /// Nil where the field is taken away.
  public var after: MetadataValue?
  /// Where the new value comes from; nil where there is none.
  public var origin: Origin?

  /// What differs between two metadata, in the table's order.
  ///
  /// - Parameter decided: what was to be said: it knows where a value comes from.
  public static func all(from before: Metadata, to after: Metadata, decided: Metadata) -> [FieldChange] {
    MetadataField.allCases.compactMap { field in
      let (old, new) = (before[field]?.value, after[field]?.value)
      guard !MetadataValue.areIdentical(old, new) else { return nil }
      return FieldChange(
        field: field, before: old, after: new, origin: new == nil ? nil : decided[field]?.origin)
    }
  }

  public var json: JSON {
    .members(
      ("field", .string(field.rawValue)), ("before", before?.json), ("after", after?.json),
      ("origin", origin.map { .string($0.description) }))
  }

  /// `+ series: Batman  (filename)`, `- notes: …`, `~ number: 001 → 1  (pipeline)`.
  public var line: String {
    // What was typed a moment ago needs no explanation.
    let source = origin.map { $0.kind == .commandLine ? "" : "  (\($0))" } ?? ""
    return switch (before, after) {
    case (nil, let after?): "+ \(field.rawValue): \(Self.shown(after))\(source)"
    case (let before?, nil): "- \(field.rawValue): \(Self.shown(before))"
    case (let before?, let after?): "~ \(field.rawValue): \(Self.change(before, after))\(source)"
    case (nil, nil): "  \(field.rawValue)"
    }
  }

  /// Lists tell what comes and goes; long texts the place where they begin to differ.
  private static func change(_ before: MetadataValue, _ after: MetadataValue) -> String {
    if let old = items(before), let new = items(after), old.count + new.count > 4 {
      let gone = old.filter { !new.contains($0) }.map { "-\($0)" }
      let come = new.filter { !old.contains($0) }.map { "+\($0)" }
      let changes = (gone + come).map { shortened($0[...]) }
      return changes.isEmpty ? "the same in a different order" : changes.joined(separator: ", ")
    }
    let (old, new) = (oneLine(before.text), oneLine(after.text))
    guard old.count > longest || new.count > longest else { return "\(old) → \(new)" }
    let common = zip(old, new).prefix { $0 == $1 }.count
    let start = max(0, common - 20)
    let dots = start > 0 ? "…" : ""
    return "\(dots)\(shortened(old.dropFirst(start))) → \(dots)\(shortened(new.dropFirst(start)))"
  }

  private static func items(_ value: MetadataValue) -> [String]? {
    switch value {
    case .list(let items): items
    case .credits(let credits): credits.map { MetadataValue.credits([$0]).text }
    case .identifiers(let all): all.map { MetadataValue.identifiers([$0]).text }
    case .arcs(let arcs): arcs.map { MetadataValue.arcs([$0]).text }
    default: nil
    }
  }

  private static let longest = 60

  private static func shown(_ value: MetadataValue) -> String {
    let text = oneLine(value.text)
    return text.count > 2 * longest ? text.prefix(2 * longest - 1) + "…" : text
  }

  private static func shortened(_ text: Substring) -> String {
    text.count > longest ? text.prefix(longest - 1) + "…" : String(text)
  }

  /// Ends of lines as a mark, so that a change stays on one line.
  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? "⏎" : $0 })
  }
}
