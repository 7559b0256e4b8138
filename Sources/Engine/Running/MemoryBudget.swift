import CShims
import Imaging
import Synchronization

/// Bytes that pages in flight may take, shared by every book of a run.
///
/// The page of a book that is due next cannot wait for others of its book: where it does not fit, it waits until
/// nothing else is in flight and is then made alone, however large it is. Everything else waits its turn in the loop
/// that asks again when a page is done. Grain that is kept counts as much as a page in flight.
package final class MemoryBudget: Sendable {
  package let limit: Int
  private let state = Mutex(State())

  private struct State {
    var used = 0
    var waiting: [(cost: Int, start: CheckedContinuation<Void, Never>)] = []
  }

  package init(limit: Int) {
    self.limit = limit
    if limit != .max { GrainStore.shared.limit(toBytes: limit / 4) }
  }

  /// Charges a page if it fits and none that is due waits for room.
  package func admit(_ cost: Int) -> Bool {
    let isAdmitted = state.withLock { state in
      guard state.waiting.isEmpty, fits(cost, state.used) else { return false }
      state.used += cost
      return true
    }
    if isAdmitted { makeRoom(for: cost) }
    return isAdmitted
  }

  /// Charges the page that is due, as soon as it fits or nothing else is in flight.
  package func admitDue(_ cost: Int) async {
    await withCheckedContinuation { start in
      let starts = state.withLock { state in
        guard state.waiting.isEmpty, state.used == 0 || fits(cost, state.used) else {
          state.waiting.append((cost, start))
          return false
        }
        state.used += cost
        return true
      }
      if starts { start.resume() }
    }
    makeRoom(for: cost)
  }

  package func release(_ cost: Int) {
    let started = state.withLock { state in
      state.used -= cost
      var started: [CheckedContinuation<Void, Never>] = []
      while let first = state.waiting.first, state.used == 0 || fits(first.cost, state.used) {
        state.used += first.cost
        started.append(first.start)
        state.waiting.removeFirst()
      }
      return started
    }
    for start in started { start.resume() }
  }

  private func fits(_ cost: Int, _ used: Int) -> Bool {
    limit == .max || used + cost + GrainStore.shared.heldBytes <= limit
  }

  /// What the program takes before it holds any page: code, libraries, and the least of grain that is always kept.
  static let base = 64 << 20

  /// Gives memory that is free, but kept to be used again, back to the system where a page would otherwise take more
  /// than was granted.
  private func makeRoom(for cost: Int) {
    guard limit != .max, cost > 0 else { return }
    if Int(shim_resident_bytes()) + cost > limit + MemoryBudget.base { shim_give_back_memory() }
  }
}
