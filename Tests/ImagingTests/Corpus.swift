#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Real files that nobody of this project wrote: the folder named by LEPORELLO_CORPUS, `../shared/corpus`
/// beside the package where that is not set.
enum Corpus {
  static let folder: String = {
    if let stated = getenv("LEPORELLO_CORPUS") { return String(cString: stated) }
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(package)/../shared/corpus"
  }()

  static let isThere = access(folder + "/manifest.tsv", R_OK) == 0

  static let missing = "SKIPPED: the corpus is not there; name its folder in LEPORELLO_CORPUS"

  /// A file's bytes; empty where it cannot be read.
  static func read(_ name: String) -> [UInt8] {
    guard let file = fopen(folder + "/" + name, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }

  /// The lines of its manifest: path and what is expected of it.
  static let verdicts: [(path: String, expect: String)] = {
    let lines = String(decoding: read("manifest.tsv"), as: UTF8.self).split(separator: "\n")
    return lines.dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return columns.count > 6 ? (String(columns[0]), String(columns[6])) : nil
    }
  }()
}
