import BookModel
import Synchronization

/// Keeps what was made of grain fields, for every page and thread of the process.
///
/// A field is made tile by tile, each where a page first lies on it: a larger page adds tiles, and since a sample
/// depends on its place alone, no order of pages changes any. Threads that need the same part share out its tiles
/// and do not wait for each other; at worst a tile that another thread is at work on is made a second time.
public final class GrainStore: Sendable {
  public static let shared = GrainStore(capacity: 1024)

  /// Pixels of a tile: 128 KiB of samples.
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

  /// Tiles that are kept in any case: enough for a page of 4 megapixels.
  private static let leastCapacity = 64
  private static let tileBytes = tileSize.area * MemoryLayout<UInt16>.size

  private let capacity: Atomic<Int>
  private let entries = Mutex<[Tile: Entry]>([:])

  /// - Parameter capacity: tiles kept; 1024 are 64 megapixels. What a page needs beyond is made for that page alone.
  init(capacity: Int) { self.capacity = Atomic(capacity) }

  /// Has it keep no more than so many bytes, but a least of 8 MB, and no more than 128 MB.
  public func limit(toBytes bytes: Int) {
    let tiles = min(max(bytes / GrainStore.tileBytes, GrainStore.leastCapacity), 1024)
    capacity.store(tiles, ordering: .relaxed)
    entries.withLock { if $0.count > tiles { $0 = [:] } }
  }

  /// Bytes kept at the moment beyond the least.
  public var heldBytes: Int { max(0, count - GrainStore.leastCapacity) * GrainStore.tileBytes }

  /// Makes sure of tiles before they are used: those nobody has made or is making.
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

  /// Whether the tile is the caller's to make: it is not there, and there is room. Other fields make room.
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

  /// Tiles kept at the moment.
  var count: Int { entries.withLock { $0.count } }
}
