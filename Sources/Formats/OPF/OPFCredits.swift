import BookModel
import Publications

/// Creators and contributors of a package document, by their MARC relator codes.
enum OPFCredits {
  static func credits(in package: PackageDocument) -> [Credit] {
    var credits: [Credit] = []
    func add(_ name: String, _ role: Credit.Role) { credits.append(Credit(name, role)) }
    let items =
      package.dublinCore("creator").map { ($0, isCreator: true) }
      + package.dublinCore("contributor").map { ($0, isCreator: false) }
    let codes = items.map { roles(of: $0.0, in: package) }
    let hasOtherArtists = codes.joined().contains { ["art", "pnc", "ink"].contains($0) }
    for ((item, isCreator), codes) in zip(items, codes) {
      let name = displayName(of: item, in: package)
      // KCC credits itself, and calibre and others credit the program as the maker.
      if name == "KCC" || codes.contains("bkp") || name.hasPrefix("KindleComicConverter") { continue }
      if codes.isEmpty { add(name, isCreator ? .writer : Credit.Role("contributor")) }
      for code in codes where code != "pbl" {
        add(name, known[code] ?? Credit.Role(code))
        if code == "ill", !hasOtherArtists { add(name, .inker) }
      }
    }
    return credits.withoutRepeats
  }

  /// MARC relator codes in lower case: from refinements (EPUB 3) or the role attribute (EPUB 2).
  static func roles(of item: PackageMetadata, in package: PackageDocument) -> [String] {
    let refined = package.refinements(of: item, "role")
    let stated = refined.isEmpty ? item.attribute("role").map { [$0] } ?? [] : refined
    return stated.compactMap { role in
      // The code is last in `marc:relators:aut` and `http://id.loc.gov/vocabulary/relators/aut`.
      role.split { $0 == ":" || $0 == "/" }.last.map { $0.trimmed.lowercased() }
    }.withoutRepeats
  }

  static let known: [String: Credit.Role] = [
    "aut": .writer, "aus": .writer, "adp": .writer, "cre": .writer, "art": .penciller, "ill": .penciller,
    "pnc": .penciller, "ink": .inker, "clr": .colorist, "ltr": .letterer, "cov": .coverArtist, "edt": .editor,
    "trl": .translator,
  ]

  /// What may follow a comma without being a first name.
  private static let suffixes: Set<String> = [
    "inc", "inc.", "ltd", "ltd.", "llc", "co.", "corp.", "gmbh", "jr", "jr.", "sr", "sr.", "ii", "iii", "iv",
    "phd",
    "ph.d.", "md", "m.d.", "esq.", "s.a.",
  ]

  /// The name in reading order. `Last, First` is reversed if `file-as` shows that the name is in sorting
  /// order; a comma alone proves nothing.
  static func displayName(of item: PackageMetadata, in package: PackageDocument) -> String {
    let sorted = package.refinements(of: item, "file-as").first ?? item.attribute("file-as")
    guard sorted?.collapsed == item.value else { return item.value }
    return turned(item.value) ?? item.value
  }

  /// `First Last` for `Last, First`; nil if the text is not two parts separated by one comma, or if the
  /// second part is not a first name.
  static func turned(_ name: String) -> String? {
    let parts = name.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !suffixes.contains(parts[1].lowercased())
    else {
      return nil
    }
    return "\(parts[1]) \(parts[0])"
  }
}
