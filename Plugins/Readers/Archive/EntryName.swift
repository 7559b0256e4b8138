import Archives

/// The names of entries in a book: for people, and as suggestions for names in outputs.
enum EntryName {
  /// The most nested folders that a name keeps, so that code that recurses through them does not exhaust the
  /// stack.
  private static let maxDepth = 64

  /// The components of a name, never empty, without control characters, and no longer than file names may be.
  /// `..`, leading slashes and drive letters have already been removed.
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
    // Keep the ending, which shows the format.
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

/// A few names and the number of further ones, for messages.
func listed(_ names: [String]) -> String {
  let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
  return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
}
