public import Diagnostics

extension Rule {
  public static let unknownField = Rule(
    "unknown-field", .usage, "There is no metadata field of this name.",
    advice: "Use the suggested field. Fields have the names of the model or of ComicInfo.xml.")
  public static let fieldValue = Rule(
    "field-value", .usage, "A metadata field was given a value of the wrong kind.",
    advice: "Use a value that the field can hold; the message says which.")
}

/// One `field: value` as users write it, in a pipeline file or on the command line.
///
/// Besides the model's fields it knows ComicInfo's: `writer` and the other roles name a part of the credits,
/// `manga: YesAndRightToLeft` says two things at once, `year`, `month` and `day` are parts of the date, and `volume`
/// taken away is what ComicInfo calls so: a tankōbon's number, the run, or the year it began. An empty value takes the
/// field away.
public struct MetadataAssignment: Hashable, Sendable {
  private var changes: [Change] = []

  private enum Change: Hashable, Sendable {
    case set(MetadataField, MetadataValue?)
    case credits(Credit.Role, [Credit])
    /// A part of the date; nil takes it away, and the smaller parts with it.
    case date(DatePart, Int?)
  }

  private enum DatePart: String, CaseIterable {
    case year, month, day
    var range: ClosedRange<Int> {
      switch self {
      case .year: 1000...9999
      case .month: 1...12
      case .day: 1...31
      }
    }
  }

  /// - Throws: `unknown-field` with the nearest name, `field-value`.
  public init(_ name: String, _ text: String) throws(Diagnostic) {
    let lower = name.lowercased()
    if let role = Credit.Role.known.first(where: { $0.word.lowercased() == lower }) {
      let names = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
      changes = [.credits(role, names.map { Credit($0, role) })]
      return
    }
    if let part = DatePart(rawValue: lower), let change = try MetadataAssignment.change(part, text) {
      changes = [change]
      return
    }
    guard let field = MetadataField(userName: name) else {
      let near = closestMatch(to: name, in: MetadataAssignment.names)
      throw .error(
        .unknownField, "there is no metadata field '\(name)'",
        remedy: near.map { "did you mean '\($0)'?" } ?? "the fields are " + MetadataField.allNames)
    }
    if text.trimmed.isEmpty {
      let fields = field == .volume ? [.volume, .seriesVolume, .startYear] : [field]
      changes = fields.map { .set($0, nil) }
      return
    }
    guard let value = MetadataValue(userText: text, for: field) else {
      throw .error(.fieldValue, "'\(name)' takes \(field.kind.expectation), not '\(text.trimmed)'")
    }
    changes = [.set(field, value)]
    if field == .isManga, text.trimmed.lowercased() == "yesandrighttoleft" {
      changes.append(.set(.direction, .direction(.rightToLeft)))
    }
  }

  /// Nil for a whole date behind the name of its year.
  private static func change(_ part: DatePart, _ text: String) throws(Diagnostic) -> Change? {
    if text.trimmed.isEmpty { return .date(part, nil) }
    if let value = Int(text.trimmed), part.range.contains(value) { return .date(part, value) }
    guard part != .year else { return nil }
    throw .error(
      .fieldValue,
      "'\(part.rawValue)' takes a number from \(part.range.lowerBound) to \(part.range.upperBound), not '\(text.trimmed)'"
    )
  }

  /// The date with a part changed. A month without a year, and a day without a month, is no date.
  private static func date(_ old: PartialDate?, _ part: DatePart, _ value: Int?) -> PartialDate? {
    switch part {
    case .year: value.flatMap { PartialDate(year: $0, month: old?.month, day: old?.day) }
    case .month: old.flatMap { PartialDate(year: $0.year, month: value, day: value == nil ? nil : $0.day) }
    case .day: old.flatMap { PartialDate(year: $0.year, month: $0.month, day: $0.month == nil ? nil : value) }
    }
  }

  public func apply(to metadata: inout Metadata, from origin: Origin) {
    for change in changes {
      switch change {
      case .set(let field, let value): metadata.set(field, to: value, from: origin)
      case .date(let part, let value):
        metadata.set(\.date, to: MetadataAssignment.date(metadata.date, part, value), from: origin)
      case .credits(let role, let credits):
        let others = (metadata.credits ?? []).filter { $0.role != role }
        metadata.set(\.credits, to: others + credits, from: origin)
      }
    }
  }

  /// Every name that may stand before the colon.
  public static let names: [String] =
    MetadataField.allCases.map(\.rawValue) + Credit.Role.known.map(\.word)
    + DatePart.allCases.map(\.rawValue).filter { MetadataField.otherNames[$0] == nil }
    + MetadataField.otherNames.keys.sorted()
}

extension MetadataField {
  /// The model's names, for messages.
  static var allNames: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension MetadataField.Kind {
  /// What to write, in a few words.
  public var expectation: String {
    switch self {
    case .text: "text"
    case .integer: "a whole number"
    case .decimal: "a number from 0 to 5"
    case .flag: "yes or no"
    case .number: "a number such as 7, 3.5 or ½"
    case .date: "a date such as 2010, 2010-07 or 2010-07-04"
    case .list: "a list with commas"
    case .credits: "names with roles, such as 'Ann Ash (writer), Bo Birk (inker)'"
    case .identifiers: "identifiers such as isbn:9780306406157"
    case .arcs: "story arcs such as 'Long Night #2'"
    case .direction: "ltr or rtl"
    }
  }
}
