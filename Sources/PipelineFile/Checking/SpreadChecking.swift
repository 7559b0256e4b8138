import Diagnostics
import Options
import PluginKit

extension PipelineCheck {
  /// Warns about a `join` that can never find anything to join, because nothing before it pairs pages or
  /// nothing marks two pages as a spread.
  ///
  /// - Parameters:
  ///   - start: the first stage to check; those before it have been checked.
  ///   - books: the entries of `books:`, which may mark spreads in individual books.
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
        // The halves of a page are a spread in themselves.
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
