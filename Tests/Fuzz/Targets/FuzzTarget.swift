/// One reader of bytes from outside, as the fuzzer and the replay of its seeds enter it.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A picture's header and structure; its pixels.
  case probe, decode
  /// The directory of a ZIP; any archive; the headers of a RAR with their checksums made right.
  case zip, archive, rar
  /// The documents of an EPUB, one changed and the others sound.
  case opf, navigation, ncx, xhtml, css
  case xml, json, yaml, pipeline
  case comicInfo, metronInfo, coMet, comicBookInfo
  /// Texts: names of files, summaries, values of fields and options.
  case filename, summary, values, aliases
  case template, predicate, glob

  /// The folder below `Seeds` that holds its seeds.
  public var seeds: String { self == .probe || self == .decode ? "pictures" : rawValue }

  /// Reads the bytes. Whatever they are, it returns: with what could be read, or without.
  public func run(_ bytes: [UInt8]) {
    switch self {
    case .probe: FuzzPictures.probe(bytes)
    case .decode: FuzzPictures.decode(bytes)
    case .zip: FuzzArchives.zip(bytes)
    case .archive: FuzzArchives.any(bytes)
    case .rar: FuzzArchives.rar(bytes)
    case .opf: FuzzPublication.read(bytes, as: .package)
    case .navigation: FuzzPublication.read(bytes, as: .navigation)
    case .ncx: FuzzPublication.read(bytes, as: .ncx)
    case .xhtml: FuzzPublication.read(bytes, as: .page)
    case .css: FuzzPublication.read(bytes, as: .styleSheet)
    case .xml: FuzzDocuments.xml(bytes)
    case .json: FuzzDocuments.json(bytes)
    case .yaml: FuzzPipelines.yaml(bytes)
    case .pipeline: FuzzPipelines.pipeline(bytes)
    case .comicInfo, .metronInfo, .coMet, .comicBookInfo: FuzzDocuments.metadata(bytes, as: self)
    case .filename: FuzzTexts.filename(bytes)
    case .summary: FuzzTexts.summary(bytes)
    case .values: FuzzTexts.values(bytes)
    case .aliases: FuzzTexts.aliases(bytes)
    case .template: FuzzPipelines.template(bytes)
    case .predicate: FuzzPipelines.predicate(bytes)
    case .glob: FuzzPipelines.glob(bytes)
    }
  }
}
