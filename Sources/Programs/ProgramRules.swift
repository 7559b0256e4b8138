public import Diagnostics

extension Rule {
  public static let programMissing = Rule(
    "program-missing", .output, "A program that a pipeline runs is not there or cannot be run.")
  public static let programFailed = Rule(
    "program-failed", .output, "A program that a pipeline runs ended with an error or was killed.")
  public static let programTimeout = Rule(
    "program-timeout", .output, "A program that a pipeline runs took longer than it may.")
  public static let programOutput = Rule(
    "program-output", .output, "A program that a pipeline runs gave something that cannot be used.")
  public static let programSays = Rule(
    "program-says", .input, "A program that a pipeline runs wrote something to its standard error.")
  public static let programStopped = Rule(
    "program-stopped", .output, "A program was stopped because the run was interrupted.")
}
