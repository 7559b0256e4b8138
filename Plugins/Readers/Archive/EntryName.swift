import Archives

/// Names of entries as a book carries them: for people, and as proposals for names of outputs.
enum EntryName {
  /// Folders inside each other that a name keeps; what works through them need not fear for its stack.
  private static let maxDepth = 64

  /// The components of a name, never empty, without control characters and within the length of file names.
  /// `..`, leading slashes and drive letters are left out already.
  static func harmless(_ path: EntryPath, key: Int) -> [String] {
    var components = path.components
    if components.count > maxDepth { components.removeSubrange(maxDepth - 1..<components.count - 1) }
    guard path.defect != nil else { return components }
    components = components.map(harmless).filter { !$0.isEmpty }
    return components.isEmpty ? ["entry \(key + 1)"] : components
  }

  private static func harmless(_ component: String) -> String {
    var scalars = String.UnicodeScalarView()
    var length = 0
    // The end is kept: it tells the format.
    let suffix = component.utf8.count > 255 ? extensionSuffix(component) : ""
    for scalar in component.unicodeScalars {
      let bytes = String(scalar).utf8.count
      if component.utf8.count > 255, length + bytes + suffix.utf8.count > 255 { break }
      length += bytes
      scalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "_" : scalar)
    }
    return String(scalars) + suffix
  }

  private static func extensionSuffix(_ component: String) -> String {
    guard let dot = component.lastIndex(of: "."), component[dot...].utf8.count <= 16 else { return "" }
    return String(component[dot...])
  }
}

/// A few names and how many more there are, for messages.
func listed(_ names: [String]) -> String {
  let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
  return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
}
