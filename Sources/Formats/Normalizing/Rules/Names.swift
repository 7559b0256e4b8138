import BookModel

extension NormalizationRule {
  static let names = NormalizationRule(
    "names", "Names one by one, without repeats; 'Last, First' is turned round if that is certain.",
    [
      Example(
        .credits, .credits([Credit("Ann Ash; Bo Birk", .writer), Credit("ann ash", .writer)]),
        .credits([Credit("Ann Ash", .writer), Credit("Bo Birk", .writer)])),
      Example(
        .credits, .credits([Credit("Straw, J. Michael", .writer)]),
        .credits([Credit("J. Michael Straw", .writer)])),
      Example(
        .credits, .credits([Credit("Cole", .writer), Credit("Jr.", .writer)]),
        .credits([Credit("Cole Jr.", .writer)])),
      Example(
        .credits, .credits([Credit("Ash, Birk", .writer)]), .credits([Credit("Ash, Birk", .writer)])),
      Example(.characters, .list(["Robin", "ROBIN"]), .list(["Robin"])),
    ]
  ) { normalization in
    if case .credits(let credits)? = normalization.value(.credits) {
      let people = PersonNames(credits, normalization.aliases)
      normalization.set(.credits, to: .credits(people.credits))
    }
    for field in [MetadataField.characters, .teams, .locations, .universes, .seriesGroups] {
      guard case .list(let items)? = normalization.value(field) else { continue }
      let aliases = normalization.aliases
      let parts = items.flatMap { item -> [String] in
        field == .seriesGroups || aliases.isName(item, in: field)
          ? [item] : item.separated(by: [";", "；", "|"])
      }
      normalization.set(field, to: .list(parts.withoutRepeatsOfAnyCase))
    }
  }
}

/// The names of a book's people in reading order.
private struct PersonNames {
  private(set) var credits: [Credit] = []

  init(_ written: [Credit], _ aliases: AliasTable) {
    var single: [Credit] = []
    for credit in written {
      let isSettled = aliases.isName(credit.name, in: .credits)
      let parts = isSettled ? [credit.name] : PersonNames.people(in: credit.name)
      for part in parts {
        // Comma-separated lists split `Cole, Jr.` in two.
        if PersonNames.suffixes.contains(part.lowercased()), let last = single.last, last.role == credit.role
        {
          single[single.count - 1].name += " " + part
        } else {
          single.append(Credit(part, credit.role))
        }
      }
    }
    let evidence = Evidence(single)
    var seen: Set<Credit> = []
    for credit in single {
      let isSettled = aliases.isName(credit.name, in: .credits)
      let name = isSettled ? credit.name : evidence.readable(credit.name)
      if seen.insert(Credit(name.caseFolded, credit.role)).inserted {
        credits.append(Credit(name, credit.role))
      }
    }
  }

  /// Splits at separators that never occur in a name. A comma and an ampersand may: `Cole, Jr.`,
  /// `Simon & Kirby`.
  private static func people(in name: String) -> [String] {
    name.separated(by: [";", "；", "|", "、"]).flatMap { part -> [String] in
      // A slash separates two people if it has spaces around it.
      var people: [String] = [""]
      for word in part.split(whereSeparator: \.isWhitespace) {
        if word == "/" {
          people.append("")
        } else {
          people[people.count - 1] += (people[people.count - 1].isEmpty ? "" : " ") + word
        }
      }
      return people.filter { !$0.isEmpty }
    }
  }

  /// What may follow a comma without being a first name.
  static let suffixes: Set<String> = [
    "jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "phd", "ph.d.", "md", "m.d.", "esq", "esq.", "inc", "inc.",
    "ltd",
    "ltd.", "llc", "co.", "corp.", "gmbh", "s.a.",
  ]

  /// Evidence from all of a book's names about one that contains a comma.
  private struct Evidence {
    /// Names without commas, folded.
    private let plain: Set<String>
    /// Whether there are several names and each has a comma: then all are in catalogue order.
    private let isCatalogue: Bool

    init(_ credits: [Credit]) {
      let names = Set(credits.map(\.name))
      plain = Set(names.filter { !$0.contains(",") }.map(\.caseFolded))
      isCatalogue = names.count > 1 && names.allSatisfy { Evidence.turned($0) != nil }
    }

    /// The name in reading order; unchanged if the comma may separate two people.
    func readable(_ name: String) -> String {
      guard let (turned, first) = Evidence.turned(name) else { return Evidence.joiningSuffix(name) }
      let isCertain = isCatalogue || plain.contains(turned.caseFolded) || Evidence.hasInitial(first)
      return isCertain ? turned : name
    }

    /// `First Last` for a name with one comma between words that may be a last and a first name.
    private static func turned(_ name: String) -> (name: String, first: String)? {
      let parts = name.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      guard parts.count == 2, !suffixes.contains(parts[1].lowercased()),
        parts.allSatisfy({ part in
          (1...3).contains(part.count { $0 == " " } + 1)
            && part.allSatisfy {
              $0.isLetter || $0 == " " || $0 == "." || $0 == "-" || $0 == "'" || $0 == "’"
            }
            && part.first?.isUppercase == true
        })
      else { return nil }
      return ("\(parts[1]) \(parts[0])", parts[1])
    }

    /// `Cole, Jr.` without the comma at which lists would split it.
    private static func joiningSuffix(_ name: String) -> String {
      let parts = name.split(separator: ",").map(\.trimmed)
      guard parts.count == 2, suffixes.contains(parts[1].lowercased()) else { return name }
      return "\(parts[0]) \(parts[1])"
    }

    /// Only a first name contains an initial.
    private static func hasInitial(_ text: String) -> Bool {
      text.split(separator: " ").contains { word in
        word.last == "." && word.split(separator: ".").allSatisfy { $0.count == 1 }
      }
    }
  }
}

extension String {
  /// The parts between separators, trimmed, without empty ones.
  func separated(by separators: Set<Character>) -> [String] {
    guard contains(where: separators.contains) else { return [self] }
    return split(whereSeparator: separators.contains).map(\.trimmed).filter { !$0.isEmpty }
  }
}

extension Array where Element == String {
  /// Each text once, where it first occurs and as spelled there, ignoring case.
  var withoutRepeatsOfAnyCase: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0.caseFolded).inserted }
  }
}
