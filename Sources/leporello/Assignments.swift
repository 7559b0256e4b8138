import Options

/// Values of a flag that may be given several times, each taken whole: commas in `--meta title='A, B'` are the
/// title's own.
struct Assignments: OptionValue, Sequence {
  var texts: [String] = []

  static let optionKind = OptionKind.map(.text)

  static func decode(_ node: YAMLNode, _ decoder: inout OptionDecoder) -> Assignments? {
    let texts = (node.items ?? [node]).compactMap(\.scalar)
    if texts.isEmpty { decoder.reportMismatch(.text, node) }
    return Assignments(texts: texts)
  }

  var optionText: String { texts.optionText }

  func makeIterator() -> IndexingIterator<[String]> { texts.makeIterator() }
}
