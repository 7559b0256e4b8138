/// What a message is about, under a name that stays the same across versions.
///
/// A rule is declared once, as a static constant beside the code that reports it; messages, SARIF and
/// `leporello explain` read that declaration. Modules list their rules (`Rule.archives`), plugins name theirs
/// (`Plugin.rules`), so that all of them can be found.
public struct Rule: Hashable, Sendable {
  /// Stable name in kebab-case, as printed in brackets behind a message.
  public let id: String
  /// Decides what a run makes of it (exit status, damage policy).
  public let category: Category
  /// One sentence for somebody who meets the rule for the first time.
  public let summary: String
  /// What to do about it: a sentence or two.
  public let advice: String
  /// Whether what it tells of is in the source and in no output: such a source is not whole elsewhere, and stays.
  public let isLoss: Bool

  public init(
    _ id: String, _ category: Category, _ summary: String, advice: String, isLoss: Bool = false
  ) {
    self.id = id
    self.category = category
    self.summary = summary
    self.advice = advice
    self.isLoss = isLoss
  }

  /// The same rule, where it counts as another kind of trouble: a wrong option on the command line is a matter of usage.
  public func with(category: Category) -> Rule {
    Rule(id, category, summary, advice: advice, isLoss: isLoss)
  }

  /// What kind of trouble a rule stands for.
  public enum Category: String, Sendable, CaseIterable {
    /// The pipeline file is wrong: exit status 3.
    case pipeline
    /// The command line is wrong: exit status 2.
    case usage
    /// An input cannot be read as a book, or says something odd.
    case input
    /// Bytes of a page are not what they should be: `--on-damage` decides.
    case damage
    /// Metadata is odd, was repaired or could not be kept.
    case metadata
    /// The result could not be written, or something is in its way.
    case output
    /// A limit against hostile or mistaken input was reached.
    case limit
    /// The program contradicts itself; a defect of ours.
    case defect
    /// `lint` found something in a collection: exit status 5.
    case lint

    /// What a run or a check ends with because of such a rule.
    public var exit: String {
      switch self {
      case .pipeline: "3; if it is a warning 0, or 5 with `check --strict`"
      case .usage: "2"
      case .input, .output: "1; 0 if it is a warning"
      case .damage: "1; 4 if --on-damage lets the book go on"
      case .metadata: "0; 1 with --fail-on warning, if it is a warning"
      case .limit, .defect: "1"
      case .lint: "5 from `lint`, starting at the severity named by --fail-on"
      }
    }
  }

  public static func == (left: Rule, right: Rule) -> Bool { left.id == right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
