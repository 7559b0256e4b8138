import Diagnostics
import Options

/// A key of pipeline files, declared once: the checker, the JSON Schema and the documentation read it.
struct PipelineKey: Sendable {
  let name: String
  /// One sentence or two.
  let summary: String
  /// YAML as it would stand behind the key; nil where the schema shows none.
  let example: String?
  /// What may stand behind the key.
  let value: JSON
  /// What it is called in other programs' files, for suggestions.
  let otherNames: [String]
  /// What becomes of it where one file includes another.
  let inclusion: Inclusion

  /// What a file and one it includes have to do with each other.
  enum Inclusion: Sendable {
    /// The file's own value counts; where it has none, that of the included file.
    case replaced
    /// It belongs to its file alone.
    case kept
    /// Name by name; the file's own count.
    case joined
    /// The items of both.
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

/// A part of a pipeline file, or of a file beside one: which keys may stand in it.
struct PipelinePart: Sendable {
  /// What messages call it: "an entry of 'books'".
  let name: String
  let keys: [PipelineKey]

  init(_ name: String, _ keys: [PipelineKey]) {
    self.name = name
    self.keys = keys
  }

  var names: [String] { keys.map(\.name) }

  subscript(name: String) -> PipelineKey? { keys.first { $0.name == name } }

  /// What is said of a key that does not belong here: the message, and what may have been meant.
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
