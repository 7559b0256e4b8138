import BookModel
import CArchive
import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One walk of libarchive over a file, from the front. Lives on one thread.
///
/// Only the format that the file's first bytes show is switched on: libarchive's own bidding prefers a ZIP
/// inside a RAR to the RAR, and some of its filters run other programs.
final class ArchivePass {
  private let archive: OpaquePointer
  private let source: PassSource
  private var entry: OpaquePointer?

  /// How the file is to be read.
  enum Format: Hashable {
    case rar4, rar5, sevenZip, tar, compressedTar
    /// A ZIP by its central directory.
    case zip
    /// A ZIP by its local headers, one after the other: the directory is lost or in parts.
    case zipStream
  }

  /// What an entry's header says.
  struct Header {
    var rawName: [UInt8]
    var kind: ContainerEntry.Kind
    var size: Int?
    var isEncrypted: Bool
    /// The stored name of an earlier entry that this one is a second name of; such a header has no data.
    var hardLink: [UInt8]?
    /// Of the unpacked bytes; libarchive does not give it, so it comes from elsewhere.
    var crc32: UInt32?
  }

  init(_ file: JoinedFile, _ format: Format, password: String?) throws(Diagnostic) {
    guard let archive = archive_read_new() else {
      throw .error(.archiveDamaged, "libarchive could not be started: no memory", at: file.place)
    }
    self.archive = archive
    source = PassSource(file)
    ArchivePass.support(format, archive)
    if let password, !password.isEmpty {
      let code = archive_read_add_passphrase(archive, password)
      guard code == ARCHIVE_OK else { throw failure(code).diagnostic(for: format, at: file.place) }
    }
    source.attach(to: archive)
    let code = archive_read_open1(archive)
    if let failure = source.failure { throw failure }
    guard code == ARCHIVE_OK || code == ARCHIVE_WARN else {
      throw failure(code).diagnostic(for: format, at: file.place)
    }
  }

  deinit { archive_read_free(archive) }

  private static func support(_ format: Format, _ archive: OpaquePointer) {
    switch format {
    case .rar4: archive_read_support_format_rar(archive)
    case .rar5: archive_read_support_format_rar5(archive)
    case .sevenZip: archive_read_support_format_7zip(archive)
    case .zip: archive_read_support_format_zip_seekable(archive)
    case .zipStream: archive_read_support_format_zip_streamable(archive)
    case .tar: archive_read_support_format_tar(archive)
    case .compressedTar:
      archive_read_support_format_tar(archive)
      for filter in ownFilters { _ = filter(archive) }
    }
  }

  /// The compressions this build of libarchive unpacks itself. For another it answers with a warning, and would run
  /// a program from the user's path.
  private static let ownFilters: [@convention(c) (OpaquePointer?) -> Int32] = {
    guard let trial = archive_read_new() else { return [] }
    defer { archive_read_free(trial) }
    return [
      archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
      archive_read_support_filter_lzma, archive_read_support_filter_lzip, archive_read_support_filter_zstd,
      archive_read_support_filter_lz4, archive_read_support_filter_compress,
    ].filter { $0(trial) == ARCHIVE_OK }
  }()

  /// Goes to the next entry, past what is unread of this one; nil behind the last.
  func next() throws(ArchiveFailure) -> Header? {
    forgetFormerErrors()
    let code = archive_read_next_header(archive, &entry)
    if let failure = source.failure { throw ArchiveFailure(source: failure) }
    switch code {
    case ARCHIVE_OK: break
    // About attributes we do not use, or a name that could not be converted.
    case ARCHIVE_WARN: break
    case ARCHIVE_EOF: return nil
    // A header that makes no sense: the library would look for the next one and leave its entry out.
    case ARCHIVE_RETRY: throw failure(code, endsPass: true)
    default: throw failure(code)
    }
    guard let entry else { throw failure(ARCHIVE_FATAL) }
    forgetFormerErrors()
    let name = archive_entry_pathname(entry) ?? archive_entry_pathname_utf8(entry)
    let hardLink = archive_entry_hardlink(entry)
    return Header(
      rawName: name.map { bytes(of: $0) } ?? [],
      kind: hardLink != nil || archive_entry_symlink(entry) != nil
        ? .link : ContainerEntry.Kind(mode: UInt32(archive_entry_filetype(entry))),
      size: statedSize(of: entry),
      isEncrypted: archive_entry_is_data_encrypted(entry) != 0, hardLink: hardLink.map { bytes(of: $0) })
  }

