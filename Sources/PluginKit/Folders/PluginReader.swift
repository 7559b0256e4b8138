import Archives
import BookModel
import Diagnostics
import Formats
import Imaging
import Options
import Programs

extension PluginFolder {
  var readerKind: ReaderKind {
    let plugin = self
    let claim = SourceClaim(file)
    return ReaderKind(
      description, fileExtensions: file.extensions,
      making: making { settings in ReaderProgram(plugin, settings, claim) }
    ) { claim.holds(for: $0) }
  }
}

/// Which files a reader that is a program takes: by how they begin, else by how their names end.
private struct SourceClaim: Sendable {
  private let beginning: [UInt8]
  private let extensions: Set<String>

  init(_ file: PluginFile) {
    beginning = file.startsWith.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    extensions = Set(file.extensions)
  }

  func holds(for probe: SourceProbe) -> Bool {
    guard !probe.isFolder else { return false }
    return beginning.isEmpty
      ? extensions.contains(probe.path.fileExtension) : probe.head.starts(with: beginning)
  }
}

/// A plugin folder that reads books: its program leaves pictures in a folder, and says on its standard output what is
/// known about them.
private struct ReaderProgram: ReadyReader {
  let name: String
  private let plugin: PluginFolder
  private let settings: OptionSettings
  private let claim: SourceClaim

  init(_ plugin: PluginFolder, _ settings: OptionSettings, _ claim: SourceClaim) {
    name = plugin.file.name
    self.plugin = plugin
    self.settings = settings
    self.claim = claim
  }

  func claims(_ probe: SourceProbe) -> Bool { claim.holds(for: probe) }

  func read(_ probe: SourceProbe, in context: any ReadContext) async throws(Diagnostic) -> Book {
    let folder = try await context.keepFolder()
    let output = try folder.makeFolder("pages")
    let said = try await run(probe, into: output, in: context)
    let (source, container) = try await context.open(output, OpenRequest())
    let files = try await pictures(in: container, source, context)
    let origin = Origin(.embedded, name)
    let form: NewBookForm
    do throws(Diagnostic) {
      form = try NewBookForm(said, files: files, origin: origin, limits: context.limits)
    } catch {
      throw .error(
        error.rule, "the book from '\(plugin.command.name)': \(error.message)", remedy: error.remedy)
    }
    let pages = form.pages ?? files.map(\.page)
    guard !pages.isEmpty else {
      throw .error(.programOutput, "'\(plugin.command.name)' left no picture in the output folder")
    }
    let book = Book(
      source: BookSource(
        path: probe.path, stem: probe.path.stem, folder: folderName(of: probe.path), reader: name,
        format: probe.path.fileExtension.uppercased(), pageCount: pages.count),
      metadata: form.metadata,
      found: form.metadata.isEmpty ? [] : [FoundMetadata(origin: origin, metadata: form.metadata)],
      pages: pages, outline: form.outline, stories: form.stories)
    return book
  }

  /// Runs the program; gives what it wrote to its standard output.
  private func run(
    _ probe: SourceProbe, into output: FilePath, in context: any ReadContext
  ) async throws(Diagnostic) -> [UInt8] {
    var places = plugin.places(settings)
    places["input"] = realPath(probe.path).bytes
    places["output"] = output.bytes
    let request = JSON.members(
      ("book", .integer(1)), ("options", settings.json),
      ("source", .members(("path", .string(realPath(probe.path).display)))))
    let outcome = try await context.run(
      plugin.command.call(
        places, input: Array(request.text().utf8) + [UInt8(ascii: "\n")],
        maxOutputBytes: context.limits.maxDocumentBytes.bytes))
    try outcome.check(plugin.command.name, in: context.report)
    return outcome.output
  }

  /// Everything in the folder whose name or first bytes are a picture's, in natural order.
  private func pictures(
    in container: any Container, _ source: SourceID, _ context: any ReadContext
  ) async throws(Diagnostic) -> [(name: String, page: Page)] {
    var files: [(name: String, page: Page)] = []
    for entry in NaturalOrder.sorted(container.entries, by: { $0.path.components }) where entry.kind == .file
    {
      let reference = EntryReference(source: source, key: entry.key, name: entry.path.text)
      if ImageFormat(fileExtension: entry.path.fileExtension) == nil {
        let head = try await context.prefix(of: reference, count: 64)
        guard ImageFormat.sniff(head) != nil else { continue }
      }
      // The place in the listing depends on what else lies there; the name alone does not.
      let id = PageID(sourcePlace: "\(name):\(entry.path.text)")
      files.append((entry.path.text, Page(id: id, picture: .entry(reference), sourceName: entry.path.text)))
    }
    return files
  }
}
