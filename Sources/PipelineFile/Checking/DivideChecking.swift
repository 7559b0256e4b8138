import BookModel
public import Diagnostics
import Options
import PluginKit

extension Rule {
  public static let divideSize = Rule(
    "divide-size", .pipeline, "A pipeline's 'divide' does not say how large parts may be, or says it twice.",
    advice: "Say it once: 'pages: 200' or 'bytes: 200MB' under 'divide'.")
  public static let divideAlike = Rule(
    "divide-alike", .pipeline, "The parts of a divided book cannot be told apart by their names or numbers.",
    advice: "Put {part}, {number} or {title} into the sink's path, and {part} into the 'number' of 'divide'.")
}

extension PipelineCheck {
  /// `divide:`, combined with `--set`; nil if there is none or it is invalid.
  mutating func divide(_ written: YAMLNode?, sinks: [SinkSpec]) -> DivideSpec? {
    guard let (node, range) = expanded(written, "divide", DivideOptions.declarations) else { return nil }
    var decoder = OptionDecoder(file: file, owner: "'divide'")
    let options = DivideOptions.decode(node, over: DivideOptions(), &decoder)
    problems += decoder.problems + decoder.warnings
    checkNotInPlace(range, "divide", "makes several books of one", sinks)
    let number = node["number"].flatMap { $0.scalar == nil || $0.isNull ? nil : fieldTemplate($0) }
    let title = node["title"].flatMap { $0.scalar == nil || $0.isNull ? nil : fieldTemplate($0) }
    if let number, let written = node["number"],
      !number.fields.contains(where: { $0.fact == .part || $0.fact == .partTitle })
    {
      warn(
        .divideAlike, "all parts would get the same number: '\(number.text.shortened())'", written.range,
        "for example number: \"{number}.{part}\"")
    }
    guard let measure = measure(options, node, range) else { return nil }
    checkIdle(options, node)
    return DivideSpec(
      measure: measure, border: options.at == .chapter ? .chapter(level: options.level ?? 1) : .opening,
      number: number, title: title, settingsText: options.optionText)
  }

  private mutating func measure(
    _ options: DivideOptions, _ node: YAMLNode, _ range: SourceRange
  ) -> DivisionMeasure? {
    switch options.measure(in: node) {
    case .chapters: return .chapters(level: options.level ?? 1)
    case .stories: return .stories
    case .pages:
      if let pages = options.pages { return .pages(pages) }
      // An invalid number has already been reported.
      if node["pages"] == nil, isKnown(node, DivideOptions.declarations) {
        report(
          .divideSize, "'divide' does not say how many pages a part may have", node["by"]?.range ?? range,
          "add pages: 200")
      }
    case .bytes:
      if let bytes = options.bytes, bytes.bytes > 0 { return .bytes(bytes.bytes) }
      if node["bytes"] == nil, isKnown(node, DivideOptions.declarations) {
        report(
          .divideSize, "'divide' does not say how many bytes a part may have", node["by"]?.range ?? range,
          "add bytes: 200MB")
      } else if options.bytes?.bytes == 0 {
        report(
          .divideSize, "a part of 0 bytes holds nothing", node["bytes"]?.range ?? range,
          "for example bytes: 200MB")
      }
    }
    return nil
  }

  /// Warns about options that belong to another way of dividing.
  private mutating func checkIdle(_ options: DivideOptions, _ node: YAMLNode) {
    // An invalid value has already been reported, and says nothing about the other options.
    if options.by == nil, node["by"]?.isNull == false { return }
    let by = options.measure(in: node)
    let way = "books are divided by \(by.rawValue)"
    if by != .pages { idle(["pages"], of: "divide", node, way) }
    if by != .bytes { idle(["bytes"], of: "divide", node, way) }
    if by == .chapters || by == .stories { idle(["at"], of: "divide", node, way) }
    if by == .stories || by != .chapters && options.at != .chapter {
      idle(["level"], of: "divide", node, by == .stories ? way : "parts end at openings; add 'at: chapter'")
    }
  }

  /// Checks what sinks need for divided books: parts need distinct names, and a whole book has no part
  /// number.
  mutating func checkParts(_ branches: [SinkSpec], isDivided: Bool) {
    for sink in branches {
      guard let kind = registry.sink(named: sink.name), !kind.isInPlace,
        let path = sink.options.expanded(DestinationOptions.declarations)["path"], path.scalar != nil,
        !path.isNull,
        let template = try? PathTemplate(parsing: path, file: file)
      else { continue }
      let fields = template.fields
      if !isDivided {
        checkPartFields(fields, in: path, "no book is divided")
      } else if !fields.contains(where: { PipelineCheck.tellingFields.contains($0.fact) }) {
        warn(
          .divideAlike, "all parts of a divided book would be written to one path", path.range,
          "add {part}, {number} or {title} to it")
      }
    }
  }

  private static let tellingFields: Set<BookFact> = [
    .part, .partTitle, .metadata(.number), .metadata(.title), .metadata(.chapter),
  ]
}

extension DivideOptions {
  /// The measure from `by`, or the one that a given size implies.
  func measure(in node: YAMLNode) -> DivideMeasure {
    by ?? (node["pages"] != nil ? .pages : node["bytes"] != nil ? .bytes : .chapters)
  }
}