  /// libarchive ends the whole process where it cannot convert a name and `errno` says that memory is short, even if that
  /// comes from an allocation that failed long before: of an absurd size that a header stated.
  private func forgetFormerErrors() { errno = 0 }

  /// Nil where the header states none, or one that nothing can have.
  private func statedSize(of entry: OpaquePointer) -> Int? {
    guard archive_entry_size_is_set(entry) != 0 else { return nil }
    let size = Int(archive_entry_size(entry))
    return size >= 0 ? size : nil
  }

  /// The next run of the entry's bytes and its place in the entry; nil behind the last. Valid until the next
  /// call.
  func readBlock() throws(ArchiveFailure) -> (bytes: UnsafeRawBufferPointer, offset: Int)? {
    var start: UnsafeRawPointer?
    var count = 0
    var offset: la_int64_t = 0
    forgetFormerErrors()
    let code = archive_read_data_block(archive, &start, &count, &offset)
    if let failure = source.failure { throw ArchiveFailure(source: failure) }
    switch code {
    case ARCHIVE_OK: break
    case ARCHIVE_EOF: return nil
    // A warning is a wrong checksum (7z).
    default: throw failure(code)
    }
    return (UnsafeRawBufferPointer(start: start, count: count), Int(offset))
  }

  /// The names of the compressions around the archive itself: `xz`; empty for none.
  var filterNames: [String] {
    (0..<archive_filter_count(archive)).compactMap { index in
      archive_filter_code(archive, index) == 0
        ? nil : archive_filter_name(archive, index).map { String(cString: $0) }
    }
  }

  private func failure(_ code: Int32, endsPass: Bool = false) -> ArchiveFailure {
    let text = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
    return ArchiveFailure(text, isFatal: endsPass || code <= ARCHIVE_FATAL)
  }

  private func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    var next = text
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    return bytes
  }
}

/// What libarchive reads from: a file of ours, whose own failures are kept for the caller.
private final class PassSource {
  private let file: JoinedFile
  private var position = 0
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  private(set) var failure: Diagnostic?

  init(_ file: JoinedFile) { self.file = file }
  deinit { buffer.deallocate() }

  /// Must outlive the archive: the pass owns both and frees the archive first.
  func attach(to archive: OpaquePointer) {
    archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
    archive_read_set_read_callback(archive) { _, client, start in
      guard let source = PassSource.from(client) else { return -1 }
      start?.pointee = UnsafeRawPointer(source.buffer.baseAddress)
      return source.read()
    }
    archive_read_set_skip_callback(archive) { _, client, count in
      PassSource.from(client)?.skip(Int(count)) ?? 0
    }
    archive_read_set_seek_callback(archive) { _, client, offset, origin in
      PassSource.from(client)?.seek(Int(offset), from: origin) ?? Int64(ARCHIVE_FATAL)
    }
  }

  private static func from(_ client: UnsafeMutableRawPointer?) -> PassSource? {
    client.map { Unmanaged<PassSource>.fromOpaque($0).takeUnretainedValue() }
  }

  private func read() -> Int {
    do throws(Diagnostic) {
      let count = try file.read(into: buffer, at: position)
      position += count
      return count
    } catch {
      failure = error
      return Int(ARCHIVE_FATAL)
    }
  }

  private func skip(_ count: Int) -> Int64 {
    let step = max(0, min(count, file.size - position))
    position += step
    return Int64(step)
  }

  private func seek(_ offset: Int, from origin: Int32) -> Int64 {
    // SEEK_SET, SEEK_CUR, SEEK_END.
    let base = origin == 0 ? 0 : origin == 1 ? position : file.size
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return Int64(ARCHIVE_FATAL) }
    position = target
    return Int64(target)
  }
}
