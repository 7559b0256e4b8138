public import Diagnostics

extension Rule {
  /// The rules that BookModel declares.
  public static let bookModel: [Rule] = [
    .markDropped, .markMerged, .unknownField, .fieldValue, .doublePageUpright, .directionUnknown,
    .tooManyPages, .itemsMismatched, .gatherDirection, .gatherKind, .gatherLeftOut, .divideNothing,
    .divideBorder, .divideTogether, .divideTooLarge, .divideUnknownSize,
  ]
}
