extension FilePath {
  /// The name of the book that a file holds: without the extensions of archives and without what tells the parts of one
  /// apart. `A.cbz`, `A.part1.rar`, `A.cbz.001`, `A.tar.gz` and `A.kepub.epub` are all `A`.
  public var bookName: [UInt8] {
    var name = name
    // The last extension goes whatever it is; those before it where it says that it is not the whole of one.
    guard let last = FilePath.takeExtension(&name) else { return name }
    let before = FilePath.withoutExtension(name)
    let known =
      switch last {
      case _ where last.count >= 3 && last.allSatisfy({ $0.isASCII && $0.isNumber }):
        before.map { archiveExtensions.contains($0.ending) }
      case _ where compressions.contains(last): before.map { $0.ending == "tar" }
      case "rar", "cbr": before.map { $0.ending.hasPrefix("part") && Int($0.ending.dropFirst(4)) != nil }
      case "epub": before.map { $0.ending == "kepub" }
      default: nil as Bool?
      }
    if known == true, let before { name = before.name }
    return name
  }

  /// The same as text; bytes that aren't UTF-8 become U+FFFD.
  public var bookNameText: String { String(decoding: bookName, as: UTF8.self) }

  private static func withoutExtension(_ name: [UInt8]) -> (name: [UInt8], ending: String)? {
    var name = name
    return takeExtension(&name).map { (name, $0) }
  }

  /// Takes the last extension off a name; nil where it has none.
  private static func takeExtension(_ name: inout [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    name = Array(name[..<dot])
    return ending
  }
}

/// Extensions of what may lie in pieces.
private let archiveExtensions: Set<String> = [
  "cbz", "zip", "zipx", "cbr", "rar", "cb7", "7z", "cbt", "tar", "epub",
]

/// What a tar may be compressed by.
private let compressions: Set<String> = ["gz", "bz2", "xz", "zst", "lz", "lzma", "z", "lz4"]
