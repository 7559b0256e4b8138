import PluginKit

extension Registry {
  /// Why one stage should not stand before another, as either of the two declares it; nil where nothing is wrong with
  /// that order.
  func reason(against earlier: String, before later: String) -> String? {
    let ofEarlier = stage(named: earlier)?.orderWarnings.first { $0.isBefore && $0.stage == later }
    let ofLater = stage(named: later)?.orderWarnings.first { !$0.isBefore && $0.stage == earlier }
    return (ofEarlier ?? ofLater)?.reason
  }
}
