import BookModel
import Diagnostics

extension JSONPlace {
  /// The fields that a metadata object names, each with its value, or with nil where it is null and is to be
  /// removed. A value may stand by itself or, as in the printed form, beside its origin.
  func metadataFields() throws(Diagnostic) -> [(field: MetadataField, value: MetadataValue?)] {
    let members = try members(MetadataField.allCases.map(\.rawValue))
    var fields: [(MetadataField, MetadataValue?)] = []
    for field in MetadataField.allCases {
      guard var place = members[field.rawValue] else { continue }
      if case .object = place.value {
        guard let value = try place.members(["value", "origin"])["value"] else {
          throw place.fault("has no 'value'")
        }
        place = value
      }
      fields.append((field, place.isNull ? nil : try place.metadataValue(of: field)))
    }
    return fields
  }

  /// The metadata in an object, each field with its stated origin; without one, the origin is the pipeline.
  func metadata() throws(Diagnostic) -> Metadata {
    var metadata = Metadata()
    let members = try members(MetadataField.allCases.map(\.rawValue))
    for (field, value) in try metadataFields() {
      var origin = Origin(.pipeline)
      if let place = members[field.rawValue], case .object = place.value,
        let stated = try place.members(["value", "origin"])["origin"]
      {
        guard let known = Origin(description: try stated.text()) else {
          throw stated.fault("is not an origin")
        }
        origin = known
      }
      metadata.set(field, to: value, from: origin)
    }
    return metadata
  }

  /// The value of a field, checked against the field's type.
  private func metadataValue(of field: MetadataField) throws(Diagnostic) -> MetadataValue {
    switch field.kind {
    case .text: return .text(try text())
    case .integer: return .integer(try integer())
    case .decimal:
      let number = try number()
      guard (0...5).contains(number) else { throw fault("must be a number from 0 to 5") }
      return .decimal(number)
    case .flag: return .flag(try flag())
    case .number:
      if case .integer(let number) = value { return try value(of: field, from: String(number)) }
      return try value(of: field, from: try text())
    case .date: return try value(of: field, from: try text())
    case .direction: return .direction(try word(Direction.self))
    case .list:
      var items: [String] = []
      for item in try self.items() { items.append(try item.text()) }
      return .list(items)
    case .credits: return .credits(try credits())
    case .identifiers:
      var identifiers: [Identifier] = []
      for item in try items() {
        let members = try item.members(["scheme", "value"])
        guard let value = members["value"] else { throw item.fault("has no 'value'") }
        identifiers.append(
          Identifier(scheme: try members["scheme"]?.text().lowercased() ?? "", value: try value.text()))
      }
      return .identifiers(identifiers)
    case .arcs:
      var arcs: [StoryArc] = []
      for item in try items() {
        let members = try item.members(["name", "number"])
        guard let name = members["name"] else { throw item.fault("has no 'name'") }
        arcs.append(StoryArc(name: try name.text(), number: try members["number"]?.text()))
      }
      return .arcs(arcs)
    }
  }

  private func value(of field: MetadataField, from text: String) throws(Diagnostic) -> MetadataValue {
    guard let value = MetadataValue(userText: text, for: field) else {
      throw fault("must be \(field.kind.expectation)")
    }
    return value
  }

  func credits() throws(Diagnostic) -> [Credit] {
    var credits: [Credit] = []
    for item in try items() {
      let members = try item.members(["name", "role"])
      guard let name = members["name"], let role = members["role"] else {
        throw item.fault("needs a 'name' and a 'role'")
      }
      credits.append(Credit(try name.text(), Credit.Role(anyCase: try role.text())))
    }
    return credits
  }
}
