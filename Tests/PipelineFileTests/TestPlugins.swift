import Archives
import BookModel
import Diagnostics
import Imaging
import Options
import PipelineFile
import PluginKit

/// Plugins that do nothing, with the options that checking is about.
enum TestPlugins {
  static let registry = Registry(
    readers: [ArchiveReader.self, FolderReader.self],
    stages: [Retitle.self, Drop.self, Join.self, Paper.self, Broken.self], sinks: [CBZ.self, FolderSink.self])

  struct ArchiveReader: Reader {
    struct Settings: OptionGroup {
      var namesEncoding: String?
      static let options = [Option<Settings>("namesEncoding", \.namesEncoding, "The encoding of names.")]
    }
    static let name = "archive"
    static let summary = "Reads archives."
    static let example = "archive: { namesEncoding: cp932 }"
    static let fileExtensions = ["cbz", "zip"]
    let settings: Settings
    init(_ settings: Settings) { self.settings = settings }
    static func claims(_ probe: SourceProbe) -> Bool { false }
    func read(_ probe: SourceProbe, in context: any ReadContext) async throws(Diagnostic) -> Book {
      SampleBook.kaze
    }
  }

  struct FolderReader: Reader {
    static let name = "folder"
    static let summary = "Reads folders."
    static let example = "folder: {}"
    static let fileExtensions: [String] = []
    init(_ settings: NoOptions) {}
    static func claims(_ probe: SourceProbe) -> Bool { false }
    func read(_ probe: SourceProbe, in context: any ReadContext) async throws(Diagnostic) -> Book {
      SampleBook.kaze
    }
  }

  struct Drop: Stage {
    struct Settings: OptionGroup {
      var max = 3
      var hashes: String?
      static let options: [Option<Settings>] = [
        Option("max", \.max, in: 0...1000, "Pages a book may lose."),
        Option("hashes", \.hashes, "A list of hashes."),
      ]
    }
    static let name = "drop"
    static let summary = "Drops pages."
    static let example = "- drop: { max: 1 }"
    static let defaultSelection: String? = "role == deleted"
    let settings: Settings
    init(_ settings: Settings) { self.settings = settings }
    func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
      async throws(Diagnostic)
      -> Book
    { book }
  }

  struct Paper: Stage {
    enum Stock: String, OptionEnumeration { case cream, newsprint }
    struct Settings: OptionGroup {
      var stock = Stock.cream
      var strength = 0.5
      static let options: [Option<Settings>] = [
        Option("stock", \.stock, shortForm: true, "Which stock."),
        Option("strength", \.strength, in: 0...1, "How strongly it shows."),
      ]
    }
    static let name = "paper"
    static let summary = "Gives pages the look of paper."
    static let example = "- paper: cream"
    static let convertSelection: String? = "role != cover"
    static let orderWarnings: [OrderWarning] = [.before("join", "the seam shows")]
    let settings: Settings
    init(_ settings: Settings) { self.settings = settings }
    func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
      async throws(Diagnostic)
      -> Book
    { book }
  }

  /// Like `metadata`: works on the book as a whole.
  struct Retitle: Stage {
    struct Settings: OptionGroup {
      var from = ["embedded", "filename"]
      var set = OptionMap<String>()
      static let options: [Option<Settings>] = [
        Option("from", \.from, "Where to look."), Option("set", \.set, "Fields to set."),
      ]
    }
    static let name = "metadata"
    static let summary = "Decides metadata."
    static let example = "- metadata: { from: [embedded] }"
    static let needs: Set<ItemKind> = []
    let settings: Settings
    init(_ settings: Settings) { self.settings = settings }
    func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
      async throws(Diagnostic)
      -> Book
    { book }
  }

  struct Join: Stage {
    static let name = "join"
    static let summary = "Joins pages."
    static let example = "- join"
    init(_ settings: NoOptions) {}
    func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
      async throws(Diagnostic)
      -> Book
    { book }
  }

  /// Has settings that no single option can tell to be wrong.
  struct Broken: Stage {
    static let name = "broken"
    static let summary = "Never works."
    static let example = "- broken"
    init(_ settings: NoOptions) throws(Diagnostic) {
      throw .error(.optionValue, "cannot read the list of hashes")
    }
    func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
      async throws(Diagnostic)
      -> Book
    { book }
  }

  struct CBZ: Sink {
    enum Names: String, OptionEnumeration { case auto, keep, number }
    struct Settings: OptionGroup {
      var names = Names.auto
      static let options = [Option<Settings>("names", \.names, "How pages are named.")]
    }
    static let name = "cbz"
    static let summary = "Writes CBZ files."
    static let example = "cbz: out/{series}.cbz"
    static let fileExtensions = ["cbz", "zip"]
    static let output = OutputKind.file
    let settings: Settings
    init(_ settings: Settings) { self.settings = settings }
    func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext) async throws(Diagnostic)
      -> any SinkSession
    { throw .error(.optionValue, "writes nothing") }
    func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest {
      throw .error(.optionValue, "writes nothing")
    }
  }

  struct FolderSink: Sink {
    struct Settings: OptionGroup {
      var flat = false
      static let options = [Option<Settings>("flat", \.flat, "Without folders inside.")]
    }
    static let name = "folder"
    static let summary = "Writes folders."
    static let example = "folder: out/{series}"
    static let fileExtensions: [String] = []
    static let output = OutputKind.folder
    let settings: Settings
    init(_ settings: Settings) { self.settings = settings }
    func begin(_ book: Book, _ output: OutputTarget, in context: any BookContext) async throws(Diagnostic)
      -> any SinkSession
    { throw .error(.optionValue, "writes nothing") }
    func verify(_ output: FilePath, against manifest: OutputManifest) throws(Diagnostic) -> OutputDigest {
      throw .error(.optionValue, "writes nothing")
    }
  }
}
