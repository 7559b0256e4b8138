import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The collection of real files that tests read where it is present.
enum Corpus {
  static let folder = getenv("LEPORELLO_CORPUS").map { String(cString: $0) } ?? "../shared/corpus"
  static let isThere = access("\(folder)/manifest.tsv", R_OK) == 0
  static let absence: Comment = "the corpus is not there: set LEPORELLO_CORPUS to its folder"

  static func bytes(of name: String) throws -> [UInt8] {
    let file = try #require(fopen("\(folder)/\(name)", "rb"), "\(name)")
    defer { fclose(file) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return all }
      all += buffer.prefix(count)
    }
  }
}

/// Validation by xmllint, an independent program.
enum Schema {
  static let isThere = Corpus.isThere && Schema.output(of: "xmllint --version").status == 0
  static let absence: Comment = "xmllint or the corpus, which holds the schemas, is not there"

  /// What xmllint says against a document; empty for a valid one.
  ///
  /// - Parameter isNewer: whether the schema is of XSD 1.1, of which xmllint knows all but the assertions.
  static func faults(
    in document: [UInt8], against schema: String, isNewer: Bool = false
  ) throws -> String {
    var template = Array("/tmp/leporello-schema-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(name) }
    try #require(write(descriptor, document, document.count) == document.count)
    let path = "\(Corpus.folder)/schema/\(schema)"
    guard isNewer else {
      let (text, status) = output(of: "xmllint --noout --schema '\(path)' '\(name)'")
      return status == 0 ? "" : text
    }
    defer { unlink(name + ".xsd") }
    let (text, status) = output(
      of: "sed '/<xs:assert/d' '\(path)' > '\(name).xsd' && xmllint --noout --schema '\(name).xsd' '\(name)'")
    return status == 0 ? "" : text
  }

  private static func output(of command: String) -> (text: String, status: Int32) {
    guard let pipe = popen("\(command) 2>&1", "r") else { return ("", -1) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      guard count > 0 else { break }
      text += buffer.prefix(count)
    }
    return (String(decoding: text, as: UTF8.self), pclose(pipe))
  }
}
