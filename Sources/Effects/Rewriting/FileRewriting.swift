import Archives
import BookModel
import Diagnostics

/// Replaces files by splices of themselves, telling a journal before each becomes visible.
struct FileRewriting: Sendable {
  let journal: Journal
  /// Whether SHA-256 of both versions is wanted, for a receipt; the journal is content with a checksum.
  var keepsDigests = false

  /// What has become of a file.
  struct Done: Sendable {
    var before: OutputDigest
    var after: OutputDigest
    var warnings: [Diagnostic]
  }

  /// Replaces one file; blocks.
  ///
  /// - Parameters:
  ///   - check: looks at the new version, under its temporary name, and at both digests.
  ///   - entry: what the journal is to say.
  /// - Throws: what writing, verifying, `check` and the journal throw; the file is then as it was.
  func replace(
    _ file: InputFile, by splice: Splice,
    check: (FilePath, (before: OutputDigest, after: OutputDigest)) throws(Diagnostic) -> Void,
    entry: (inout JournalEntry.ChangedContents) -> Void = { _ in }
  ) throws(Diagnostic) -> Done {
    let back = try splice.inverse(reading: file)
    let replacement = try FileReplacement(of: file, by: splice)
    do throws(Diagnostic) {
      let digests = try replacement.verify(hashing: keepsDigests)
      try check(replacement.temporary, digests)
      try replacement.flushToDisk()
      var change = JournalEntry.ChangedContents(
        path: file.path, before: digests.before, after: digests.after, documents: [], back: back)
      entry(&change)
      try journal.record(.contents(change)) { () throws(Diagnostic) in try replacement.commit() }
      return Done(before: digests.before, after: digests.after, warnings: replacement.warnings)
    } catch {
      replacement.discard()
      throw error
    }
  }
}
