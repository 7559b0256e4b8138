public import Diagnostics

extension Rule {
  /// The rules that Execution declares.
  public static let execution: [Rule] = [
    .pagesUnaccounted, .damagedPages, .damagedSkipped, .damagedBlanked, .reencodingRefused, .noPagesLeft,
    .destinationCollides, .outputIsInput, .outputInInput, .destinationMissing, .severalIntoOne, .notABook,
    .noBooks, .foldersTooDeep, .booksBelow, .ledgerFailed, .picturesGrew, .pixelsNotRead, .renameCycle,
    .companionLeft, .extensionChanged, .recipeUnknown, .losslessImpossible, .reportInTheWay, .journalFailed,
    .journalUnreadable, .pagesChanged, .fieldWithoutPlace, .changedSince, .stoppedAtFailure, .sourceKept,
    .sourceEmpty, .testInput, .testFailed,
  ]
}
