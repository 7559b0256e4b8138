public import Diagnostics

extension Rule {
  /// The rules that Engine declares.
  public static let engine: [Rule] = [
    .bookFileUnused,
    .destinationCollides, .outputIsInput, .outputInInput, .destinationMissing, .severalIntoOne,
    .ledgerFailed, .ledgerDamaged, .ledgerWaiting, .pagesUnaccounted, .picturesGrew, .damagedBlanked,
    .damagedKept,
    .recipeUnknown, .losslessImpossible,
    .formatNotHeld, .formatReplaced,
    .stoppedAtFailure, .notABook, .pixelsNotRead, .drawingSize, .renditionMissing,
  ]
}
