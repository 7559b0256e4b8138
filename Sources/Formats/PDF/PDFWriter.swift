public import Archives
public import Diagnostics

extension Rule {
  public static let pdfTooLong = Rule(
    "pdf-too-long", .output, "A PDF would be longer than its table of objects can say (10 GB).",
    advice: "Divide the book, or write smaller pages.")
}

/// Writes a PDF object by object as they come, so that a book of any length takes little memory (ISO 32000-1 §7.5).
///
/// The bytes follow from the objects alone: there is no date and no number by chance.
public struct PDFWriter {
  private let output: OutputFile
  /// Offsets by object number, from 1; nil for one that isn't written yet.
  private var offsets: [Int?] = []
  private var length = 0
  public private(set) var manifest = OutputManifest()

  /// What an offset in the table of objects can say: ten digits.
  private static let longest = 9_999_999_999

  public init(_ output: OutputFile) throws(Diagnostic) {
    self.output = output
    // Four bytes above 127 tell programs that copy files that it isn't text.
    try append(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A], as: "header")
  }

  /// A number for an object that is written later.
  public mutating func reserve() -> Int {
    offsets.append(nil)
    return offsets.count
  }

  /// Writes an object under a reserved number, or a new one.
  @discardableResult
  public mutating func add(_ value: PDFValue, as number: Int? = nil, name: String) throws(Diagnostic) -> Int {
    let number = number ?? reserve()
    try begin(number)
    try append(Array("\(number) 0 obj\n\(value.written)\nendobj\n".utf8), as: name)
    return number
  }

  /// Writes a stream (§7.3.8) whose bytes are already as its filter wants them.
  ///
  /// - Parameter pageIndex: passed on into the manifest, with the stream's own bytes.
  @discardableResult
  public mutating func add(
    _ entries: [(name: String, value: PDFValue)], stream: [UInt8], as number: Int? = nil, name: String,
    pageIndex: Int? = nil
  ) throws(Diagnostic) -> Int {
    let number = number ?? reserve()
    try begin(number)
    let dictionary = PDFValue.dictionary(entries + [("Length", .integer(stream.count))])
    try append(Array("\(number) 0 obj\n\(dictionary.written)\nstream\n".utf8), as: name + " (head)")
    try append(stream, as: name, pageIndex: pageIndex)
    try append(Array("\nendstream\nendobj\n".utf8), as: name + " (end)")
    return number
  }

  /// Writes the table of objects and what leads to it (§7.5.4, §7.5.5).
  public mutating func finish(root: Int, info: Int?) throws(Diagnostic) -> OutputManifest {
    let start = length
    var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset ?? 0)
      let padded = String(repeating: "0", count: max(0, 10 - digits.count)) + digits
      table += offset == nil ? "0000000000 65535 f \n" : "\(padded) 00000 n \n"
    }
    var trailer: [(name: String, value: PDFValue)] = [
      ("Size", .integer(offsets.count + 1)), ("Root", .reference(root)),
    ]
    if let info { trailer.append(("Info", .reference(info))) }
    let id = PDFValue.bytes(identifier)
    trailer.append(("ID", .array([id, id])))
    table += "trailer\n\(PDFValue.dictionary(trailer).written)\nstartxref\n\(start)\n%%EOF\n"
    try append(Array(table.utf8), as: "table of objects")
    return manifest
  }

  /// Sixteen bytes that tell this file from others: of the sizes and checksums of all its parts (§14.4).
  private var identifier: [UInt8] {
    var hash = SHA256()
    for entry in manifest.entries { hash.update(Array("\(entry.size) \(entry.crc32);".utf8)) }
    let text = Array(hash.hexText().utf8.prefix(32))
    return stride(from: 0, to: text.count - 1, by: 2).map { place in
      UInt8(String(decoding: text[place...place + 1], as: UTF8.self), radix: 16) ?? 0
    }
  }

  private mutating func begin(_ number: Int) throws(Diagnostic) {
    guard length <= PDFWriter.longest else {
      throw .error(
        .pdfTooLong, "the PDF would have more than \(PDFWriter.longest) bytes",
        remedy: "divide the book with 'divide:', or write smaller pages")
    }
    offsets[number - 1] = length
  }

  private mutating func append(_ bytes: [UInt8], as name: String, pageIndex: Int? = nil) throws(Diagnostic) {
    try output.write(bytes)
    length += bytes.count
    manifest.entries.append(
      OutputManifest.Entry(name: name, size: bytes.count, crc32: CRC32.of(bytes), pageIndex: pageIndex))
  }
}
