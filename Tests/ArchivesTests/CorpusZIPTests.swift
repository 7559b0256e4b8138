import BookModel
import Diagnostics
import Testing

@testable import Archives

extension Corpus {
  /// Every ZIP by its first bytes or its extension, relative to the corpus.
  static func zips() throws -> [String] {
    try FolderContainer(folder).entries.filter { $0.kind == .file }.filter { entry in
      try entry.path.fileExtension == "zip"
        || InputFile(folder.appending(entry.path.raw)).read(at: 0, upTo: 2) == Array("PK".utf8)
    }.map(\.path.text)
  }
}

@Suite("ZIPs of the corpus", .enabled(if: Corpus.isThere, "NOT TESTED: no corpus"))
struct CorpusZIPTests {
  /// What opening or reading every entry must meet; files not named here are read whole without a word.
  static let expected: [String: Set<Rule>] = [
    // The checksum in its field for Unicode names is wrong for two of three.
    "archives/libarchive-zip_7075_utf8_paths.zip": [.guessedNames],
    "archives/libarchive-zip_bz2_hang.zip": [.directoryLost],
    "archives/libarchive-zip_encryption_partially.zip": [.passwordRequired],
    "archives/libarchive-zip_filename_cp866.zip": [.guessedNames],
    "archives/libarchive-zip_filename_cp932.zip": [.guessedNames],
    "archives/libarchive-zip_filename_koi8r.zip": [.guessedNames],
    "archives/libarchive-zip_lzma.zipx": [.methodUnsupported],
    "archives/libarchive-zip_malformed1.zip": [.directoryLost],
    "archives/libarchive-zip_padded1.zip": [.zipForeignBytes],
    "archives/libarchive-zip_padded2.zip": [.zipForeignBytes],
    "archives/libarchive-zip_traditional_encryption_data.zip": [.passwordRequired],
    "archives/libarchive-zip_uncompressed_size_off_by_4gib.zip": [.entryTooLarge],
    "archives/libarchive-zip_winzip_aes256.zip": [.passwordRequired],
    "epub/epubcheck-ocf-filepath-not-utf8-error.epub": [.guessedNames],
    "epub/epubcheck-ocf-zip-unreadable-no-end-header-fatal.epub": [.directoryLost],
    "unsafe/zip-bomb-entry.cbz": [.ratioTooHigh],
    // At a lower ratio the sharing itself is refused.
    "unsafe/zip-bomb-shared.cbz": [.ratioTooHigh],
    "unsafe/zip-count-lie.cbz": [.directoryLost],
  ]

  @Test("each is read whole, or says what the table says")
  func readsAll() throws {
    var found: [String: Set<Rule>] = [:]
    let files = try Corpus.zips()
    #expect(files.count > 100)
    for name in files {
      var rules: Set<Rule> = []
      do {
        let container = try ZIPContainer(Corpus.folder.appending(name))
        rules.formUnion(container.diagnostics.map(\.rule))
        for entry in container.entries {
          do { _ = try container.read(entry) } catch { rules.insert(error.rule) }
        }
      } catch {
        rules.insert(error.rule)
      }
      if !rules.isEmpty { found[name] = rules }
    }
    for name in Set(found.keys).union(Self.expected.keys).sorted() {
      #expect(found[name] == Self.expected[name], "\(name)")
    }
  }

  @Test("entries are as many as Python finds")
  func counts() throws {
    let script = """
      import zipfile, sys
      for line in sys.stdin:
          name = line.rstrip('\\n')
          try: print(len(zipfile.ZipFile(name).infolist()))
          except Exception: print(-1)
      """
    let folder = try TemporaryFolder()
    try folder.write("count.py", Array(script.utf8))
    let files = try Corpus.zips()
    let paths = files.map { Corpus.folder.appending($0).display }.joined(separator: "\n")
    try folder.write("names", Array(paths.utf8))
    let python = try #require(
      try run("python3 '\(folder["count.py"])' < '\(folder["names"])'"), "python3 is not installed")
    let counts = python.text.split(separator: "\n").compactMap { Int($0) }
    #expect(counts.count == files.count)
    for (name, count) in zip(files, counts) where count >= 0 {
      let container = try ZIPContainer(Corpus.folder.appending(name))
      #expect(container.entries.count == count, "\(name)")
    }
  }
}
