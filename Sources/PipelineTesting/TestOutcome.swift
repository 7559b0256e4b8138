public import Diagnostics
public import PipelineFile

extension Rule {
  public static let testFailed = Rule(
    "test-failed", .input, "The result of a pipeline is not what a test expects.",
    advice: """
      Compare the expected result with the actual one. Change the pipeline, or the expectation if the new \
      result is right.
      """)
}

/// What came of one test.
public struct TestOutcome: Sendable {
  public let test: PipelineTest
  /// Everything that is not as expected, in the order of `TestExpectations`; empty where the test passes.
  public internal(set) var differences: [TestDifference] = []
  /// What the run of its book told, without the folder it was run in.
  public internal(set) var diagnostics: [Diagnostic] = []

  public var isPassed: Bool { differences.isEmpty }
}

/// One thing that is not as a test expects.
public struct TestDifference: Sendable, Hashable {
  /// What it is about, as the test's keys name it: `pages.1.size`.
  public var subject: String
  /// Where the expectation stands in the file.
  public var place: Place
  public var expected: String
  public var actual: String
  /// A list's lines that are missing (`-`) or not expected (`+`), or other remarks.
  public var remarks: [String] = []

  /// The difference as a message for a pipeline's author.
  public var diagnostic: Diagnostic {
    .error(.testFailed, "\(subject) is not as expected", at: place)
  }

  /// The lines below the message.
  public var lines: [String] {
    (expected.isEmpty && actual.isEmpty ? [] : ["expected  \(expected)", "actual    \(actual)"]) + remarks
  }
}
