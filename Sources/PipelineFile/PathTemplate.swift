public import BookModel
public import Diagnostics
public import Options

extension Rule {
  public static let templateSyntax = Rule(
    "template-syntax", .pipeline, "A path template is not well-formed, or names a field that does not exist.",
    advice: """
      Fields stand in braces: {series}, {number:000}, {title|default}, {series!}. A part in square brackets \
      is left out where a field in it is empty; {{ and [[ stand for the characters themselves.
      """)
  public static let templateRequired = Rule(
    "template-required", .output, "A path template needs a field that the book does not have.",
    advice: "Set the field with --meta, or give it a default in the path: {series|Unknown}.")
  public static let pathTooLong = Rule(
    "path-too-long", .output, "The path that a template makes is longer than a system takes.",
    advice: "Name fewer folders or fields in the path.")
  public static let nameFallback = Rule(
    "name-fallback", .output, "An output is named after its source, since the fields of its name are empty.",
    advice: "Set the fields with --meta, or give defaults in the path: {series|Unknown}.")
}

extension Rule {
  public static let templateEmpty = Rule(
    "template-empty", .output,
    "A field of a path is empty, so that a part of the name or a folder is missing.",
    advice: """
      Set the field with --meta, give it a default in the path ({volume|none}), or put what belongs to it into \
      square brackets, which leave it out: [ ({volume})].
      """)
}

/// The path of an output, with fields: `library/{series}/{series} v{volume:00}[ - {title}].cbz`.
///
/// - `{field}` is a field's value, `{field:000}` pads its whole part, `{field|default}` has a default,
///   `{field!}` is required
/// - `[optional {field}]` is dropped if a field inside is empty
/// - `{{`, `}}`, `[[` and `]]` stand for the characters themselves
///
/// Only a `/` in the template itself creates a folder. Path components with a field become names that are
/// safe on every system; those without one stay as written.
public struct PathTemplate: Hashable, Sendable {
  /// The template as written.
  public let text: String
  /// The template's extension, with its dot: `.cbz`, `.kepub.epub`; empty if there is none.
  public let fileExtension: String
  let parts: [Part]

  enum Part: Hashable, Sendable {
    case literal(String)
    case field(Field)
    case optional([Part])
  }

  struct Field: Hashable, Sendable {
    var name: String
    var fact: BookFact
    /// The number of digits to pad the whole part to.
    var digits: Int?
    /// The text that replaces an empty value.
    var fallback: String?
    var isRequired = false
  }

  /// - Throws: `template-syntax`, with its place in the text.
  public init(parsing text: String) throws(Diagnostic) { try self.init(ScalarText(text)) }

  /// - Throws: `template-syntax`, with its line and column in the file.
  public init(parsing node: YAMLNode, file: String?) throws(Diagnostic) {
    try self.init(ScalarText(node, file: file))
  }

  private init(_ text: ScalarText) throws(Diagnostic) {
    var parser = PathTemplateParser(text)
    parts = try parser.parse()
    self.text = text.string
    fileExtension = PathTemplate.fileExtension(of: parts)
  }

  /// Whether the path can differ between books.
  public var hasFields: Bool {
    parts.contains { part in
      if case .literal = part { false } else { true }
    }
  }

  /// The folder that contains all its paths: the text before the first field, up to the last `/`.
  public var folder: FilePath {
    guard case .literal(let text) = parts.first, let slash = text.lastIndex(of: "/") else { return "." }
    return slash == text.startIndex ? "/" : FilePath(String(text[..<slash]))
  }

  /// All the fields it may use.
  var fields: [Field] { PathTemplate.fields(of: parts) }

  static func fields(of parts: [Part]) -> [Field] {
    parts.flatMap { part in
      switch part {
      case .literal: [Field]()
      case .field(let field): [field]
      case .optional(let inner): fields(of: inner)
      }
    }
  }

  /// Whether the path depends on more than the source's name, so that the book must be read to determine it.
  public var usesMetadata: Bool { PathTemplate.usesMetadata(parts) }

  private static func usesMetadata(_ parts: [Part]) -> Bool {
    parts.contains { part in
      switch part {
      case .literal: false
      case .field(let field): field.fact != .sourceStem && field.fact != .sourceFolder
      case .optional(let inner): usesMetadata(inner)
      }
    }
  }

  /// The path for a book.
  ///
  /// - Parameter missingExtension: the extension, without a dot, to append if the template has none.
  /// - Throws: `template-required`.
  public func path(
    for book: Book, missingExtension: String? = nil
  ) throws(Diagnostic) -> (path: FilePath, warnings: [Diagnostic]) {
    var components = try PathTemplate.components(of: parts, book)
    let ending = fileExtension.isEmpty ? missingExtension.map { "." + $0 } ?? "" : fileExtension
    let last = components.removeLast()
    var bytes: [UInt8] = text.hasPrefix("/") ? [UInt8(ascii: "/")] : []
    for folder in components.compactMap(\.folderName) { bytes += Array(folder.utf8) + [UInt8(ascii: "/")] }
    var stem = last.text
    if !fileExtension.isEmpty, stem.hasSuffix(fileExtension) { stem.removeLast(fileExtension.count) }
    var warnings: [Diagnostic] = []
    if last.isNamelessWithoutStem(stem) {
      stem = book.source.stem
      warnings.append(
        .warning(
          .nameFallback,
          "the fields in '\(text)' are empty; the file is named after its source",
          at: Place(file: book.source.path.display),
          remedy: "set them with --meta, or give a default: {series|Unknown}"))
    }
    let isAsWritten = !last.hasField && warnings.isEmpty
    if let warning = try emptyFields(of: book, isNamedBySource: !warnings.isEmpty) {
      warnings.append(warning)
    }
    bytes += Array((isAsWritten ? stem + ending : SafeName.name(stem: stem, fileExtension: ending)).utf8)
    guard bytes.count < PathTemplate.longestPath else {
      throw .error(
        .pathTooLong, "the path would have \(bytes.count) bytes, more than the system allows",
        at: Place(file: book.source.path.display), remedy: "name fewer folders or fields in the path")
    }
    return (FilePath(bytes: bytes), warnings)
  }

