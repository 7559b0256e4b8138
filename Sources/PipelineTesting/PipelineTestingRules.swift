public import Diagnostics

extension Rule {
  static let testBookTooLarge = Rule(
    "test-book-too-large", .limit, "The pages that a test declares have more pixels than the limit allows.",
    advice: "Declare smaller pages: what a test says seldom depends on their size. Or raise --max-pixels.")

  /// The rules that PipelineTesting declares.
  public static let pipelineTesting: [Rule] = [
    .testInput, .testFailed, .testBookTooLarge,
  ]
}
