package import Diagnostics

/// Does work on elements in parallel and hands the results over in order, holding only so many at a time.
///
/// Elements are admitted in order while threads and memory last; the one due next always is. Results that
/// come early wait, and count against the budget until they are handed over.
///
/// - Parameter costs: the bytes each element takes while it is in flight; missing ones take none.
package func inOrder<Element: Sendable, Result: Sendable>(
  _ elements: [Element], width: Int, budget: MemoryBudget = MemoryBudget(limit: .max),
  costs: [Int] = [], on pool: WorkerPool?,
  work: @escaping @Sendable (Int, Element) async throws(Diagnostic) -> Result,
  handOver: (Int, Result) async throws(Diagnostic) -> Void
) async throws {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var admitted = 0
    var due = 0
    var inFlight = 0
    var waiting: [Int: Result] = [:]
    var charged: [Int: Int] = [:]
    // What was admitted and never handed over goes back when the loop is left by an error.
    defer { charged.values.forEach(budget.release) }
    while due < elements.count {
      try Task.checkCancellation()
      while admitted < elements.count, inFlight < width {
        let bytes = admitted < costs.count ? costs[admitted] : 0
        guard budget.admit(bytes, isDue: admitted == due) else { break }
        charged[admitted] = bytes
        let index = admitted
        let element = elements[index]
        admitted += 1
        inFlight += 1
        group.addTask(executorPreference: pool) {
          try Task.checkCancellation()
          return (index, try await work(index, element))
        }
      }
      guard let (index, result) = try await group.next() else { break }
      inFlight -= 1
      waiting[index] = result
      while let result = waiting.removeValue(forKey: due) {
        try await handOver(due, result)
        if let bytes = charged.removeValue(forKey: due) { budget.release(bytes) }
        due += 1
      }
    }
  }
}
