public import Diagnostics

extension Rule {
  /// The rules that Effects declares.
  public static let effects: [Rule] = [
    .renameCycle, .extensionChanged, .movesHeld, .journalFailed, .journalUnreadable, .pagesChanged,
    .fieldWithoutPlace, .changedSince, .damagedPages, .damagedSkipped, .reencodingRefused, .memoryExceeded,
    .noPagesLeft,
    .sourceKept, .recordUnreadable, .placeNotOurs, .goneNeedsLedger, .goneUnknown,
  ]
}
