public import Diagnostics
import Options
public import PluginKit

/// The JSON Schema for pipeline files, for editors that complete and check as you type.
///
/// It is generated from the declarations used to check files, and agrees with `PipelineChecker` on their
/// structure. Problems that only a look at the whole file can reveal (a harmful order, a field that does not
/// exist) are left to `check`.
public struct PipelineSchema: Sendable {
  private let registry: Registry

  public init(registry: Registry) { self.registry = registry }

  /// The schema, in JSON Schema 2020-12.
  public var json: JSON {
    .members(
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", "Leporello pipeline"),
      ("description", "Where books come from, what is done with them, and what is written."),
      ("type", "object"),
      (
        "properties",
        .object(
          PipelineGrammar.pipeline.keys.map { key in
            let text = JSON.members(
              ("title", .string(key.name)), ("description", .string(key.summary)),
              ("examples", key.example.flatMap { YAMLValue.json($0) }.map { .array([$0]) }))
            return JSON.Member(key.name, text.with(key.value))
          })
      ),
      ("required", .array(["leporello"])),
      // An included file may supply the sink; a test file contains nothing but tests.
      ("anyOf", .array([required("sink"), required("include"), fileOfTests])),
      ("additionalProperties", .bool(false)),
      ("$defs", .object(definitions)))
  }

  private func required(_ key: String) -> JSON { .members(("required", .array([.string(key)]))) }

  private var fileOfTests: JSON {
    .members(
      ("required", .array(["tests"])),
      ("not", .members(("anyOf", .array([required("stages"), required("source")])))))
  }

  private var definitions: [JSON.Member] {
    var members = OptionSchema.definitions.map { JSON.Member($0.name, $0.schema) }
    members += [
      JSON.Member("condition", condition), JSON.Member("source", source), JSON.Member("stages", stages),
      JSON.Member("sink", sink), JSON.Member("book", book), JSON.Member("changedStage", changedStage),
      JSON.Member("match", match),
    ]
    members += registry.readers.map { reader in
      let described = Described(
        "reader", reader.name, reader.summary, reader.example, OptionSchema.group(reader.declarations))
      return described.member
    }
    members += registry.stages.map { stage in
      let described = Described(
        "stage", stage.name, stage.summary, stage.example, OptionSchema.group(stage.declarations))
      return described.member
    }
    members += registry.sinks.map { sink in
      let isInPlace = sink.isInPlace
      let options = isInPlace ? sink.declarations : DestinationOptions.declarations + sink.declarations
      let schema = OptionSchema.group(options, required: isInPlace ? [] : ["path"])
      return Described("sink", sink.name, sink.summary, sink.example, schema).member
    }
    return members
  }

  // MARK: Sources

  private var source: JSON {
    let one = JSON.members(
      ("type", "object"),
      (
        "properties",
        .object(
          SourceOptions.declarations.map { JSON.Member($0.name, OptionSchema.option($0)) }
            + registry.readers.map { JSON.Member($0.name, OptionSchema.reference("reader-" + $0.name)) })
      ), ("additionalProperties", .bool(false)))
    let pattern = OptionSchema.reference("text")
    return OptionSchema.any(
      one, pattern, .members(("type", "array"), ("items", OptionSchema.any(pattern, one))))
  }

  // MARK: Stages

  private var condition: JSON {
    .members(
      ("title", "a condition"), ("type", "string"),
      ("examples", .array(["role != cover", "number in [3, 7] and not last", "series ~ \"Kite*\""])))
  }

  private var stages: JSON {
    .members(
      ("type", OptionSchema.types("array", "null")),
      ("items", OptionSchema.any(names(registry.stages.map { ($0.name, $0.summary) }), stageMapping)))
  }

  private var stageMapping: JSON {
    var names = registry.stages.map { $0.name }
    var stages = names.map { JSON.Member($0, OptionSchema.reference("stage-" + $0)) }
    let text = JSON.members(("description", "A file whose stages stand here."))
    stages.append(JSON.Member("include", text.with(OptionSchema.schema(of: .list(.text)))))
    names.append("include")
    return .members(
      ("type", "object"), ("properties", .object(stages + PipelineGrammar.besideStage.keys.map(\.property))),
      ("additionalProperties", .bool(false)),
      // One stage per item.
      ("oneOf", .array(names.map { .members(("required", .array([.string($0)]))) })))
  }

  /// Names that are valid on their own, each with its description.
  private func names(_ plugins: [(name: String, summary: String)]) -> JSON {
    OptionSchema.any(
      plugins.map { .members(("const", .string($0.name)), ("description", .string($0.summary))) }
        + [OptionSchema.variable])
  }

  // MARK: Sinks

  private var sink: JSON {
    let one = oneSink
    return OptionSchema.any(
      one + [.members(("type", "array"), ("items", OptionSchema.any(one)), ("minItems", .integer(1)))])
  }

  private var oneSink: [JSON] {
    let names = registry.sinks.map { $0.name }
    let sinks = names.map { JSON.Member($0, OptionSchema.reference("sink-" + $0)) }
    let mapping = JSON.members(
      ("type", "object"), ("properties", .object(sinks + PipelineGrammar.besideSink.keys.map(\.property))),
      ("additionalProperties", .bool(false)),
      ("oneOf", .array(names.map { .members(("required", .array([.string($0)]))) })))
    // A name alone gives no path, so it is enough only for sinks that need none.
    let pathless = registry.sinks.filter { $0.isInPlace }.map { ($0.name, $0.summary) }
    return [mapping, self.names(pathless)]
  }

  // MARK: Books

  private var book: JSON {
    .members(
      ("type", "object"),
      ("properties", .object(PipelineGrammar.book.keys.map(\.property))), ("required", .array(["match"])),
      ("additionalProperties", .bool(false)))
  }

  private var match: JSON {
    .members(
      ("type", "object"), ("properties", .object(PipelineGrammar.match.keys.map(\.property))),
      ("additionalProperties", .bool(false)), ("minProperties", .integer(1)))
  }

  /// A stage with different options for some books.
  private var changedStage: JSON {
    let stages = registry.stages.map { JSON.Member($0.name, OptionSchema.reference("stage-" + $0.name)) }
    return .members(
      ("type", "object"),
      ("properties", .object(stages + PipelineGrammar.besideStage.keys.map(\.property))),
      ("minProperties", .integer(1)))
  }
}

/// A plugin's part of the schema: its options, with title, description and example.
private struct Described {
  let member: JSON.Member

  init(_ kind: String, _ name: String, _ summary: String, _ example: String, _ options: JSON) {
    let text = JSON.members(
      ("title", .string("\(kind) \(name)")), ("description", .string(summary)),
      ("examples", Described.options(of: name, in: YAMLValue.json(example)).map { .array([$0]) }))
    member = JSON.Member("\(kind)-\(name)", text.with(options))
  }

  /// The value after a plugin's name in an example, which may be just that value, a list item or a complete
  /// part of a file.
  private static func options(of name: String, in example: JSON?) -> JSON? {
    switch example {
    case .array(let items): return items.lazy.compactMap { options(of: name, in: $0) }.first
    case .object(let members):
      return members.first { $0.name == name }?.value
        ?? members.lazy.compactMap { options(of: name, in: $0.value) }.first
    default: return nil
    }
  }
}
