import BookModel
public import Diagnostics
import Synchronization

extension Rule {
  public static let zipTooLong = Rule(
    "zip-too-long", .output, "A name or comment is longer than a ZIP can hold (65535 bytes).",
    advice: "Shorten the name or the comment.")
}

/// Writes a ZIP whose bytes follow from its contents alone: entries in the order given, a fixed time, no extra
/// fields and no data descriptors (EPUB forbids them for its first entry), the UTF-8 flag only where a name needs
/// it, ZIP64 records exactly where a number needs them.
///
/// Meant for one task at a time.
public final class ZIPWriter: Sendable {
  private let output: OutputFile
  private let time: DOSTime
  private let thresholds: ZIPRecord.Thresholds
  private let state = Mutex(State())

  private struct State {
    /// The central headers so far.
    var directory: [UInt8] = []
    var manifest = OutputManifest()
    var names: Set<[UInt8]> = []
    /// Where the next local header goes.
    var offset = 0
    var isFinished = false
  }

  /// - Parameter output: a file to which nothing else is written.
  public convenience init(_ output: OutputFile, time: DOSTime = .earliest) {
    self.init(output, time: time, thresholds: ZIPRecord.Thresholds())
  }

  init(_ output: OutputFile, time: DOSTime = .earliest, thresholds: ZIPRecord.Thresholds) {
    self.output = output
    self.time = time
    self.thresholds = thresholds
  }

  /// Adds an entry: stored straight from the caller's memory, or deflated where that makes it smaller.
  ///
  /// - Parameters:
  ///   - name: a relative path with `/` between components.
  ///   - pageIndex: passed on into the manifest.
  /// - Throws: `unsafe-output-name`, `zip-too-long`; `output-failed`, `disk-full`.
  @discardableResult
  public func add(
    _ name: String, _ bytes: [UInt8], deflated: Bool = false, pageIndex: Int? = nil
  ) throws(Diagnostic) -> OutputManifest.Entry {
    let packed = deflated ? Deflate.pack(bytes) : nil
    var record = ZIPRecord(
      name: Array(name.utf8), method: packed == nil ? ZIPFormat.stored : ZIPFormat.deflated,
      crc32: CRC32.of(bytes), packedSize: (packed ?? bytes).count, size: bytes.count, offset: 0, time: time)
    let entry = OutputManifest.Entry(
      name: name, size: record.size, crc32: record.crc32, pageIndex: pageIndex)
    try check(name)
    try state.withLock { (state) throws(Diagnostic) in
      guard !state.isFinished else { throw misuse("an entry was added to a finished ZIP", name) }
      guard state.names.insert(record.name).inserted else {
        throw misuse("an entry of this name is already in the ZIP", name)
      }
      record.offset = state.offset
      let header = record.localHeader(thresholds)
      try output.write(header, packed ?? bytes)
      state.offset += header.count + record.packedSize
      state.directory += record.centralHeader(thresholds)
      state.manifest.entries.append(entry)
    }
    return entry
  }

  /// Writes the directory and the archive comment; the output can then be verified and committed.
  ///
  /// - Returns: all entries, in order.
  /// - Throws: `zip-too-long`; `output-failed`, `disk-full`.
  @discardableResult
  public func finish(comment: [UInt8] = []) throws(Diagnostic) -> OutputManifest {
    guard comment.count <= ZIPFormat.count16 else {
      throw .error(
        .zipTooLong, "the archive comment has \(comment.count) bytes",
        at: Place(file: output.destination.display), remedy: "shorten it to 65535 bytes")
    }
    return try state.withLock { (state) throws(Diagnostic) in
      guard !state.isFinished else { throw misuse("a ZIP was finished twice", nil) }
      state.isFinished = true
      let end = ZIPEnd(
        count: state.manifest.entries.count, directoryOffset: state.offset,
        directorySize: state.directory.count, comment: comment)
      try output.write(state.directory, end.records(thresholds))
      try output.flush()
      return state.manifest
    }
  }

  private func check(_ name: String) throws(Diagnostic) {
    let path = EntryPath(raw: Array(name.utf8), decoded: name)
    guard name.utf8.count <= ZIPFormat.count16 else {
      throw .error(.zipTooLong, "a name has \(name.utf8.count) bytes", at: place(name))
    }
    guard path.defect == nil, path.text == name else {
      throw misuse("this is not a plain relative path for an entry", name)
    }
  }

  private func misuse(_ message: String, _ name: String?) -> Diagnostic {
    .error(.unsafeOutputName, message, at: place(name))
  }

  private func place(_ name: String?) -> Place { Place(file: output.destination.display, entry: name) }
}
