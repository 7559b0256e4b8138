public import Diagnostics

extension Rule {
  /// The rules declared by PipelineFile.
  public static let pipelineFile: [Rule] = [
    .neverHolds, .sinksCollide, .readsOwnOutput, .pagesInPlace, .pipelineVersion, .pipelineShape,
    .keyUnknown, .pluginUnknown, .stageTwice, .sinkMissing, .sinkExtension, .stageOrder, .programsRefused,
    .secretInFile, .machinePath, .sidesLost, .sinkTwice, .sinkNotAlone, .sourceReturns, .globSyntax,
    .includeUnreadable, .includeCycle, .includeLimit, .overrideSyntax, .overrideTarget, .templateSyntax,
    .templateRequired, .nameFallback, .templateEmpty, .pathTooLong, .pluginFolder, .predicateSyntax,
    .predicateFact, .predicateType,
    .predicateWord, .predicateSize, .tooManyStages, .factUnknown, .testShape, .testTwice, .testPage,
    .testSide, .testWithoutExpectation,
    .variableUnused, .variableUnknown, .variableUnset, .variableSyntax, .itemsMissing, .gatherKey,
    .gatherInPlace, .gatherAlone, .gatherTwice, .gatherUnused, .divideSize, .divideAlike, .goneHidden,
    .goneMoved,
  ]
}
