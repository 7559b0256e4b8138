import BookModel
import Diagnostics
import Options

/// Walks over an archive with libarchive: lists it, unpacks entries into a spool, or both at once.
struct ArchiveUnpacker {
  let file: JoinedFile
  let format: ArchivePass.Format
  let password: String?
  let scratchFolder: FilePath?
  let limits: Limits
  /// Whether entries are packed one upon another: what lies behind damage is lost, and going past an entry
  /// costs as much as unpacking it.
  let isSolid: Bool
  /// What the headers of a RAR say of its entries' bytes, in order.
  let surveyed: [RARSurvey.Entry]

  typealias Header = ArchivePass.Header

  /// What one walk over the headers gave.
  struct Listing {
    var headers: [Header] = []
    var filterNames: [String] = []
  }

  /// Reads all headers. With a spool to fill, entries for which `wanted` holds are unpacked on the way.
  ///
  /// - Throws: what keeps the archive from being read to its end, naming the last entry that was.
  func list(into spool: inout Spool, wanted: ((Header) -> Bool)?) throws(Diagnostic) -> Listing {
    let pass = try ArchivePass(file, format, password: password)
    var listing = Listing()
    do throws(ArchiveFailure) {
      while var header = try pass.next() {
        guard listing.headers.count < limits.maxEntries else { throw ArchiveFailure(source: tooManyEntries) }
        let index = listing.headers.count
        if header.kind == .file, surveyed.indices.contains(index), surveyed[index].size == header.size {
          header.crc32 = surveyed[index].crc32
        }
        listing.headers.append(header)
        guard let wanted, header.kind == .file else { continue }
        if case .passIsOver(let failure) = try unpack(
          header, index, from: pass, into: &spool, keeping: wanted(header))
        {
          // What is lost here takes everything after it along, and what that was is unknown.
          throw failure
        }
      }
    } catch {
      let told = endedEarly(error, behind: listing.headers.last)
      // A ZIP that is salvaged is expected to break off somewhere.
      guard format == .zipStream, told.rule == .archiveDamaged, !listing.headers.isEmpty else { throw told }
    }
    listing.filterNames = pass.filterNames
    try spool.flush()
    return listing
  }

  /// Unpacks entries already listed for which `wanted` holds and that the spool has not.
  func unpack(_ headers: [Header], into spool: inout Spool, wanted: (Int) -> Bool) throws(Diagnostic) {
    func isDue(_ index: Int, _ spool: borrowing Spool) -> Bool {
      headers[index].kind == .file && wanted(index) && !spool.has(index)
    }
    var next = 0
    var walks = 0
    // Behind damage a new walk goes on; a solid archive has nothing more to give there.
    while walks == 0 || !isSolid && walks < 256,
      let first = (next..<headers.count).first(where: { isDue($0, spool) })
    {
      do throws(Diagnostic) {
        next = try walk(headers, from: first, into: &spool) { isDue($0, $1) }
      } catch {
        spool.rollBack()
        throw error
      }
      walks += 1
    }
    for index in headers.indices where isDue(index, spool) { spool.fail(index, lost(headers[index])) }
    try spool.flush()
  }

  /// Unpacks what is due from the entry `first` on, up to the first that ends the walk.
  ///
  /// - Returns: the index behind the last entry reached.
  private func walk(
    _ headers: [Header], from first: Int, into spool: inout Spool, isDue: (Int, borrowing Spool) -> Bool
  ) throws(Diagnostic) -> Int {
    let pass = try ArchivePass(file, format, password: password)
    spool.unpacked = 0
    for (index, expected) in headers.enumerated() {
      do throws(ArchiveFailure) {
        guard let header = try pass.next(), header.rawName == expected.rawName else {
          throw ArchiveFailure(source: changed)
        }
        guard expected.kind == .file, index >= first || isSolid else { continue }
        let isKept = isDue(index, spool)
        guard isKept || isSolid else { continue }
        if case .passIsOver = try unpack(expected, index, from: pass, into: &spool, keeping: isKept) {
          return index + 1
        }
      } catch {
        throw error.diagnostic(for: format, at: file.place)
      }
    }
    return headers.count
  }

