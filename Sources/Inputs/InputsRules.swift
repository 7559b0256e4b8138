public import Diagnostics

extension Rule {
  /// The rules that Inputs declares.
  public static let inputs: [Rule] = [
    .noBooks, .foldersTooDeep, .booksBelow, .sourceEmpty, .severalBooks,
  ]
}
