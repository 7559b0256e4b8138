import BookModel
public import Diagnostics

/// A file described by another: runs of that one, in its order, and new bytes between them.
///
/// What a rewriting keeps is never held in memory, and the way back is a splice too.
public struct Splice: Hashable, Sendable {
  public private(set) var pieces: [Piece] = []
  /// Bytes of the file described.
  public private(set) var size = 0
  /// Where the last run of the original ends.
  private var copiedUpTo = 0

  public enum Piece: Hashable, Sendable {
    /// A run of the original, by place.
    case copied(Range<Int>)
    case bytes([UInt8])
  }

  public init() {}

  /// Continues with a run of the original.
  ///
  /// - Precondition: it lies behind every run before it.
  public mutating func copy(_ range: Range<Int>) {
    precondition(range.lowerBound >= copiedUpTo, "runs of the original come in its order")
    guard !range.isEmpty else { return }
    if case .copied(let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .copied(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.copied(range))
    }
    copiedUpTo = range.upperBound
    size += range.count
  }

  /// Continues with new bytes.
  public mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    if case .bytes(let last)? = pieces.last {
      pieces[pieces.count - 1] = .bytes(last + bytes)
    } else {
      pieces.append(.bytes(bytes))
    }
    size += bytes.count
  }

  /// Whether it describes the original itself.
  public func isIdentity(ofSize original: Int) -> Bool {
    size == original && (pieces == [.copied(0..<original)] || pieces.isEmpty)
  }

  /// The splice that makes the original again out of the file described: what was kept is copied back, what was
  /// not is read from the original now, at most `limit` bytes.
  ///
  /// - Throws: `file-too-large` where more is given up than that; `file-changed`, `file-unreadable`.
  public func inverse(reading original: InputFile, limit: Int = 1 << 28) throws(Diagnostic) -> Splice {
    let kept = pieces.reduce(0) { if case .copied(let range) = $1 { $0 + range.count } else { $0 } }
    guard original.size - kept <= limit else {
      throw .error(
        .fileTooLarge, "\(original.size - kept) bytes of the file would have to be kept for undoing",
        at: Place(file: original.path.display), remedy: "pack the archive again")
    }
    var back = Splice()
    var position = 0
    var read = 0
    for piece in pieces {
      switch piece {
      case .copied(let range):
        back.append(try original.read(at: read, count: range.lowerBound - read))
        back.copy(position..<position + range.count)
        position += range.count
        read = range.upperBound
      case .bytes(let bytes): position += bytes.count
      }
    }
    back.append(try original.read(at: read, count: original.size - read))
    return back
  }
}
