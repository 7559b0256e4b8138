/// What a name says of a file that is not the real one: a download under way, a program's temporary file, a backup copy.
enum UnfinishedName {
  /// The ending that says so; nil for a name that says nothing of the kind.
  static func ending(of name: String) -> String? {
    let name = name.lowercased()
    // What Syncthing, Office and rsync put in front, hidden files being passed over anyway.
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
