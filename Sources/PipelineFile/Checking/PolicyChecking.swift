import BookModel
import Diagnostics
public import Options

/// How a run deals with problems, according to the file; flags override it.
public struct RunPolicies: OptionGroup, Hashable {
  public var onDamage = DamagePolicy.fail
  public var onFailure = FailurePolicy.keepGoing

  public init() {}

  public static let options: [Option<RunPolicies>] = [
    Option("onDamage", \.onDamage, DamagePolicy.summary + " --on-damage wins over it."),
    Option(
      "onFailure", \.onFailure,
      "Whether to go on after a book that fails, unless --keep-going or --fail-fast says otherwise."),
  ]
}

/// What happens to a page whose picture is damaged.
public enum DamagePolicy: String, OptionEnumeration, Hashable {
  /// The book fails; nothing is written.
  case fail
  /// The page is left out and reported.
  case skip
  /// A marked blank takes its place.
  case blank
  /// As much of the picture as can be decoded stays; where that is nothing, a marked blank takes its place.
  case keep
}

extension DamagePolicy {
  /// What options of this kind say of themselves.
  public static let summary = """
    What to do with a damaged page: fail the book, leave the page out, put a blank in its place, or keep what can be \
    decoded of it (JPEG, PNG, WebP).
    """
}

/// What happens to a run after a book has failed.
public enum FailurePolicy: String, OptionEnumeration, Hashable {
  /// The next book is tried.
  case keepGoing = "keep-going"
  /// The run ends.
  case stop = "fail-fast"
}

extension PipelineCheck {
  /// Reads `limits:`, whose names are those of the flags.
  mutating func limits(_ node: YAMLNode?) -> Limits {
    var decoder = OptionDecoder(file: file, owner: "limits")
    defer { problems += decoder.problems }
    return node.map { Limits.decode($0, over: Limits(), &decoder) } ?? Limits()
  }

  /// Applies limits from the command line, whose errors are reported where they are read, on top of others.
  func statedLimits(over limits: Limits) -> Limits {
    guard let statedLimits else { return limits }
    var decoder = OptionDecoder(file: nil, owner: "limits")
    return Limits.decode(statedLimits, over: limits, &decoder)
  }

  mutating func policies(_ root: YAMLNode) -> RunPolicies {
    let names = RunPolicies.declarations.map(\.name)
    let pairs = (root.pairs ?? []).filter { names.contains($0.key) }
    var decoder = OptionDecoder(file: file, owner: "the pipeline")
    defer { problems += decoder.problems }
    return RunPolicies.decode(YAMLNode(.mapping(pairs), range: root.range), over: RunPolicies(), &decoder)
  }
}

extension PipelineFile {
  /// Whether a problem is due to an included file that could not be read, and whose declarations are
  /// therefore missing.
  func explains(_ problem: Diagnostic) -> Bool {
    let consequences: [Rule] = [.variableUnknown, .sinkMissing, .overrideTarget, .noEffect]
    return !problems.isEmpty && consequences.contains(problem.rule)
  }
}
