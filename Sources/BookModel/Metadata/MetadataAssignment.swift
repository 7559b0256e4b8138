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
/// and `manga: YesAndRightToLeft` says two things at once. An empty value takes the field away.
public struct MetadataAssignment: Hashable, Sendable {
  private var changes: [Change] = []

  private enum Change: Hashable, Sendable {
    case set(MetadataField, MetadataValue?)
    case credits(Credit.Role, [Credit])
  }

  /// - Throws: `unknown-field` with the nearest name, `field-value`.
  public init(_ name: String, _ text: String) throws(Diagnostic) {
    let lower = name.lowercased()
    if let role = Credit.Role.known.first(where: { $0.word.lowercased() == lower }) {
      let names = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
      changes = [.credits(role, names.map { Credit($0, role) })]
      return
    }
    guard let field = MetadataField(userName: name) else {
      let near = closestMatch(to: name, in: MetadataAssignment.names)
      throw .error(
        .unknownField, "there is no metadata field '\(name)'",
        remedy: near.map { "did you mean '\($0)'?" } ?? "the fields are " + MetadataField.allNames)
    }
    if text.trimmed.isEmpty {
      changes = [.set(field, nil)]
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

  public func apply(to metadata: inout Metadata, from origin: Origin) {
    for change in changes {
      switch change {
      case .set(let field, let value): metadata.set(field, to: value, from: origin)
      case .credits(let role, let credits):
        let others = (metadata.credits ?? []).filter { $0.role != role }
        metadata.set(\.credits, to: others + credits, from: origin)
      }
    }
  }

  /// Every name that may stand before the colon.
  public static let names: [String] =
    MetadataField.allCases.map(\.rawValue) + Credit.Role.known.map(\.word)
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
