import BookModel
import Synchronization
import Testing

@testable import Engine

@Suite("The memory budget")
struct MemoryBudgetTests {
  @Test("a page that is due fits in, or waits until nothing else is in flight; others wait behind it")
  func due() async {
    let budget = MemoryBudget(limit: 100)
    await budget.admitDue(60)
    #expect(budget.admit(40))
    #expect(!budget.admit(1))
    let started = Mutex(false)
    let large = Task {
      await budget.admitDue(500)
      started.withLock { $0 = true }
    }
    // Room for a page that is not due is refused as soon as one that is due waits for it.
    budget.release(40)
    while budget.admit(10) {
      budget.release(10)
      await Task.yield()
    }
    #expect(!started.withLock { $0 })
    budget.release(60)
    await large.value
    #expect(!budget.admit(1))
    budget.release(500)
    #expect(budget.admit(100))
  }

  @Test("books that each have a page due that is too large take turns")
  func turns() async throws {
    let budget = MemoryBudget(limit: 10)
    let pool = WorkerPool(threads: 4)
    let pages = PagesInFlight()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          try? await inOrder(
            Array(0..<5), width: 4, budget: budget, costs: [Int](repeating: 25, count: 5), on: pool
          ) { _, element in
            pages.begin()
            return element
          } handOver: { _, _ in
            pages.end()
          }
        }
      }
    }
    #expect(pages.peak == 1)
  }
}

private final class PagesInFlight: Sendable {
  private let state = Mutex((now: 0, peak: 0))
  var peak: Int { state.withLock { $0.peak } }
  func begin() {
    state.withLock {
      $0.now += 1
      $0.peak = max($0.peak, $0.now)
    }
  }
  func end() { state.withLock { $0.now -= 1 } }
}

@Suite("Sizes of the nearest pages")
struct NearestSizesTests {
  /// As one would say it: look one place further away at a time, before first.
  private func plainly(_ sizes: [Size?]) -> [Size?] {
    sizes.indices.map { index in
      for distance in 1...max(1, sizes.count) {
        for place in [index - distance, index + distance] where sizes.indices.contains(place) {
          if let size = sizes[place] { return size }
        }
      }
      return nil
    }
  }

  @Test("are those of the nearest other page, the one before it first")
  func nearest() {
    for bits in 0..<128 {
      let sizes = (0..<7).map { bits >> $0 & 1 == 1 ? Size(width: $0 + 1, height: 1) : nil }
      #expect(NearestSizes.nearest(sizes) == plainly(sizes))
    }
    #expect(NearestSizes.nearest([]).isEmpty)
  }
}
