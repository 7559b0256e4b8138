import Archives
import BookModel
import Diagnostics
import Formats
import Imaging
import Options
import Programs
import Synchronization

extension PluginFolder {
  var sinkKind: SinkKind {
    let plugin = self
    return SinkKind(
      description, fileExtensions: file.extensions, output: file.output == .folder ? .folder : .file,
      making: making { settings in SinkProgram(plugin, settings) })
  }
}

/// A plugin folder that writes books: its program gets a folder of rendered pages and the book's JSON, and writes a
/// file or fills a folder.
private struct SinkProgram: WritingSink {
  let name: String
  let fileExtensions: [String]
  let output: OutputKind
  let metadataTarget = MetadataTarget.standard
  private let plugin: PluginFolder
  private let settings: OptionSettings

  init(_ plugin: PluginFolder, _ settings: OptionSettings) {
    name = plugin.file.name
    fileExtensions = plugin.file.extensions
    output = plugin.file.output == .folder ? .folder : .file
    self.plugin = plugin
    self.settings = settings
  }

  func begin(
    _ book: Book, _ output: OutputTarget, in context: any BookContext
  ) async throws(Diagnostic) -> any SinkSession {
    try SinkProgramSession(
      plugin.command, plugin.places(settings), settings.json, ending: fileExtensions.first, output, context)
  }

  func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest {
    guard self.output == .file else { return try verifyFolder(at: output, against: manifest) }
    let file = try InputFile(output, followingLinks: false)
    guard let entry = manifest.entries.first, entry.size == file.size, try entry.crc32 == checksum(of: file)
    else {
      throw .error(
        .outputDiffers, "read back, it is not what '\(plugin.command.name)' wrote",
        at: Place(file: output.display),
        remedy: "nothing was put in place; check the disk and the memory of this machine and run again")
    }
    return OutputDigest(bytes: file.size, sha256: try file.sha256())
  }
}

private final class SinkProgramSession: SinkSession {
  private let command: ProgramCommand
  private let places: [String: [UInt8]]
  private let options: JSON
  private let ending: String
  private let output: OutputTarget
  private let context: any BookContext
  private let folder: ScratchFolder
  private let pages: FilePath
  private let written = Mutex(Written())

  private struct Written {
    var files: [PageID: String] = [:]
    var facts: [PageID: PictureFacts] = [:]
  }

  init(
    _ command: ProgramCommand, _ places: [String: [UInt8]], _ options: JSON, ending: String?,
    _ output: OutputTarget, _ context: any BookContext
  ) throws(Diagnostic) {
    self.command = command
    self.places = places
    self.options = options
    self.ending = ending.map { ".\($0)" } ?? ""
    self.output = output
    self.context = context
    folder = try ScratchFolder(in: context.scratch)
    pages = try folder.makeFolder("pages")
  }

  func write(_ page: RenderedPage) throws(Diagnostic) {
    let number = String(page.index + 1)
    let name =
      String(repeating: "0", count: max(0, 4 - number.count)) + number + "." + page.image.format.fileExtension
    try folder.write(page.image.bytes, to: "pages/\(name)")
    written.withLock { written in
      written.files[page.page.id] = name
      written.facts[page.page.id] = page.facts
    }
  }

  func finish(_ book: Book) throws(Diagnostic) -> OutputManifest {
    let written = written.withLock { $0 }
    let form = BookForm(book, facts: written.facts, files: written.files, options: options).json
    let text = Array(form.text().utf8) + [UInt8(ascii: "\n")]
    try folder.write(text, to: "pages/book.json")
    var places = places
    places["input"] = pages.bytes
    let result: FilePath
    switch output {
    case .file: result = folder.path.appending("output\(ending)")
    case .folder: result = try folder.makeFolder("output")
    }
    places["output"] = result.bytes
    let outcome = try command.call(places, input: text, maxOutputBytes: 1 << 20).run()
    try outcome.check(command.name, in: context.report)
    switch output {
    case .file(let file): return try take(result, into: file)
    case .folder(let folder): return try take(contentsOf: result, into: folder)
    }
  }

  private func fault(_ message: String) -> Diagnostic {
    .error(.programOutput, "'\(command.name)' \(message)")
  }

  /// Copies the file that the program has written to where the engine checks it and gives it its name.
  private func take(_ result: FilePath, into file: OutputFile) throws(Diagnostic) -> OutputManifest {
    guard pathExists(result) else { throw fault("wrote nothing to {output}") }
    let source = try InputFile(result, followingLinks: false)
    guard source.size > 0 else { throw fault("wrote an empty file to {output}") }
    try checkSize(source.size)
    try file.copy(0..<source.size, of: source)
    return OutputManifest(entries: [
      .init(name: file.destination.nameText, size: source.size, crc32: try checksum(of: source))
    ])
  }

  private func take(contentsOf result: FilePath, into target: OutputFolder) throws(Diagnostic)
    -> OutputManifest
  {
    let container = try FolderContainer(result, limits: context.limits)
    var manifest = OutputManifest()
    var total = 0
    for entry in container.entries where entry.kind != .folder {
      guard entry.kind == .file, entry.path.defect == nil else {
        throw fault("left '\(entry.path.text)', which is not a plain file")
      }
      let bytes = try container.read(entry)
      total += bytes.count
      try checkSize(total)
      try target.write(bytes, to: entry.path.components)
      manifest.entries.append(.init(name: entry.path.text, size: bytes.count, crc32: CRC32.of(bytes)))
    }
    guard !manifest.entries.isEmpty else { throw fault("left nothing in the folder {output}") }
    return manifest
  }

  private func checkSize(_ bytes: Int) throws(Diagnostic) {
    guard bytes <= context.limits.maxBookBytes.bytes else {
      throw fault("wrote \(bytes) bytes, more than --max-book-bytes allows")
    }
  }
}

private func checksum(of file: InputFile) throws(Diagnostic) -> UInt32 {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
  defer { buffer.deallocate() }
  var checksum = CRC32()
  var offset = 0
  while offset < file.size {
    let count = try file.read(into: buffer, at: offset)
    guard count > 0 else { break }
    checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    offset += count
  }
  return checksum.value
}
