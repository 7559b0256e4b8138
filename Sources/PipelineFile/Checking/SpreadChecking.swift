import Diagnostics
import Options
import PluginKit

extension PipelineCheck {
  /// Warns of a `join` that can never find anything to join: nothing pairs the pages before it, or nothing says
  /// of any two that they are a spread.
  ///
  /// - Parameters:
  ///   - start: the first stage to look at; those before it have been.
  ///   - books: the entries of `books:`, where single books may be said to have spreads.
  mutating func checkJoins(_ specs: [StageSpec], from start: Int, books: YAMLNode?) {
    guard registry.stage(named: "pair") != nil else { return }
    for (index, spec) in specs.enumerated() where index >= start && spec.name == "join" {
      let before = specs[..<index]
      let pairs = before.filter { $0.name == "pair" }
      guard !pairs.isEmpty else {
        warn(
          .noEffect, "'join' joins nothing: no stage before it pairs pages", spec.nameRange,
          "put '- pair' before it")
        continue
      }
      let which = spec.options.scalar ?? spec.options["which"]?.scalar ?? "spreads"
      guard which == "spreads" else { continue }
      let overrides = (books?.items ?? []).flatMap { $0["stages"]?.items ?? [] }
      let isStated =
        pairs.contains { statesSpreads($0.options) }
        || pairs.contains { pair in overrides.contains { $0[pair.ownID].map(statesSpreads) ?? false } }
        // Halves of a page are a spread of their own.
        || before.contains { $0.name == "split" }
      guard !isStated else { continue }
      warn(
        .noEffect, "'join' joins nothing: no spreads are given, and none are detected", spec.nameRange,
        "write 'pair: { detect: true }' or list spreads in its 'pages'; 'join: all' joins every opening")
    }
  }

  private func statesSpreads(_ options: YAMLNode) -> Bool {
    let detects = ["true", "yes", "on"].contains(options["detect"]?.scalar?.lowercased() ?? "")
    return detects || options["pages"] != nil
  }
}
