import PluginKit

extension Registry {
  /// Why one stage should not come before another, as either of them declares; nil if the order is fine.
  func reason(against earlier: String, before later: String) -> String? {
    let ofEarlier = stage(named: earlier)?.orderWarnings.first { $0.isBefore && $0.stage == later }
    let ofLater = stage(named: later)?.orderWarnings.first { !$0.isBefore && $0.stage == earlier }
    return (ofEarlier ?? ofLater)?.reason
  }
}
