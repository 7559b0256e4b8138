import BookModel
import Synchronization

/// Keeps computed grain for all pages and threads of the process.
///
/// A field is computed tile by tile, each when a page first covers it. A larger page adds tiles, and since a
/// sample depends only on its position, the order of pages does not matter. Threads that need the same part
/// divide its tiles among themselves without waiting for each other; at worst, a tile that another thread is
/// working on is computed twice.
public final class GrainStore: Sendable {
  public static let shared = GrainStore(capacity: 1024)

  /// Pixels in a tile, which takes 128 KiB of samples.
  static let tileSize = Size(width: 512, height: 128)

  struct Tile: Hashable, Sendable {
    var field: GrainField
    var column: Int
    var row: Int

    var samples: [UInt16] {
      let size = GrainStore.tileSize
      return field.samples(x: column * size.width, y: row * size.height, size: size)
    }
  }

  private enum Entry {
    case beingMade
    case made([UInt16])
  }

  /// The number of tiles always kept: enough for a page of 4 megapixels.
  private static let leastCapacity = 64
  private static let tileBytes = tileSize.area * MemoryLayout<UInt16>.size

  private let capacity: Atomic<Int>
  private let entries = Mutex<[Tile: Entry]>([:])

  /// - Parameter capacity: the number of tiles to keep; 1024 are 64 megapixels. What a page needs beyond that
  ///   is computed for that page alone.
  init(capacity: Int) { self.capacity = Atomic(capacity) }

  /// Limits the bytes kept, to at least 8 MB and at most 128 MB.
  public func limit(toBytes bytes: Int) {
    let tiles = min(max(bytes / GrainStore.tileBytes, GrainStore.leastCapacity), 1024)
    capacity.store(tiles, ordering: .relaxed)
    entries.withLock { if $0.count > tiles { $0 = [:] } }
  }

  /// The number of bytes currently kept beyond the minimum.
  public var heldBytes: Int { max(0, count - GrainStore.leastCapacity) * GrainStore.tileBytes }

  /// Computes tiles before they are used, except those that exist or that another thread is computing.
  func prepare(_ tiles: [Tile]) {
    for tile in tiles where claim(tile) {
      let samples = tile.samples
      entries.withLock { $0[tile] = .made(samples) }
    }
  }

  func samples(of tile: Tile) -> [UInt16] {
    if case .made(let samples) = entries.withLock({ $0[tile] }) { return samples }
    return tile.samples
  }

  /// Whether the caller should compute the tile: it does not exist, and there is space. Tiles of other fields
  /// are removed to make space.
  private func claim(_ tile: Tile) -> Bool {
    let capacity = capacity.load(ordering: .relaxed)
    return entries.withLock { entries in
      guard entries[tile] == nil else { return false }
      if entries.count >= capacity { entries = entries.filter { $0.key.field == tile.field } }
      guard entries.count < capacity else { return false }
      entries[tile] = .beingMade
      return true
    }
  }

  /// The number of tiles currently kept.
  var count: Int { entries.withLock { $0.count } }
}