  /// Unpacks the beginning of one file, an encrypted one if there is any, to find the refusals that headers do
  /// not show: a method of 7z, a wrong password.
  func probe(_ headers: [Header]) throws(Diagnostic) {
    let files = headers.indices.filter { headers[$0].kind == .file && headers[$0].size != 0 }
    guard let target = files.first(where: { headers[$0].isEncrypted }) ?? files.first else { return }
    let pass = try ArchivePass(file, format, password: password)
    do throws(ArchiveFailure) {
      for _ in 0...target { _ = try pass.next() }
      _ = try pass.readBlock()
    } catch {
      let told = error.diagnostic(for: format, at: place(headers[target]))
      if told.rule.category == .input { throw told }
    }
  }

  private enum Outcome {
    case goOn
    case passIsOver(ArchiveFailure)
  }

  /// Unpacks the entry the pass stands at; one that is not kept is unpacked anyway, since going past it
  /// would do so without counting. Problems with the entry are noted in the spool.
  ///
  /// - Throws: problems that are not the entry's: with the file underneath, or the scratch space.
  private func unpack(
    _ header: Header, _ index: Int, from pass: ArchivePass, into spool: inout Spool, keeping isKept: Bool
  ) throws(ArchiveFailure) -> Outcome {
    var length = 0
    var checksum = CRC32()
    if isKept { spool.begin(index) }
    func note(_ failure: Diagnostic) { if isKept { spool.fail(index, failure) } }
    if header.isEncrypted, let refusal = encryptionRefusal(header) {
      note(refusal)
      return .goOn
    }
    if let size = header.size, size > limits.maxEntryBytes.bytes {
      note(tooLarge(header))
      return isSolid ? .passIsOver(ArchiveFailure(source: tooLarge(header))) : .goOn
    }
    do throws(ArchiveFailure) {
      while let block = try pass.readBlock() {
        if let excess = try take(block, of: header, at: &length, isKept ? index : nil, into: &spool) {
          note(excess)
          return .passIsOver(ArchiveFailure(source: excess))
        }
        checksum.update(block.bytes)
      }
    } catch {
      if error.source != nil { throw error }
      note(error.diagnostic(for: format, at: place(header)))
      return error.isFatal ? .passIsOver(error) : .goOn
    }
    if let size = header.size, size != length {
      note(wrongSize(header, length))
    } else if let stated = header.crc32, stated != checksum.value {
      note(wrongChecksum(header))
    }
    return .goOn
  }

  /// Takes one run of an entry's bytes. - Returns: the limit that is exceeded.
  private func take(
    _ block: (bytes: UnsafeRawBufferPointer, offset: Int), of header: Header, at length: inout Int,
    _ index: Int?,
    into spool: inout Spool
  ) throws(ArchiveFailure) -> Diagnostic? {
    guard block.offset >= length else { throw ArchiveFailure("its parts overlap", isFatal: false) }
    // The hole of a sparse file reads as zeros.
    let hole = block.offset - length
    let (total, overflow) = block.offset.addingReportingOverflow(block.bytes.count)
    if overflow || total > limits.maxEntryBytes.bytes { return tooLarge(header) }
    if Task.isCancelled { throw ArchiveFailure(source: stopped) }
    spool.unpacked += hole + block.bytes.count
    if spool.unpacked > limits.maxBookBytes.bytes { return bookTooLarge }
    if spool.unpacked > 1 << 20, spool.unpacked / limits.maxRatio > file.size { return ratioTooHigh(header) }
    length = total
    guard let index else { return nil }
    do throws(Diagnostic) {
      if spool.scratch == nil { spool.scratch = try ScratchFile(in: scratchFolder) }
      try spool.appendZeros(hole, to: index)
      try spool.append(block.bytes, to: index)
    } catch {
      throw ArchiveFailure(source: error)
    }
    return nil
  }
}
