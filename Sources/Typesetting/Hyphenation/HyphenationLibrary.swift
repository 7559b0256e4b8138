import Archives
public import BookModel
public import Diagnostics
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Rule {
  public static let hyphenationUnreadable = Rule(
    "hyphenation-unreadable", .input, "A file of hyphenation patterns cannot be read.",
    advice: "Install the package it belongs to again, such as hyphen-en-us, or switch hyphenation off.")
}

/// The hyphenation dictionaries of the system, each read once, when its language is first met.
public final class HyphenationLibrary: Sendable {
  private let folders: [FilePath]
  private let hyphenators = Mutex<[FilePath: Hyphenator]>([:])
  private let problems = Mutex<[FilePath: Diagnostic]>([:])
  private let files = Mutex<[String: FilePath?]>([:])

  /// Where the packages of LibreOffice's dictionaries put them.
  public static let systemFolders: [FilePath] = ["/usr/share/hyphen", "/usr/local/share/hyphen"]

  /// The largest dictionary in use has about a megabyte.
  private static let maximumByteCount = 32 << 20

  public init(folders: [FilePath] = HyphenationLibrary.systemFolders) { self.folders = folders }

  /// What divides words of a language; nil where there is no dictionary for it.
  ///
  /// - Parameter language: a BCP 47 tag. A dictionary of its own region goes before that of another.
  /// - Throws: `hyphenation-unreadable`; what reading a file throws.
  public func hyphenator(for language: String) throws(Diagnostic) -> Hyphenator? {
    guard let file = file(for: language) else { return nil }
    if let hyphenator = hyphenators.withLock({ $0[file] }) { return hyphenator }
    let hyphenator: Hyphenator
    do {
      hyphenator = try HyphenationLibrary.hyphenator(file)
    } catch {
      problems.withLock { $0[file] = error.with(severity: .warning) }
      throw error
    }
    return hyphenators.withLock { hyphenators in
      // Another thread may have been faster.
      if let first = hyphenators[file] { return first }
      hyphenators[file] = hyphenator
      return hyphenator
    }
  }

  private static func hyphenator(_ file: FilePath) throws(Diagnostic) -> Hyphenator {
    let bytes = try InputFile.contents(of: file, limit: maximumByteCount)
    guard let dictionary = HyphenationDictionary(bytes) else {
      throw .error(
        .hyphenationUnreadable, "the hyphenation patterns are in an encoding that is not known",
        at: Place(file: file.display), remedy: "install another dictionary or switch hyphenation off")
    }
    return Hyphenator(dictionary, file: file, sha256: SHA256.hexText(of: bytes))
  }

  /// The dictionaries read so far, by name.
  public var usage: [Hyphenator] {
    hyphenators.withLock { Array($0.values) }.sorted { $0.file.display < $1.file.display }
  }

  /// What could not be read so far, as warnings, by name.
  public var diagnostics: [Diagnostic] {
    problems.withLock { Array($0.values) }.sorted { $0.description < $1.description }
  }

  private func file(for language: String) -> FilePath? {
    let tag = language.split(whereSeparator: { $0 == "-" || $0 == "_" }).prefix(4).map { $0.lowercased() }
    guard !tag.isEmpty, tag.allSatisfy({ $0.utf8.allSatisfy(HyphenationLibrary.isLetterOrDigit) }) else {
      return nil
    }
    let name = tag.joined(separator: "_")
    if let known = files.withLock({ $0[name] }) { return known }
    let file = found(tag)
    files.withLock { $0[name] = file }
    return file
  }

  /// The file whose name has most of the tag's parts; of several the one named after the language alone, then the
  /// first by name.
  private func found(_ tag: [String]) -> FilePath? {
    let tag = tag == ["no"] ? ["nb"] : tag
    for folder in folders {
      let names = HyphenationLibrary.dictionaries(in: folder)
      for count in stride(from: tag.count, to: 0, by: -1) {
        let wanted = tag.prefix(count).joined(separator: "_")
        if let name = names.first(where: { $0.key == wanted })
          ?? names.first(where: { $0.key.hasPrefix(wanted + "_") })
        {
          return folder.appending(name.file)
        }
      }
    }
    return nil
  }

  /// The languages of a folder's dictionaries in lower case, by name.
  private static func dictionaries(in folder: FilePath) -> [(key: String, file: String)] {
    guard let stream = folder.withCString(opendir) else { return [] }
    defer { closedir(stream) }
    var names: [(key: String, file: String)] = []
    while let entry = readdir(stream) {
      let file = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      guard file.hasPrefix("hyph_"), file.hasSuffix(".dic") else { continue }
      names.append((file.dropFirst("hyph_".count).dropLast(".dic".count).lowercased(), file))
    }
    return names.sorted { $0.file < $1.file }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
