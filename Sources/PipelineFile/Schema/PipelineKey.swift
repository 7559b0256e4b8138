import Diagnostics
import Options

/// A key of pipeline files, declared once for the checker, the JSON Schema and the documentation.
struct PipelineKey: Sendable {
  let name: String
  /// One or two sentences.
  let summary: String
  /// Example YAML for the key's value; nil if the schema shows none.
  let example: String?
  /// The schema of the key's value.
  let value: JSON
  /// Its names in other programs' files, for suggestions.
  let otherNames: [String]
  /// How it is treated when one file includes another.
  let inclusion: Inclusion

  /// How the values of a file and of one it includes are combined.
  enum Inclusion: Sendable {
    /// The file's own value, or the included file's if it has none.
    case replaced
    /// It applies only to the file that contains it.
    case kept
    /// Merged name by name; the file's own values take precedence.
    case joined
    /// The items of both files.
    case appended
  }

  init(
    _ name: String, _ summary: String, example: String? = nil, _ value: JSON, otherNames: [String] = [],
    inclusion: Inclusion = .replaced
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    self.value = value
    self.otherNames = otherNames
    self.inclusion = inclusion
  }

  /// A key that is declared as an option.
  init(_ option: OptionDeclaration, otherNames: [String] = []) {
    self.init(
      option.name, option.summary, example: option.defaultText, OptionSchema.schema(of: option.kind),
      otherNames: otherNames)
  }

  /// The key as a member of a schema's `properties`.
  var property: JSON.Member { JSON.Member(name, JSON.members(("description", .string(summary))).with(value)) }
}

/// A part of a pipeline file, or of a file beside one, with the keys allowed in it.
struct PipelinePart: Sendable {
  /// Its name in messages: "an entry of 'books'".
  let name: String
  let keys: [PipelineKey]

  init(_ name: String, _ keys: [PipelineKey]) {
    self.name = name
    self.keys = keys
  }

  var names: [String] { keys.map(\.name) }

  subscript(name: String) -> PipelineKey? { keys.first { $0.name == name } }

  /// The message about a key that does not belong here, and what may have been meant.
  func complaint(about key: String) -> (message: String, remedy: String) {
    let near = closestMatch(to: key, in: names).map { "did you mean '\($0)'?" }
    let called = keys.first { $0.otherNames.contains(key.lowercased()) }.map {
      "here it is called '\($0.name)'"
    }
    return (
      "unknown key '\(key)' in \(name)", near ?? called ?? "the keys are " + names.joined(separator: ", ")
    )
  }
}
