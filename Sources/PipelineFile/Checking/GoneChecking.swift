public import Diagnostics
import Options
import PluginKit

extension Rule {
  public static let goneHidden = Rule(
    "gone-hidden", .pipeline, "A sink that publishes nothing is asked to hide outputs.",
    advice: "Use 'gone: keep' or 'gone: remove'.")
  public static let goneMoved = Rule(
    "gone-moved", .pipeline,
    "A pipeline moves its sources away, so that all its outputs would seem to be of sources that have vanished.",
    advice: "Leave out 'gone', or keep the sources where they are.")
}

extension PipelineCheck {
  /// Reports what cannot be done with the outputs of vanished sources.
  mutating func checkGone(_ specs: [SinkSpec], _ sinks: [PipelineSink], _ sources: [SourceSpec]) {
    for sink in sinks where sink.destination.gone != .keep {
      guard let spec = specs.first(where: { $0.ownID == sink.id }) else { continue }
      let range = spec.options.expanded(DestinationOptions.declarations)["gone"]?.range ?? spec.nameRange
      if sink.destination.gone == .hide, !(sink.sink is any PublishingSink) {
        report(
          .goneHidden, "sink '\(spec.name)' publishes nothing, so there is nothing to hide outputs from",
          range,
          "use keep or remove")
      }
      if sources.contains(where: { $0.after != .keep }) {
        report(
          .goneMoved,
          "'gone: \(sink.destination.gone.rawValue)' cannot be used with 'after': "
            + "every source that is moved away would be taken for one that has vanished",
          range, "leave out one of the two")
      }
    }
  }
}
