/// Recognizes the names of files that are not the real ones: unfinished downloads, temporary files and backup
/// copies.
enum UnfinishedName {
  /// The telltale ending; nil if the name has none.
  static func ending(of name: String) -> String? {
    let name = name.lowercased()
    // Prefixes used by Syncthing, Office and rsync; hidden files are skipped anyway.
    if name.hasPrefix("~") { return "~" }
    return endings.first { name.hasSuffix($0) && name.count > $0.count }
  }

  private static let endings = [
    // Browsers and download programs.
    ".part", ".partial", ".crdownload", ".download", ".opdownload", ".filepart", ".aria2", ".unfinished",
    ".incomplete",
    ".downloading", ".!download", ".dlpart", ".xltd", ".jc!", ".fdmdownload",
    // Torrents and file sharing.
    ".!qb", ".!ut", ".!bt", ".!sync", ".bc!", ".bt!", ".dctmp",
    // Temporary files and copies.
    ".tmp", ".temp", ".swp", ".bak", ".backup", ".old", ".orig", "~",
  ]
}
