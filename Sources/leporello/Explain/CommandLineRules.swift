import Diagnostics

extension Rule {
  /// The rules that the command line declares.
  static let commandLine: [Rule] = [
    .shellUnknown, .noOutput, .sinkUnknown, .sinkPlanned, .ruleUnknown, .nobodyToAsk, .commandUnknown,
    .overridesExist, .pluginUnknown, .reportOfNothing, .inPlaceMissing, .resumeInPlace, .noPipeline,
    .pipelineUnreadable, .strayArgument, .noSuchInput, .noInput, .nothingToTag, .inPlaceContradicts, .noTests,
  ]
}
