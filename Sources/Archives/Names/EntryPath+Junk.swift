extension EntryPath {
  /// Whether it is something systems leave behind and not part of any book: hidden files, thumbnails,
  /// folders of synchronizing and cataloging programs.
  public var isSystemJunk: Bool { EntryPath.isSystemJunk(components) }

  /// The same for the components of any path.
  public static func isSystemJunk(_ components: [String]) -> Bool {
    for (index, component) in components.enumerated() {
      // Every name with a dot in front, so also `._1.jpg`, `.DS_Store`, `.yacreaderlibrary`, `.caltrash`.
      if component.hasPrefix(".") { return true }
      let lower = component.lowercased()
      if junkNames.contains(lower) { return true }
      if index == components.count - 1, junkExtensions.contains(where: { lower.hasSuffix($0) }) {
        return true
      }
    }
    return false
  }

  private static let junkNames: Set<String> = [
    "__macosx", "thumbs.db", "ehthumbs.db", "desktop.ini", "@eadir", "@recently-snapshot", "@recycle",
    "#recycle",
    "$recycle.bin", "system volume information", "lost+found", "icon\r",
  ]

  private static let junkExtensions = [".qpkg"]
}
