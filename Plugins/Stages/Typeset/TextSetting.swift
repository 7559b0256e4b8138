#if Typesetting
  import BookModel
  import Diagnostics
  import Imaging
  import PluginKit
  import Publications
  import Synchronization
  import TextShaping
  import Typesetting

  /// Sets the text of one book: its fonts are gathered first, then documents are set side by side.
  struct TextSetting {
    private let settings: TypesetSettings
    private let context: any BookContext

    init(_ settings: TypesetSettings, _ context: any BookContext) {
      self.settings = settings
      self.context = context
    }

    func set(_ book: Book) async throws(Diagnostic) -> Book {
      let sections = book.sections
      var sources: [SourceID: TextSource] = [:]
      for section in sections where sources[section.entry.source] == nil {
        sources[section.entry.source] = try await TextSource(section.entry.source, settings, context)
      }
      let fonts = try FontBook(try await declaredFonts(sections, &sources), scratch: context.scratch)
      var set = try await setAll(sections, sources, fonts)
      let running = RunningLines(settings, shaper: try PangoShaper(fonts))
      var number = 0
      for section in set.indices {
        for page in set[section].pages.indices {
          number += 1
          try running.add(
            to: &set[section].pages[page], title: page == 0 ? nil : book.metadata.title, number: number)
        }
      }
      for diagnostic in fonts.diagnostics { context.report(diagnostic) }
      for source in sources.keys.sorted() {
        for diagnostic in sources[source]?.takeNotes() ?? [] { context.report(diagnostic) }
      }
      return try await book.replacing(sections, with: set, fonts, context)
    }

    /// The fonts that the documents' style sheets declare, each file once. A document is let go when it was asked.
    private func declaredFonts(_ sections: [Section], _ sources: inout [SourceID: TextSource])
      async throws(Diagnostic) -> [BookFont]
    {
      var fonts: [BookFont] = []
      var known: Set<FontFace> = []
      for section in sections {
        guard let source = sources[section.entry.source] else { continue }
        for face in try await source.survey(section).fontFaces where known.insert(face).inserted {
          guard let entry = face.entries.first else { continue }
          do throws(Diagnostic) {
            fonts.append(
              BookFont(
                try await context.bytes(of: entry), family: face.family, weight: face.weight...face.weight,
                isItalic: face.isItalic, obfuscation: source.obfuscation(of: entry), name: entry.name))
          } catch {
            context.report(error.with(severity: .warning))
          }
        }
      }
      return fonts
    }

    /// Sets every section, several at once, each thread with a shaper of its own.
    private func setAll(
      _ sections: [Section], _ sources: [SourceID: TextSource], _ fonts: FontBook
    ) async throws(Diagnostic) -> [SetSection] {
      let queue = SettingQueue(count: sections.count)
      let library = HyphenationLibrary()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<max(1, min(context.threads, sections.count)) {
          group.addTask { await work(on: queue, sections, sources, fonts, library) }
        }
      }
      return try queue.results()
    }

    private func work(
      on queue: SettingQueue, _ sections: [Section], _ sources: [SourceID: TextSource], _ fonts: FontBook,
      _ library: HyphenationLibrary
    ) async {
      var current: Int?
      do throws(Diagnostic) {
        let shaper = try PangoShaper(fonts)
        let hyphenator = settings.hyphenates ? LanguageHyphenation(library) : nil
        while let index = queue.next() {
          current = index
          guard let source = sources[sections[index].entry.source] else { return }
          let document = try await source.load(sections[index])
          try checkInterruption()
          queue.finish(index, try Typesetter(settings, shaper: shaper, hyphenator: hyphenator).set(document))
        }
      } catch {
        queue.fail(current ?? 0, current.map { error.inEntry(sections[$0].sourceName) } ?? error)
      }
    }
  }

  /// The sections of a book that wait to be set, and those that are.
  private final class SettingQueue: Sendable {
    private struct State {
      var next = 0
      var set: [SetSection?]
      /// Of several that fail the first in the book's order.
      var failure: (index: Int, error: Diagnostic)?
    }

    private let state: Mutex<State>
    private let count: Int

    init(count: Int) {
      self.count = count
      state = Mutex(State(set: Array(repeating: nil, count: count)))
    }

    /// The next to be set; nil where none is left, or setting one has failed.
    func next() -> Int? {
      state.withLock { state in
        guard state.failure == nil, state.next < count else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }

    func finish(_ index: Int, _ section: SetSection) { state.withLock { $0.set[index] = section } }

    func fail(_ index: Int, _ error: Diagnostic) {
      state.withLock { state in
        if state.failure.map({ index < $0.index }) ?? true { state.failure = (index, error) }
      }
    }

    func results() throws(Diagnostic) -> [SetSection] {
      let (set, failure) = state.withLock { ($0.set, $0.failure) }
      if let failure { throw failure.error }
      return set.compactMap(\.self)
    }
  }

  extension Book {
    /// The book with pages in place of its sections; what led to a section leads to its first page.
    fileprivate func replacing(
      _ sections: [Section], with set: [SetSection], _ fonts: FontBook, _ context: any BookContext
    ) async throws(Diagnostic) -> Book {
      var book = self
      var facts: [EntryReference: PictureFacts] = [:]
      for entry in Set(set.flatMap(\.pictures)) {
        facts[entry] = try await context.facts(of: .entry(entry))
      }
      var (pageCount, unsupported) = (0, Set<String>())
      for (section, set) in zip(sections, set) {
        unsupported.formUnion(set.unsupported)
        pageCount += set.pages.count
        let pages = set.pages.enumerated().map { index, page in
          Page(
            id: .derived(TypesetStage.name, index + 1, of: section.id),
            picture: .drawn(TypesetDrawing(page.page, fonts: fonts, pictures: facts)), roles: section.roles,
            sourceName: section.sourceName)
        }
        for diagnostic in book.apply(.set(section.id, as: pages)) { context.report(diagnostic) }
      }
      context.report(
        .note(
          .textSet,
          "\(counted(sections.count, "section")) of text set as \(counted(pageCount, "page")) in "
            + fonts.usage.map(\.name).joined(separator: ", ")))
      if !unsupported.isEmpty {
        context.report(
          .warning(
            .typesettingLimited, "not set as the book asks: \(unsupported.sorted().joined(separator: ", "))"))
      }
      return book
    }
  }

  /// One source of text: its files, and what its package says.
  final class TextSource: Sendable {
    private let loader: Mutex<SectionLoader>
    private let obfuscations: [EntryReference: FontObfuscation]

    init(_ source: SourceID, _ settings: TypesetSettings, _ context: any BookContext) async throws(Diagnostic)
    {
      let files = PublicationFiles(try await context.entries(of: source), source: source)
      let publication = try await Publication(files, context)
      var settings = settings
      settings.language = settings.language ?? publication.package.dublinCore("language").first?.value
      loader = Mutex(
        SectionLoader(files, package: publication.path, settings, pictures: ContextPictures(context), context)
      )
      obfuscations = try await TextSource.obfuscations(files, publication.package, context)
    }

    /// Reads a document for the first time, one behind the other: style sheets are kept for those that follow, and
    /// what is odd is remembered in their order.
    func survey(_ section: Section) async throws(Diagnostic) -> SectionDocument {
      var own = loader.withLock { $0 }
      let document = try await own.load(section)
      let read = own
      loader.withLock { $0 = read }
      return document
    }

    /// Reads a document again, on any thread.
    func load(_ section: Section) async throws(Diagnostic) -> SectionDocument {
      var own = loader.withLock { $0 }
      return try await own.load(section)
    }

    func takeNotes() -> [Diagnostic] { loader.withLock { $0.notes.take() } }

    func obfuscation(of entry: EntryReference) -> FontObfuscation? { obfuscations[entry] }

    private static func obfuscations(
      _ files: PublicationFiles, _ package: PackageDocument, _ context: any BookContext
    ) async throws(Diagnostic) -> [EntryReference: FontObfuscation] {
      guard let match = files.find(EncryptionDocument.path) else { return [:] }
      let document: EncryptionDocument
      do throws(Diagnostic) {
        let bytes = try await context.bytes(of: files.reference(match.index))
        document = try EncryptionDocument(bytes, limits: context.limits)
      } catch {
        // What keeps the book from being read was told when it was opened.
        return [:]
      }
      let root = ReferenceResolver(files, document: "")
      var found: [EntryReference: FontObfuscation] = [:]
      for resource in document.resources {
        guard case .file(let file, _) = root.resolve(resource.path) else { continue }
        found[files.reference(file.index)] = FontObfuscation(
          algorithm: resource.algorithm, identifiers: package.identifiers)
      }
      return found
    }
  }

  extension PackageDocument {
    /// The identifiers, the unique one first.
    fileprivate var identifiers: [String] {
      let all = metadata.filter { $0.kind == .dublinCore && $0.name == "identifier" }
      return (all.filter { $0.id == uniqueIdentifier } + all.filter { $0.id != uniqueIdentifier }).map(
        \.value)
    }
  }

  /// Pictures on pages of text, asked of the book's context.
  private struct ContextPictures: PictureLookup {
    private let context: any BookContext

    init(_ context: any BookContext) { self.context = context }

    /// A damaged picture has no size: its alternative text is set in its place.
    func size(of entry: EntryReference) async throws(Diagnostic) -> Size? {
      do throws(Diagnostic) {
        return try await context.facts(of: .entry(entry))?.size
      } catch {
        context.report(error.with(severity: .warning))
        return nil
      }
    }

    func place(_ address: DataAddress) async throws(Diagnostic) -> SizedPicture? {
      context.report(
        .warning(
          .typesettingLimited,
          "a picture that is written into a document itself is not shown; its alternative text stands for it")
      )
      return nil
    }
  }
#endif
