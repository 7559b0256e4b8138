import BookModel
import Markup

extension ComicInfo {
  /// Values that mean "unknown", by element. Number, AlternateNumber, StoryArcNumber, Title and Series have
  /// none: issue 0 and issue -1 exist. But a number of -1 beside a count and a volume of -1 was never filled
  /// in.
  private static let sentinels: [String: Set<String>] = [
    "count": ["-1", "0"], "volume": ["-1"], "alternatecount": ["-1"], "pagecount": ["-1", "0"],
    "year": ["-1", "0"], "month": ["-1", "0"], "day": ["-1", "0"], "agerating": ["unknown"],
    "manga": ["unknown"], "blackandwhite": ["unknown"],
  ]

  /// Adds elements that are empty or mean "unknown" to the understood ones, so that they are removed unless a
  /// value is wanted for them.
  static func claimSentinels(of root: XMLElement, in said: inout XMLElement, against wanted: XMLElement) {
    let taken = Set((said.elements + wanted.elements).map { $0.name.lowercased() })
    for element in root.elements
    where !taken.contains(element.name.lowercased())
      && (isSentinel(element) || element.name.lowercased() == "number" && isUnfilled(root))
    {
      said.children.append(.element(element.withoutLines))
    }
  }

  /// Whether Number, Count and Volume are all -1, which programs write for unset values.
  static func isUnfilled(_ root: XMLElement) -> Bool {
    ["number", "count", "volume"].allSatisfy { name in
      root.elements.first { $0.name.lowercased() == name }?.text.trimmed == "-1"
    }
  }

  private static func isSentinel(_ element: XMLElement) -> Bool {
    let (name, text) = (element.name.lowercased(), element.text.trimmed.lowercased())
    guard element.elements.isEmpty, elements.contains(where: { $0.name.lowercased() == name }) else {
      return false
    }
    return text.isEmpty || sentinels[name]?.contains(text) == true
  }
}
