import Archives
public import BookModel
public import Diagnostics
import Markup
import Options

/// A journal that is to be undone: all of it checked once, from front to back, before anything is changed; its
/// entries are then read one by one, from the last to the first. Of each, memory holds only where it stands.
public struct RecordedJournal: Sendable {
  /// Whether it tells of files that were moved, so that the order of undoing matters.
  let hasMoves: Bool
  /// The folders that hold the files it tells of.
  let folders: Set<FilePath>
  private let file: InputFile
  /// Where the line of each entry begins, and behind the last one.
  private let starts: [Int]

  public var path: FilePath { file.path }

  /// The entries, of the oldest to the newest change.
  public var count: Int { starts.count - 1 }

  /// Reads through a journal. A last line that is not whole is left out: what it would have told of never happened.
  ///
  /// - Throws: `journal-unreadable`; `file-unreadable`, `file-too-large`.
  public init(_ path: FilePath) throws(Diagnostic) {
    let file = try InputFile(path)
    guard file.size <= RecordedJournal.longest else {
      throw .error(
        .fileTooLarge, "the journal has \(file.size) bytes; at most \(RecordedJournal.longest) are read",
        at: Place(file: path.display),
        remedy: "the path of a journal is printed at the end of the run that made it")
    }
    var hasMoves = false
    var folders: Set<FilePath> = []
    var starts: [Int] = []
    var (offset, lineStart, lineNumber) = (0, 0, 1)
    var line: [UInt8] = []
    while true {
      let piece = try file.read(at: offset, upTo: RecordedJournal.step)
      guard !piece.isEmpty else { break }
      offset += piece.count
      var rest = piece[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<end]
        rest = rest[(end + 1)...]
        lineStart += line.count + 1
        if lineNumber == 1 {
          guard let head = RecordedJournal.json(line), head["journal"]?.isOne == true else {
            throw Self.none(path)
          }
          // Journals of earlier versions do not name it.
          if let folder = head["folder"].flatMap(FilePath.init(journalJSON:)) { folders.insert(folder) }
        } else {
          guard let entry = RecordedJournal.json(line).flatMap(JournalEntry.init) else {
            throw .error(
              .journalUnreadable, "line \(lineNumber) of the journal is damaged",
              at: Place(file: path.display),
              remedy: "nothing was undone; remove the damaged line to undo the others")
          }
          if case .renamed = entry { hasMoves = true }
          folders.insert(entry.folder)
        }
        starts.append(lineStart)
        lineNumber += 1
        line = []
      }
      line += rest
      // Whatever it is, its first line is none of ours.
      if lineNumber == 1, line.count > RecordedJournal.step { throw Self.none(path) }
    }
    if starts.isEmpty {
      // Cut off within its first line, or before: nothing was changed yet.
      guard line.isEmpty || line.starts(with: Array(#"{"journal":1"#.utf8)) else { throw Self.none(path) }
      starts = [0]
    }
    self.hasMoves = hasMoves
    self.folders = folders
    self.file = file
    self.starts = starts
  }

  /// One entry, from 0 for the oldest change.
  ///
  /// - Throws: `journal-unreadable` where the file is another by now; `file-unreadable`.
  public func entry(_ index: Int) throws(Diagnostic) -> JournalEntry {
    let line = try file.read(at: starts[index], count: starts[index + 1] - 1 - starts[index])
    guard let entry = RecordedJournal.json(line).flatMap(JournalEntry.init) else {
      throw .error(
        .journalUnreadable, "the journal was changed while it was being undone",
        at: Place(file: file.path.display), remedy: "run again when nothing else writes to it")
    }
    return entry
  }

  private static func none(_ path: FilePath) -> Diagnostic {
    .error(
      .journalUnreadable, "this is not a journal of changes", at: Place(file: path.display),
      remedy: "the path of a journal is printed at the end of the run that made it")
  }

  /// Nil for a line that is no JSON; the caller tells of it, by its number.
  private static func json(_ line: [UInt8]) -> JSON? {
    var limits = Limits()
    limits.maxDocumentBytes = ByteCount(longest)
    do throws(Diagnostic) { return try parseJSON(line, limits: limits) } catch { return nil }
  }

  /// Bytes of a journal that is read, and of what is read at once.
  private static let longest = 4 << 30
  private static let step = 1 << 20
}

extension JSON {
  fileprivate var isOne: Bool { self == .integer(1) || self == .numeral("1") }
}
