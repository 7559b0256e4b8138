import CYAML
import Diagnostics

/// One step through a YAML stream, with the stretch of text it stands for.
struct YAMLEvent {
  var kind: Kind
  var range: SourceRange

  enum Kind {
    case documentStart
    case streamEnd
    case alias(String)
    case scalar(String, isPlain: Bool, anchor: String?, tag: String?)
    case sequenceStart(anchor: String?, tag: String?)
    case sequenceEnd
    case mappingStart(anchor: String?, tag: String?)
    case mappingEnd
    /// Stream start and document end, which the tree does not need.
    case boundary
  }
}

/// What libyaml found wrong, in its own words.
struct YAMLScanProblem: Error {
  var problem: String
  var context: String?
  var position: SourcePosition
  var contextPosition: SourcePosition
}

/// Pulls events out of libyaml. Owns the C parser and the bytes it points into; both stay where they are until
/// the stream goes.
final class YAMLEventStream {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// Nil where there is no memory left for a parser.
  init?(_ bytes: [UInt8]) {
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    input = .allocate(capacity: max(1, bytes.count))
    _ = input.initialize(from: bytes)
    guard yaml_parser_initialize(parser) == 1 else { return nil }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
  }

  deinit {
    // Harmless on a parser whose initialization failed: libyaml leaves that one zeroed.
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  func next() throws(YAMLScanProblem) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw problem }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(
      kind: YAMLEventStream.kind(of: event),
      range: SourceRange(SourcePosition(event.start_mark), SourcePosition(event.end_mark)))
  }

  private var problem: YAMLScanProblem {
    YAMLScanProblem(
      problem: parser.pointee.problem.map { String(cString: $0) } ?? "not enough memory",
      context: parser.pointee.context.map { String(cString: $0) },
      position: SourcePosition(parser.pointee.problem_mark),
      contextPosition: SourcePosition(parser.pointee.context_mark))
  }

  private static func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
    func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
      pointer.map { String(cString: $0) }
    }
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_STREAM_END_EVENT: return .streamEnd
    case YAML_ALIAS_EVENT: return .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let value = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      return .scalar(
        value, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE, anchor: text(scalar.anchor),
        tag: text(scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      return .sequenceStart(anchor: text(start.anchor), tag: text(start.tag))
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      return .mappingStart(anchor: text(start.anchor), tag: text(start.tag))
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    default: return .boundary
    }
  }
}

extension SourcePosition {
  /// libyaml counts lines and columns (in characters) from 0.
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
