public import Diagnostics

extension Rule {
  /// The rules declared by Inputs.
  public static let inputs: [Rule] = [
    .noBooks, .foldersTooDeep, .booksBelow, .sourceEmpty, .severalBooks,
  ]
}