  /// The longest path that Linux accepts, in bytes, including the terminating zero (`PATH_MAX`).
  private static let longestPath = 4_096

  /// A warning about fields outside brackets that are empty and have no default.
  ///
  /// - Parameter isNamedBySource: whether the file is named after its source, which has already been
  ///   reported.
  private func emptyFields(of book: Book, isNamedBySource: Bool) throws(Diagnostic) -> Diagnostic? {
    var fields: [(name: String, isFolder: Bool)] = []
    for (index, part) in parts.enumerated() {
      guard case .field(let field) = part, field.fallback == nil, try field.value(in: book).isEmpty else {
        continue
      }
      let isFolder = parts[(index + 1)...].contains {
        if case .literal(let text) = $0 { text.contains("/") } else { false }
      }
      // A series or title missing from the file name has already been reported.
      let isTold = isNamedBySource && [.metadata(.series), .metadata(.title)].contains(field.fact)
      if isFolder || !isNamedBySource, !isTold { fields.append((field.name, isFolder)) }
    }
    guard let first = fields.first else { return nil }
    let names = fields.map { "{\($0.name)}" }.joined(separator: " and ")
    return .warning(
      .templateEmpty, "\(names) \(fields.count == 1 ? "is" : "are") empty in the path '\(text)'",
      at: Place(file: book.source.path.display),
      remedy:
        "give a default, {\(first.name)|\(first.isFolder ? "Unknown" : "none")}, or put that part into [ ], which leaves it out"
    )
  }

  /// The literal end of a template that looks like one extension or two (`.kepub.epub`).
  private static func fileExtension(of parts: [Part]) -> String {
    guard case .literal(let text) = parts.last else { return "" }
    let name = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    var pieces = name.split(separator: ".", omittingEmptySubsequences: false)
    var found: [Substring] = []
    while pieces.count > 1, found.count < 2, let last = pieces.last, (1...5).contains(last.count),
      last.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }), last.contains(where: \.isLetter)
    {
      found.insert(last, at: 0)
      pieces.removeLast()
    }
    // In `book.cbz` without a field, leave a name in front; `.cbz` after a field is all extension.
    if parts.count == 1, pieces == [""], found.count > 1 { found.removeFirst() }
    return found.map { "." + $0 }.joined()
  }
}

// MARK: - Rendering

extension PathTemplate {
  /// One path component under construction.
  private struct Component {
    var text = ""
    var hasField = false
    /// Whether the series or title is used, and whether either had a value.
    var asksForName = false
    var hasName = false

    /// Nil if there is no folder to create: for a doubled slash, or if all fields are empty.
    var folderName: String? {
      if !hasField { return text.isEmpty || text == "." ? nil : text }
      return text.isEmpty ? nil : SafeName.name(stem: text)
    }

    mutating func note(_ other: Component) {
      hasField = hasField || other.hasField
      asksForName = asksForName || other.asksForName
      hasName = hasName || other.hasName
    }

    func isNamelessWithoutStem(_ stem: String) -> Bool {
      hasField && (asksForName && !hasName || SafeName.value(stem).isEmpty)
    }
  }

  private static func components(of parts: [Part], _ book: Book) throws(Diagnostic) -> [Component] {
    var components = [Component()]
    for part in parts { try append(part, to: &components, book) }
    // A trailing slash does not begin another component.
    if components.count > 1, let last = components.last, last.text.isEmpty, !last.hasField {
      components.removeLast()
    }
    return components
  }

  private static func append(_ part: Part, to components: inout [Component], _ book: Book) throws(Diagnostic)
  {
    switch part {
    case .literal(let text):
      let names = text.split(separator: "/", omittingEmptySubsequences: false)
      components[components.count - 1].text += names[0]
      for name in names.dropFirst() { components.append(Component(text: String(name))) }
    case .field(let field):
      let value = try field.value(in: book)
      let index = components.count - 1
      components[index].hasField = true
      if field.fact == .metadata(.series) || field.fact == .metadata(.title) {
        components[index].asksForName = true
        if !value.isEmpty { components[index].hasName = true }
      }
      let isHidden = components[index].text.isEmpty && value.hasPrefix(".")
      components[index].text += isHidden ? "_" + value.drop { $0 == "." } : value
    case .optional(let inner):
      var isComplete = true
      for case .field(let field) in inner where try field.value(in: book).isEmpty { isComplete = false }
      if isComplete {
        for part in inner { try append(part, to: &components, book) }
      } else {
        // The text is dropped, but the fields still count for the name that it would have been part of.
        var asked = [Component()]
        for part in inner { try append(part, to: &asked, book) }
        components[components.count - 1].note(asked[asked.count - 1])
      }
    }
  }
}

extension PathTemplate.Field {
  /// The value made safe and padded; empty if there is none.
  func value(in book: Book) throws(Diagnostic) -> String {
    var text = fact.text(in: book)
    if let digits, !text.isEmpty { text = BookNumber(text)?.padded(to: digits) ?? text }
    let value = SafeName.value(text)
    if value.isEmpty, isRequired {
      throw .error(
        .templateRequired, "the book has no '\(name)', which its path needs",
        at: Place(file: book.source.path.display), remedy: "set it with --meta \(name)=VALUE")
    }
    return value.isEmpty ? SafeName.value(fallback ?? "") : value
  }
}
