public import Diagnostics

extension Rule {
  public static let programMissing = Rule(
    "program-missing", .output, "A program that a pipeline runs does not exist or cannot be run.",
    advice: "Install the program, or give its full path; only PATH is searched.")
  public static let programFailed = Rule(
    "program-failed", .output, "A program that a pipeline runs failed or was killed.",
    advice: "Run the program by hand on the same input; what it wrote to its standard error is shown above.")
  public static let programTimeout = Rule(
    "program-timeout", .output, "A program that a pipeline runs took too long.",
    advice: "Give it more time with the option 'timeout', or find out what it waits for.")
  public static let programOutput = Rule(
    "program-output", .output, "A program that a pipeline runs returned something that cannot be used.",
    advice: """
      Check what the program writes: a picture of a supported format, or JSON of the documented form, within \
      the limits.
      """)
  public static let programSays = Rule(
    "program-says", .input, "A program that a pipeline runs wrote something to its standard error.",
    advice: "Read what it says. If it only chatters, silence it with the program's own options.")
  public static let programStopped = Rule(
    "program-stopped", .output, "A program was stopped because the run was interrupted.",
    advice: "Run it again.")
}

extension Rule {
  /// The rules that Programs declares.
  public static let programs: [Rule] = [
    .programMissing, .programFailed, .programTimeout, .programOutput, .programSays, .programStopped,
  ]
}
