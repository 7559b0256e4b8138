public import Diagnostics

extension Rule {
  /// The rules that PipelineTesting declares.
  public static let pipelineTesting: [Rule] = [
    .testInput, .testFailed,
  ]
}
