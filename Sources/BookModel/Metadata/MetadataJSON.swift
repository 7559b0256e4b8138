public import Diagnostics

extension Metadata {
  /// Every field that has a value, with its origin, in the table's order.
  public var json: JSON {
    .object(
      fields.compactMap { field in
        self[field].map { entry in
          JSON.Member(
            field.rawValue,
            .members(("value", entry.value.json), ("origin", .string(entry.origin.description))))
        }
      })
  }
}

extension MetadataValue {
  public var json: JSON {
    switch self {
    case .text(let text): .string(text)
    case .integer(let value): .integer(value)
    case .decimal(let value): .number(value)
    case .flag(let value): .bool(value)
    case .number(let number): .string(number.text)
    case .date(let date): .string(date.description)
    case .direction(let direction): .string(direction.rawValue)
    case .list(let items): .array(items.map(JSON.string))
    case .credits(let credits):
      .array(credits.map { .members(("name", .string($0.name)), ("role", .string($0.role.word))) })
    case .identifiers(let identifiers):
      .array(identifiers.map { .members(("scheme", .string($0.scheme)), ("value", .string($0.value))) })
    case .arcs(let arcs):
      .array(arcs.map { .members(("name", .string($0.name)), ("number", $0.number.map(JSON.string))) })
    }
  }
}
