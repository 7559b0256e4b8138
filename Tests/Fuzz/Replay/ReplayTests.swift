import Foundation
import FuzzTargets
import Testing

/// The fuzzer's seeds, and a fixed number of changes to them, through the same entry points: short enough for every
/// run of the tests. What fails here traps.
@Suite("Replay of the fuzzer's seeds")
struct ReplayTests {
  private static let changes = 500

  @Test("every seed, and seeds that were changed, end in an answer", arguments: FuzzTarget.allCases)
  func replay(_ target: FuzzTarget) async throws {
    let seeds = try Self.seeds(of: target)
    #expect(!seeds.isEmpty, "no seeds for \(target)")
    // On a thread of its own: some targets wait for tasks.
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        Self.run(target, over: seeds)
        continuation.resume()
      }
    }
  }

  private static func run(_ target: FuzzTarget, over seeds: [[UInt8]]) {
    for seed in seeds { target.run(seed) }
    target.run([])
    var mutation = Mutation(seed: 1)
    for index in 0..<changes {
      target.run(
        mutation.changed(seeds[index % seeds.count], with: seeds[mutation.number(below: seeds.count)]))
    }
  }

  private static func seeds(of target: FuzzTarget) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Seeds/\(target.seeds)")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }.map { [UInt8](try Data(contentsOf: $0)) }
  }
}

/// Changes bytes in ways that parsers dislike; the same seed always gives the same changes.
private struct Mutation {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func number(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return bound > 0 ? Int(state >> 33) % bound : 0
  }

  mutating func changed(_ seed: [UInt8], with other: [UInt8]) -> [UInt8] {
    var bytes = seed
    for _ in 0...number(below: 4) {
      let place = number(below: bytes.count)
      guard !bytes.isEmpty else { return bytes }
      switch number(below: 7) {
      case 0: bytes[place] = UInt8(number(below: 256))
      case 1: bytes[place] ^= 1 << UInt8(number(below: 8))
      case 2: bytes.removeSubrange(place...)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + number(below: 16)))
      case 4:
        bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 1 + number(below: 64))], at: place)
      case 5:
        // The numbers that arithmetic trips over.
        let value: UInt8 = [0, 0x7F, 0x80, 0xFF][number(below: 4)]
        for index in place..<min(bytes.count, place + [1, 2, 4, 8][number(below: 4)]) { bytes[index] = value }
      default:
        let start = number(below: other.count)
        bytes.replaceSubrange(place..., with: other[start...])
      }
    }
    return bytes
  }
}
