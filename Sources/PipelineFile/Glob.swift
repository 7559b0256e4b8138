import BookModel
public import Diagnostics
public import Options

extension Rule {
  public static let globSyntax = Rule(
    "glob-syntax", .pipeline, "A file pattern is not well-formed.",
    advice: """
      Fix the pattern: * and ? within a name, ** for folders at any depth, [a-z], {epub,cbz}; a backslash \
      before one of these makes it an ordinary character.
      """)
}

/// A pattern for paths: `*` and `?` within a name, `**` for any number of folders, `[a-z]`, `[!a-z]`,
/// `{epub,cbz}`.
///
/// Matching only compares names and never looks at a file system. Letter case and the Unicode form of accents
/// are ignored, as on the systems most collections come from. Wildcards do not match a leading dot.
public struct Glob: Hashable, Sendable {
  /// The pattern as written.
  public let text: String
  /// The pattern with braces expanded: one list of components for each alternative.
  private let alternatives: [[Component]]

  private enum Component: Hashable, Sendable {
    /// `**`: any number of folders, including none.
    case anyFolders
    case name(NamePattern)
  }

  public init(_ text: String) throws(Diagnostic) { try self.init(ScalarText(text)) }

  /// - Throws: `glob-syntax`, with its line and column in the file.
  public init(_ node: YAMLNode, file: String?) throws(Diagnostic) {
    try self.init(ScalarText(node, file: file))
  }

  private init(_ text: ScalarText) throws(Diagnostic) {
    self.text = text.string
    var alternatives: [[Component]] = []
    for pattern in try GlobParser(text).alternatives() {
      let names = pattern.split(separator: .separator).filter { $0 != [.character(".")] }
      alternatives.append(
        names.map { $0 == [.anyText, .anyText] ? .anyFolders : .name(NamePattern(Array($0))) })
    }
    self.alternatives = alternatives
  }

  /// Whether the pattern contains no wildcards.
  public var isLiteral: Bool {
    alternatives.count == 1
      && alternatives[0].allSatisfy { if case .name(let name) = $0 { name.literal != nil } else { false } }
  }

  public var isAbsolute: Bool { text.hasPrefix("/") }

  /// Whether a path matches. It is given as components without `.`, relative if the pattern is.
  public func matches(_ path: [String]) -> Bool {
    let names = path.map { NamePattern.folded($0) }
    return alternatives.contains { Glob.matches($0[...], names[...]) }
  }

  /// Whether a folder may contain something that matches; others need not be listed.
  public func mayMatch(below folder: [String]) -> Bool {
    let names = folder.map { NamePattern.folded($0) }
    return alternatives.contains { pattern in
      for (index, component) in pattern.enumerated() {
        guard case .name(let name) = component else { return true }
        guard index < names.count else { return true }
        if !name.matches(names[index], dotsCount: true) { return false }
      }
      return false
    }
  }

  /// The folder that contains all matches: the components before the first with a wildcard, as written.
  public var base: [String] {
    var base: [String]?
    for pattern in alternatives {
      let literal = pattern.dropLast().prefix {
        if case .name(let name) = $0 { name.literal != nil } else { false }
      }
      let names = literal.compactMap { if case .name(let name) = $0 { name.literal } else { nil } }
      base = base.map { zip($0, names).prefix { $0 == $1 }.map(\.0) } ?? names
    }
    return base ?? []
  }

  /// Whether the pattern itself requires a name with this ending: `*.cbz` requires `.cbz`, `*` requires
  /// nothing.
  public func says(ending: String) -> Bool {
    let ending = NamePattern.folded(ending).map(GlobToken.character)
    return alternatives.contains { pattern in
      if case .name(let name)? = pattern.last { name.ends(with: ending) } else { false }
    }
  }

