import Diagnostics
import Synchronization
import Testing

@testable import Engine

private let tried = Rule("tried", .damage, "A test's own.", advice: "None.")

@Suite("Pages in parallel, handed over in order")
struct OrderedPagesTests {
  @Test("results come in order, whatever order they are done in", arguments: [1, 2, 8])
  func keepsOrder(width: Int) async throws {
    let pool = WorkerPool(threads: width)
    var seen: [Int] = []
    try await inOrder(Array(0..<200), width: width, on: pool) { index, element throws(Diagnostic) in
      if element % 7 == 0 {
        var spin = 0
        for step in 0..<20_000 { spin &+= step }
        if spin == -1 { throw .error(tried, "never") }
      }
      return element * 2
    } handOver: { index, result throws(Diagnostic) in
      #expect(result == index * 2)
      seen.append(index)
    }
    #expect(seen == Array(0..<200))
  }

  @Test("no more is in flight than memory allows, but for the page that is due")
  func staysWithinMemory() async throws {
    let pool = WorkerPool(threads: 4)
    let inFlight = Mutex((now: 0, peak: 0))
    let costs = (0..<60).map { $0 == 30 ? 1_000 : 10 }
    try await inOrder(
      costs, width: 4, budget: MemoryBudget(limit: 25), costs: costs, on: pool
    ) { _, cost throws(Diagnostic) in
      inFlight.withLock { state in
        state.now += cost
        state.peak = max(state.peak, state.now)
      }
      return cost
    } handOver: { _, cost throws(Diagnostic) in
      inFlight.withLock { $0.now -= cost }
    }
    #expect(inFlight.withLock { $0.peak } <= 1_000 + 25)
    #expect(inFlight.withLock { $0.now } == 0)
  }

  @Test("an error ends the work and gives all memory back")
  func errorReleasesMemory() async {
    let pool = WorkerPool(threads: 2)
    let budget = MemoryBudget(limit: 100)
    await #expect(throws: Diagnostic.self) {
      try await inOrder(
        Array(0..<50), width: 2, budget: budget, costs: [Int](repeating: 20, count: 50), on: pool
      ) {
        index, _ throws(Diagnostic) -> Int in
        if index == 10 { throw .error(tried, "page 10") }
        return index
      } handOver: { _, _ throws(Diagnostic) in
      }
    }
    // All of it is free again: something as large as the limit fits without being due.
    #expect(budget.admit(100))
  }

  @Test("cancelling stops the work")
  func cancels() async {
    let pool = WorkerPool(threads: 1)
    let handed = Mutex(0)
    let task = Task {
      try await inOrder(Array(0..<100_000), width: 1, on: pool) { index, _ throws(Diagnostic) in
        index
      } handOver: { _, _ throws(Diagnostic) in
        handed.withLock { $0 += 1 }
      }
    }
    while handed.withLock({ $0 }) == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(handed.withLock { $0 } < 100_000)
  }

  @Test("nothing to do is done at once")
  func empty() async throws {
    try await inOrder([Int](), width: 3, on: nil) { _, element throws(Diagnostic) in
      element
    } handOver: { _, _ throws(Diagnostic) in
      Issue.record("nothing was given")
    }
  }
}
