import Archives
public import BookModel
public import Diagnostics
import Options

extension Rule {
  public static let aliasFile = Rule(
    "alias-file", .pipeline, "A line of a file of aliases is invalid.",
    advice: """
      Fix the line that is named. A line is `name: [spelling, spelling]`, or in CSV: field, spelling, name.
      """)
}

extension AliasTable {
  /// A file as users write it; it is shown in the documentation and read by tests.
  public static let sample = """
    # name to write: the spellings it stands for
    series:
      Spider-Man: [Spiderman, Spider Man]
    publisher:
      DC Comics: [DC, D.C. Comics]
    names:                          # people, in every role
      Stan Lee: [S. Lee, "Lee, Stan"]
    genres:
      Science Fiction: [Sci-Fi, SF]
    vocabulary:                     # other words of these fields are reported
      genres: [Action, Drama, Science Fiction]
    """

  private static let mostBytes = 16 << 20

  /// Reads a file: as CSV if its name ends in that, otherwise as YAML.
  ///
  /// - Throws: `alias-file` with the line, and whatever parsing YAML and reading a file throw.
  public init(of file: FilePath) throws(Diagnostic) {
    let bytes = try InputFile.contents(of: file, limit: AliasTable.mostBytes)
    let name = file.display
    if name.lowercased().hasSuffix(".csv") {
      try self.init(csv: bytes, file: name)
    } else {
      try self.init(yaml: bytes, file: name)
    }
  }

  // MARK: YAML

  /// Reads `field: { name: [spelling, …] }`, and under `vocabulary` `field: [word, …]`.
  public init(yaml bytes: [UInt8], file: String? = nil) throws(Diagnostic) {
    self.init()
    let root: YAMLNode
    do throws(Diagnostic) {
      root = try YAMLParser(file: file).parse(bytes)
    } catch  where error.rule == .yamlEmpty {
      return
    }
    for section in try AliasTable.pairs(of: root, "fields", file) {
      if section.key == "vocabulary" {
        for list in try AliasTable.pairs(of: section.value, "fields", file) {
          let field = try AliasTable.field(list.key, list.keyRange, file)
          for word in try AliasTable.texts(of: list.value, file) {
            try AliasTable.check(addWord(word.text, to: field), word.range, file)
          }
        }
        continue
      }
      let field = try AliasTable.field(section.key, section.keyRange, file)
      for pair in try AliasTable.pairs(of: section.value, "names", file) {
        try AliasTable.check(add(pair.key, for: pair.key, in: field), pair.keyRange, file)
        for spelling in try AliasTable.texts(of: pair.value, file) {
          try AliasTable.check(add(spelling.text, for: pair.key, in: field), spelling.range, file)
        }
      }
    }
  }

  private static func pairs(of node: YAMLNode, _ keys: String, _ file: String?) throws(Diagnostic)
    -> [YAMLNode.Pair]
  {
    if node.isNull { return [] }
    guard let pairs = node.pairs else {
      throw problem("\(node.kindName) is where \(keys) should be", node.range, file)
    }
    return pairs
  }

  private static func texts(of node: YAMLNode, _ file: String?) throws(Diagnostic) -> [(
    text: String, range: SourceRange
  )] {
    var texts: [(text: String, range: SourceRange)] = []
    for item in node.items ?? (node.isNull ? [] : [node]) {
      guard let text = item.scalar, !text.trimmed.isEmpty else {
        throw problem("\(item.kindName) is where a spelling should be", item.range, file)
      }
      texts.append((text, item.range))
    }
    return texts
  }

  // MARK: CSV

  /// Reads rows of field, spelling and preferred name; a heading and lines that begin with `#` are skipped.
  public init(csv bytes: [UInt8], file: String? = nil) throws(Diagnostic) {
    self.init()
    for row in try CSVReader(bytes, file: file).rows() {
      let range = SourceRange(
        SourcePosition(line: row.line, column: 1), SourcePosition(line: row.line, column: 1))
      guard row.cells.count >= 3, row.cells[3...].allSatisfy(\.isEmpty), !row.cells[1].isEmpty,
        !row.cells[2].isEmpty
      else { throw AliasTable.problem("a line needs field, spelling and name", range, file) }
      if row.cells[0].lowercased() == "field" { continue }
      let field = try AliasTable.field(row.cells[0], range, file)
      try AliasTable.check(add(row.cells[1], for: row.cells[2], in: field), range, file)
    }
  }

  // MARK: problems

  private static func field(_ name: String, _ range: SourceRange, _ file: String?) throws(Diagnostic)
    -> MetadataField
  {
    if name.lowercased() == "names" { return .credits }
    if let field = MetadataField(userName: name), fields.contains(field) { return field }
    let known = fields.map(\.rawValue) + ["names", "vocabulary"]
    throw .error(
      .aliasFile, "there are no aliases for '\(name)'", at: Place(file: file, range: range),
      remedy: closestMatch(to: name, in: known).map { "did you mean '\($0)'?" }
        ?? "the fields are " + known.joined(separator: ", "))
  }

  private static func check(_ contradiction: String?, _ range: SourceRange, _ file: String?)
    throws(Diagnostic)
  {
    if let contradiction { throw problem(contradiction, range, file) }
  }

  private static func problem(_ message: String, _ range: SourceRange, _ file: String?) -> Diagnostic {
    .error(
      .aliasFile, message, at: Place(file: file, range: range),
      remedy: "write each spelling once, under the name that is to be written")
  }
}
