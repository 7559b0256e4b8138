/// What a message is about, under a name that stays the same across versions.
///
/// A rule is declared once, as a static constant in the module that reports it; messages, JSON and
/// `leporello explain` all read the same declaration.
public struct Rule: Hashable, Sendable {
  /// Stable name in kebab-case, as printed in brackets behind a message.
  public let id: String
  /// Decides what a run makes of it (exit status, damage policy).
  public let category: Category
  /// One sentence for somebody who meets the rule for the first time.
  public let summary: String

  public init(_ id: String, _ category: Category, _ summary: String) {
    self.id = id
    self.category = category
    self.summary = summary
  }

  /// What kind of trouble a rule stands for.
  public enum Category: String, Sendable {
    /// The command line is wrong: exit status 2.
    case usage
    /// The pipeline file is wrong: exit status 3.
    case pipeline
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
  }

  public static func == (left: Rule, right: Rule) -> Bool { left.id == right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
