import Archives
import BookModel
import Diagnostics
import Markup
import PluginKit

extension Rule {
  static let placeNotOurs = Rule(
    "place-not-ours", .output,
    "A file that a publication needs to write is there already, and not part of one.",
    advice: "Move the file away, or publish into a folder of its own.")
}

/// The editions of a place: the one that readers find, and the one before it, whose parts stay for those who still
/// have its pointers.
///
/// What an edition is made of is written down before its first file is, so that whatever a run leaves when it is killed
/// is known to be ours, and goes when two later editions are there.
struct PublishedEditions {
  private let place: FilePath
  private let list: FilePath
  /// A list is no longer: editions of thousands of parts fit.
  private static let longestList = 16 << 20
  private var editions: [Known]

  /// An edition as it is written down.
  private struct Known: Hashable {
    var parts: [String]
    var pointers: [String]
    /// Whether all its pointers have been in their places.
    var isPublished: Bool
  }

  /// - Throws: what reading the list throws.
  init(of place: FilePath) throws(Diagnostic) {
    self.place = place
    list = BookRecords.state(of: place).appending("editions.json")
    editions = pathExists(list) ? try Self.read(list) : []
  }

  /// Puts an edition in its place: parts, then pointers; then removes the parts of editions before the former one.
  /// Blocks.
  ///
  /// - Returns: whether anything was written.
  mutating func publish(_ edition: Edition) throws(Diagnostic) -> Bool {
    var new = Known(
      parts: edition.parts.map(\.name), pointers: edition.pointers.map(\.name), isPublished: true)
    let missing = try absent(edition.parts)
    let changed = try absent(edition.pointers)
    if missing.isEmpty, changed.isEmpty, editions.first == new { return false }
    let ours = Set(editions.filter(\.isPublished).flatMap(\.pointers))
    for pointer in changed where pathExists(path(pointer)) && !ours.contains(pointer.name) {
      throw .error(
        .placeNotOurs, "'\(path(pointer).display)' is there already, and is no part of a publication",
        remedy: "move it away, or publish into a folder of its own")
    }
    new.isPublished = false
    if editions.first.map({ $0.parts == new.parts && $0.pointers == new.pointers }) != true {
      editions.insert(new, at: 0)
      try writeList()
    }
    for part in missing { try write(part) }
    for pointer in changed { try write(pointer) }
    editions[0].isPublished = true
    try prune()
    try writeList()
    return true
  }

  private func path(_ file: Edition.File) -> FilePath { place.appending(file.name) }

  /// Files that are not there with these contents.
  private func absent(_ files: [Edition.File]) throws(Diagnostic) -> [Edition.File] {
    var absent: [Edition.File] = []
    for file in files where try !isThere(file) { absent.append(file) }
    return absent
  }

  private func isThere(_ file: Edition.File) throws(Diagnostic) -> Bool {
    let path = path(file)
    guard pathExists(path), !isExistingFolder(path), try FileIdentity(of: path).size == file.bytes.count
    else {
      return false
    }
    return try InputFile.contents(of: path, limit: file.bytes.count) == file.bytes
  }

  private func write(_ file: Edition.File) throws(Diagnostic) {
    let components = file.name.split(separator: "/", omittingEmptySubsequences: false)
    guard components.allSatisfy({ !$0.isEmpty && $0 != ".." && $0.first != "." }) else {
      throw .error(
        .unsafeOutputName, "'\(file.name)' is not a valid name for a published file",
        at: Place(file: place.display))
    }
    let output = try OutputFile(for: path(file))
    try output.write(file.bytes)
    try output.flushToDisk()
    try output.commit(replacing: true)
  }

  /// Forgets all editions but this one and the last one that readers found before it, and removes what was theirs.
  private mutating func prune() throws(Diagnostic) {
    let former = editions.dropFirst().first(where: \.isPublished)
    let kept = [editions[0]] + [former].compactMap(\.self)
    let needed = Set(kept.flatMap { $0.parts + $0.pointers })
    for edition in editions.dropFirst() {
      for name in edition.parts where !needed.contains(name) {
        let path = place.appending(name)
        if pathExists(path) { try OutputRemoval.remove(path, upTo: place) }
      }
    }
    editions = kept
  }

  // MARK: The list

  private func writeList() throws(Diagnostic) {
    let json = JSON.array(
      editions.map { edition in
        .members(
          ("parts", .array(edition.parts.map(JSON.string))),
          ("pointers", .array(edition.pointers.map(JSON.string))), ("published", .bool(edition.isPublished)))
      })
    let output = try OutputFile(for: list)
    try output.write(Array((json.text(pretty: true) + "\n").utf8))
    try output.flushToDisk()
    try output.commit(replacing: true)
  }

  private static func read(_ list: FilePath) throws(Diagnostic) -> [Known] {
    let json = try parseJSON(try InputFile.contents(of: list, limit: longestList))
    guard case .array(let items) = json else { return [] }
    return items.map { item in
      Known(
        parts: texts(item["parts"]), pointers: texts(item["pointers"]),
        isPublished: item["published"] == .bool(true))
    }
  }

  /// Names that lead out of the place are none of ours.
  private static func texts(_ json: JSON?) -> [String] {
    guard case .array(let items) = json else { return [] }
    return items.compactMap { item in
      guard case .string(let name) = item, !name.hasPrefix("/"), !name.split(separator: "/").contains("..")
      else {
        return nil
      }
      return name
    }
  }
}
