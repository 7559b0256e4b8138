import Diagnostics

/// Entries of an archive that were unpacked into scratch space, by their index.
struct Spool {
  /// One entry's bytes.
  struct Slot {
    var offset: Int
    var length: Int
    /// What was wrong; the bytes are then those before the problem.
    var failure: Diagnostic?
  }

  /// Made when the first byte is to be kept.
  var scratch: ScratchFile?
  /// Bytes unpacked so far, kept or not.
  var unpacked = 0
  private(set) var slots: [Int: Slot] = [:]
  /// The entry begun last.
  private var open: Int?
  private var end = 0
  private var buffer: [UInt8] = []
  /// Where in the scratch file the next look at the room left is due.
  private var checkedUpTo = 0

  private static let bufferSize = 1 << 20
  private static let checkInterval = 64 << 20

  func has(_ index: Int) -> Bool { slots[index] != nil }

  /// Begins an entry; the one before it is complete.
  mutating func begin(_ index: Int) {
    slots[index] = Slot(offset: end, length: 0)
    open = index
  }

  /// Adds to the entry begun last.
  mutating func append(_ bytes: UnsafeRawBufferPointer, to index: Int) throws(Diagnostic) {
    if end + bytes.count > checkedUpTo {
      checkedUpTo = end + max(bytes.count, Spool.checkInterval)
      try scratch?.checkRoom(for: checkedUpTo - end)
    }
    if buffer.count + bytes.count > Spool.bufferSize { try flush() }
    if bytes.count >= Spool.bufferSize {
      try scratch?.write(bytes, at: end)
    } else {
      buffer.append(contentsOf: bytes)
    }
    end += bytes.count
    slots[index]?.length += bytes.count
  }

  mutating func appendZeros(_ count: Int, to index: Int) throws(Diagnostic) {
    guard count > 0 else { return }
    let zeros = UnsafeMutableRawBufferPointer.allocate(byteCount: min(count, 1 << 16), alignment: 16)
    defer { zeros.deallocate() }
    _ = zeros.initializeMemory(as: UInt8.self, repeating: 0)
    var left = count
    while left > 0 {
      let step = min(left, zeros.count)
      try append(UnsafeRawBufferPointer(rebasing: zeros[..<step]), to: index)
      left -= step
    }
  }

  /// Notes why an entry is not whole, or not there at all.
  mutating func fail(_ index: Int, _ failure: Diagnostic) {
    if slots[index] == nil { slots[index] = Slot(offset: end, length: 0) }
    slots[index]?.failure = failure
  }

  /// After a problem that is not an entry's: forgets the entry under way and all that is not in the scratch file yet.
  mutating func rollBack() {
    end -= buffer.count
    buffer.removeAll()
    if let open { slots[open] = nil }
    open = nil
    slots = slots.filter { $0.value.length == 0 || $0.value.offset + $0.value.length <= end }
  }

  /// Makes all that was appended readable.
  mutating func flush() throws(Diagnostic) {
    guard !buffer.isEmpty else { return }
    var result: Result<Void, Diagnostic> = .success(())
    buffer.withUnsafeBytes { bytes in
      result = Result { () throws(Diagnostic) in try scratch?.write(bytes, at: end - bytes.count) }
    }
    try result.get()
    buffer.removeAll(keepingCapacity: true)
  }
}
