import Diagnostics
import Options

/// Describes declared options in JSON Schema (2020-12).
///
/// Other YAML readers, and so the values that editors check, do not treat `no`, `444` and `010` as text. For
/// this reason, text options accept any scalar, and an enumeration also lists what other readers make of its
/// words.
enum OptionSchema {
  /// The definitions that options refer to by name.
  static let definitions: [(name: String, schema: JSON)] = [
    (
      "text",
      .members(
        ("title", "text"), ("type", types("string", "number", "boolean", "null")))
    ),
    (
      "flag",
      any(
        .members(("type", "boolean")),
        .members(("type", "string"), ("pattern", .string(anyCase("true|false|yes|no|on|off")))), variable)
    ),
    (
      "byteCount",
      any(
        .members(("type", "number"), ("minimum", .integer(0))),
        pattern(#"^\s*[0-9]*\.?[0-9]+\.?\s*([kKmMgGtT]([iI]?[bB])?|[bB])?\s*$"#, "512MiB", "1.5GB"), variable)
    ),
    ("size", any(pattern(#"^\s*\+?[0-9]+\s*[xX×]\s*\+?[0-9]+\s*$"#, "1072x1448"), variable)),
    (
      "length",
      any(
        .members(("type", "integer"), ("minimum", .integer(0)), ("maximum", .integer(1_000_000))),
        pattern(#"^(\+?[0-9]+|[0-9]*\.?[0-9]+\.?\s*%)$"#, "12", "2%"), variable)
    ),
    (
      "color",
      any(
        pattern("^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$", "#f0e8d8"),
        pattern(anyCase(Color.nameList.joined(separator: "|")), "white"), variable)
    ),
    (
      "variable",
      .members(
        ("title", "a variable"), ("type", "string"), ("pattern", #"\$(\{|\$)"#),
        ("examples", .array(["${NAME}", "${NAME:-default}"])))
    ),
  ]

  /// Text that contains a variable, which may become anything.
  static let variable = reference("variable")

  static func reference(_ name: String) -> JSON { .members(("$ref", .string("#/$defs/" + name))) }

  static func any(_ schemas: JSON...) -> JSON { any(schemas) }

  static func any(_ schemas: [JSON]) -> JSON {
    schemas.count == 1 ? schemas[0] : .members(("anyOf", .array(schemas)))
  }

  /// An option: its values, description and default.
  static func option(_ declaration: OptionDeclaration) -> JSON {
    // An optional option has no value to give as its default.
    let isOptional = declaration.defaultText.isEmpty
    let kind = schema(of: declaration.kind)
    return .members(
      ("description", .string(declaration.summary)),
      ("default", isOptional ? nil : YAMLValue.json(declaration.defaultText))
    )
    .with(isOptional ? any(kind, .members(("type", "null"))) : kind)
  }

  /// Options as a mapping, no value, or a bare value for the short form.
  ///
  /// - Parameter required: the names of text options that must be given.
  static func group(_ options: [OptionDeclaration], required: [String] = []) -> JSON {
    let short = options.first(where: \.isShortForm)
    var forms: [JSON] = [
      .members(
        ("type", "object"),
        (
          "properties",
          .object(
            options.map { JSON.Member($0.name, required.contains($0.name) ? needed($0) : option($0)) })
        ),
        ("required", required.isEmpty ? nil : .array(required.map(JSON.string))),
        ("additionalProperties", .bool(false)))
    ]
    if required.isEmpty { forms.append(.members(("type", "null"))) }
    if let short, required.allSatisfy({ $0 == short.name }) {
      forms.append(required.isEmpty ? schema(of: short.kind) : something)
    }
    return any(forms)
  }

  /// Text that must be given.
  private static let something = JSON.members(("type", types("string", "number", "boolean")))

  private static func needed(_ declaration: OptionDeclaration) -> JSON {
    .members(("description", .string(declaration.summary))).with(something)
  }

  static func schema(of kind: OptionKind) -> JSON {
    switch kind {
    case .text: reference("text")
    case .flag: reference("flag")
    case .byteCount: reference("byteCount")
    case .size: reference("size")
    case .length: reference("length")
    case .color: reference("color")
    case .integer(let range):
      any(
        .members(
          ("type", "integer"), ("minimum", range.map { .integer($0.lowerBound) }),
          ("maximum", range.map { .integer($0.upperBound) })),
        pattern(#"^[+-]?[0-9]+$"#), variable)
    case .number(let range):
      any(
        .members(
          ("type", "number"), ("minimum", range.map { .number($0.lowerBound) }),
          ("maximum", range.map { .number($0.upperBound) })),
        pattern(#"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$"#), variable)
    case .enumeration(let words): any(enumeration(words), variable)
    case .keyword(let words, let kind):
      any([enumeration(words)] + (schema(of: kind)["anyOf"]?.items ?? [schema(of: kind)]))
    case .list(let kind):
      any(
        .members(("type", "array"), ("items", schema(of: kind))), schema(of: kind),
        .members(("type", "null")))
    case .map(let kind):
      .members(("type", types("object", "null")), ("additionalProperties", schema(of: kind)))
    case .group(let options): group(options)
    }
  }

  /// One of a few words, or what other YAML readers make of them.
  static func enumeration(_ words: [String]) -> JSON {
    var values = words.map(JSON.string)
    for word in words {
      for other in YAMLValue.readings(of: word) where !values.contains(other) { values.append(other) }
    }
    return .members(("enum", .array(values)))
  }

  static func types(_ names: String...) -> JSON { .array(names.map(JSON.string)) }

  private static func pattern(_ pattern: String, _ examples: String...) -> JSON {
    .members(
      ("type", "string"), ("pattern", .string(pattern)),
      ("examples", examples.isEmpty ? nil : .array(examples.map(JSON.string))))
  }

  /// A pattern for words in any letter case: regular expressions in JSON Schema (ECMA-262) have no flag for
  /// it.
  private static func anyCase(_ words: String) -> String {
    let letters = words.map { letter in
      letter.isLetter ? "[\(letter.uppercased())\(letter.lowercased())]" : String(letter)
    }
    return "^(" + letters.joined() + ")$"
  }
}

extension JSON {
  /// The object followed by the members of another.
  func with(_ other: JSON) -> JSON {
    guard case .object(let own) = self, case .object(let more) = other else { return self }
    return .object(own + more)
  }

  /// The values of an array, nil for anything else.
  var items: [JSON]? { if case .array(let values) = self { values } else { nil } }
}
