import Synchronization

/// Bytes that pages in flight may take, shared by every book of a run.
///
/// A page that is due next is always admitted, so the budget can be overdrawn by one page a book and can
/// never lock up; everything else waits its turn in the loop that asks again when a page is done.
package final class MemoryBudget: Sendable {
  private let limit: Int
  private let used = Mutex(0)

  package init(limit: Int) { self.limit = limit }

  /// Charges a page if it fits, or in any case when it is due.
  package func admit(_ cost: Int, isDue: Bool) -> Bool {
    used.withLock { used in
      guard isDue || used + cost <= limit else { return false }
      used += cost
      return true
    }
  }

  package func release(_ cost: Int) { used.withLock { $0 -= cost } }
}
