#if Typesetting
  import CPango
  import Diagnostics
  import Synchronization

  /// What is noticed while text is shaped, on whatever thread: told in one order, each thing once.
  final class ShapingRemarks: Sendable {
    private struct State {
      var told: [Diagnostic] = []
      var missing: Set<Unicode.Scalar> = []
    }

    private let state = Mutex(State())

    /// Characters without a glyph that are remembered.
    private static let maximumMissing = 10_000

    func add(_ diagnostic: Diagnostic) {
      state.withLock { if !$0.told.contains(diagnostic) { $0.told.append(diagnostic) } }
    }

    /// Takes down a character that no font has.
    func addMissing(_ scalar: Unicode.Scalar) {
      state.withLock { if $0.missing.count < ShapingRemarks.maximumMissing { $0.missing.insert(scalar) } }
    }

    var diagnostics: [Diagnostic] {
      let (told, missing) = state.withLock { ($0.told, $0.missing) }
      return told.sorted { $0.description < $1.description }
        + MissingScript.all(of: missing).map(\.diagnostic)
    }
  }
#endif
