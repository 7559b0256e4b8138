public import Diagnostics

/// What was odd about an EPUB's references, told once each and in one breath where there is much of a kind.
public struct ReferenceNotes: Sendable {
  public init() {}

  private var seen: Set<String> = []
  private var warnings: [Diagnostic] = []
  private var repairs: [(path: String, repair: Diagnostic)] = []
  /// Files that lie in another folder than a document says.
  private var misplaced: [(written: String, path: String, document: String)] = []

  /// Tells that a file is not there.
  public mutating func missing(_ name: String, in document: String) {
    guard seen.insert("missing \(name)").inserted else { return }
    warnings.append(
      .warning(
        .missingResource, "'\(name)', named by \(document), is not in the book", at: Place(entry: name)))
  }

  /// Tells that an address leads out of the book.
  public mutating func outside(_ address: String, in document: String) {
    guard seen.insert("outside \(address)").inserted else { return }
    warnings.append(
      .warning(
        .remoteResource, "'\(address.prefix(200))' lies outside the book and was ignored",
        at: Place(entry: document)))
  }

  /// Tells that a file was found under another name than is written.
  public mutating func match(
    _ match: PublicationFiles.Match, _ files: PublicationFiles, _ written: String, in document: String
  ) {
    guard !match.isExact, seen.insert("inexact \(match.index)").inserted else { return }
    if match.isMisplaced {
      misplaced.append((written, files.path(match.index), document))
      return
    }
    warnings.append(
      .warning(
        .inexactReference, "'\(written)' was found as '\(files.path(match.index))', spelled differently",
        at: Place(entry: document)))
  }

  mutating func foreign(_ href: String, taken: String) {
    guard seen.insert("foreign \(href)").inserted else { return }
    warnings.append(
      .warning(
        .foreignResource, "'\(href)' cannot be shown; its fallback '\(taken)' was used",
        at: Place(entry: href)))
  }

  mutating func mistyped(_ path: String, _ type: String, is kind: String) {
    guard seen.insert("mistyped \(path)").inserted else { return }
    warnings.append(
      .warning(
        .mediaTypeWrong,
        "'\(path)' is \(kind), not \(type.isEmpty ? "what its name says" : type) as the package says",
        at: Place(entry: path)))
  }

  mutating func sharedID(_ id: String, _ hrefs: [String], uses: Int) {
    let names = hrefs.map { "'\($0)'" }.joined(separator: ", ")
    warnings.append(
      .warning(
        .sharedID,
        "\(hrefs.count) items of the package have the id '\(id)': \(names); the reading order names it \(uses == 1 ? "once" : "\(uses) times"), and each time took the next of them"
      ))
  }

  /// Tells that a document is not well-formed.
  public mutating func repaired(_ path: String, _ repair: Diagnostic) {
    if seen.insert("repaired \(path)").inserted { repairs.append((path, repair)) }
  }

  /// The warnings not taken yet: missing files and the like first, documents that had to be repaired last.
  public mutating func take() -> [Diagnostic] {
    defer { (warnings, repairs, misplaced) = ([], [], []) }
    if let first = misplaced.first {
      let more = misplaced.count > 1 ? ", and \(misplaced.count - 1) more likewise" : ""
      warnings.append(
        .warning(
          .inexactReference, "'\(first.written)' was found in another folder, as '\(first.path)'\(more)",
          at: Place(entry: first.document)))
    }
    guard let first = repairs.first else { return warnings }
    var place = first.repair.place
    place.entry = first.path
    let more = repairs.count > 1 ? " (likewise \(repairs.count - 1) more documents)" : ""
    return warnings + [.warning(first.repair.rule, first.repair.message + more, at: place)]
  }
}