  /// As with `*` in names, backtracking is only needed to the most recent `**`.
  private static func matches(_ pattern: ArraySlice<Component>, _ names: ArraySlice<[Unicode.Scalar]>) -> Bool
  {
    var component = pattern.startIndex
    var name = names.startIndex
    var retry: (component: Int, name: Int)?
    while true {
      if component < pattern.endIndex, case .anyFolders = pattern[component] {
        component += 1
        retry = (component, name)
      } else if component < pattern.endIndex, name < names.endIndex,
        case .name(let this) = pattern[component],
        this.matches(names[name], dotsCount: true)
      {
        component += 1
        name += 1
      } else if component == pattern.endIndex, name == names.endIndex {
        return true
      } else if let last = retry, last.name < names.endIndex, names[last.name].first != "." {
        component = last.component
        name = last.name + 1
        retry?.name = name
      } else {
        return false
      }
    }
  }
}

/// A pattern for text that is not a path, for the `~` of predicates. `*` matches anything, including slashes.
struct TextGlob: Hashable, Sendable {
  private let alternatives: [NamePattern]

  init(_ text: ScalarText) throws(Diagnostic) {
    alternatives = try GlobParser(text).alternatives().map { tokens in
      NamePattern(tokens.map { $0 == .separator ? .character("/") : $0 })
    }
  }

  func matches(_ text: String) -> Bool {
    let folded = NamePattern.folded(text)
    return alternatives.contains { $0.matches(folded, dotsCount: false) }
  }
}

/// A pattern for one name.
struct NamePattern: Hashable, Sendable {
  private let tokens: [GlobToken]
  /// The text as written if it is a literal; nil for a pattern.
  let literal: String?

  init(_ tokens: [GlobToken]) {
    var folded: [GlobToken] = []
    var run = ""
    func flush(_ folded: inout [GlobToken], _ run: inout String) {
      folded += NamePattern.folded(run).map { .character($0) }
      run = ""
    }
    for token in tokens {
      if case .character(let scalar) = token {
        run.unicodeScalars.append(scalar)
      } else {
        flush(&folded, &run)
        folded.append(token)
      }
    }
    let isLiteral = folded.isEmpty
    literal = isLiteral ? run : nil
    flush(&folded, &run)
    self.tokens = folded
  }

  func ends(with tokens: [GlobToken]) -> Bool { self.tokens.suffix(tokens.count) == tokens[...] }

  /// Text in the form used for comparison.
  static func folded(_ text: String) -> [Unicode.Scalar] { Array(text.caseFolded.unicodeScalars) }

  /// Whether the whole name matches. Takes time proportional to pattern length times name length at most,
  /// because backtracking is only needed to the most recent `*`.
  ///
  /// - Parameter dotsCount: whether a leading dot must be written out.
  func matches(_ name: [Unicode.Scalar], dotsCount: Bool) -> Bool {
    if dotsCount, name.first == ".", tokens.first != .character(".") { return false }
    var token = 0
    var index = 0
    var retry: (token: Int, index: Int)?
    while true {
      if token < tokens.count, tokens[token] == .anyText {
        token += 1
        retry = (token, index)
      } else if token < tokens.count, index < name.count, tokens[token].matches(name[index]) {
        token += 1
        index += 1
      } else if token == tokens.count, index == name.count {
        return true
      } else if let last = retry, last.index < name.count {
        token = last.token
        index = last.index + 1
        retry?.index = index
      } else {
        return false
      }
    }
  }
}

/// One element of a pattern.
enum GlobToken: Hashable, Sendable {
  case character(Unicode.Scalar)
  /// `?`
  case anyCharacter
  /// `*`
  case anyText
  case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  case separator

  /// - Parameter scalar: a scalar of folded text.
  func matches(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .character(let own): own == scalar
    case .anyCharacter: true
    case .set(let ranges, let isNegated):
      ranges.contains { range in
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        return range.contains(scalar) || upper.count == 1 && upper.first.map(range.contains) == true
      } != isNegated
    case .anyText, .separator: false
    }
  }
}
