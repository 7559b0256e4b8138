import Markup

/// A selector (Selectors 4): compounds from right to left, and how each is joined to the one on its right.
public struct Selector: Sendable, Hashable {
  /// A part of an element that has no element of its own.
  public enum PseudoElement: String, Sendable, Hashable, CaseIterable {
    case before, after
    case firstLine = "first-line"
    case firstLetter = "first-letter"
    case marker
  }

  enum Combinator: Sendable, Hashable { case descendant, child, next, later }

  struct Step: Sendable, Hashable {
    var compound: Compound
    /// How the element is found from the one on the right; of the last compound, which is the subject, nil.
    var combinator: Combinator?
  }

  /// The subject first.
  let steps: [Step]
  public let pseudoElement: PseudoElement?
  public let specificity: Specificity

  /// Ids, classes and the like, names: what decides between rules of one origin, in this order.
  public struct Specificity: Sendable, Hashable, Comparable {
    public var ids = 0
    public var classes = 0
    public var names = 0

    public static func < (left: Specificity, right: Specificity) -> Bool {
      (left.ids, left.classes, left.names) < (right.ids, right.classes, right.names)
    }

    static func + (left: Specificity, right: Specificity) -> Specificity {
      Specificity(
        ids: left.ids + right.ids, classes: left.classes + right.classes, names: left.names + right.names)
    }
  }

  init(steps: [Step], pseudoElement: PseudoElement?) {
    self.steps = steps
    self.pseudoElement = pseudoElement
    specificity =
      steps.reduce(Specificity()) { $0 + $1.compound.specificity }
      + Specificity(names: pseudoElement == nil ? 0 : 1)
  }

  /// Everything that is asked of one element.
  struct Compound: Sendable, Hashable {
    /// In lower case; nil for any.
    var name: String?
    var id: String?
    var otherIDs: [String] = []
    var classes: [String] = []
    var attributes: [AttributeTest] = []
    var conditions: [Condition] = []

    var specificity: Specificity {
      let own = Specificity(
        ids: (id == nil ? 0 : 1) + otherIDs.count, classes: classes.count + attributes.count,
        names: name == nil ? 0 : 1)
      return conditions.reduce(own) { $0 + $1.specificity }
    }
  }

  struct AttributeTest: Sendable, Hashable {
    enum Relation: String, Sendable, Hashable {
      case equals = "="
      case word = "~="
      case language = "|="
      case prefix = "^="
      case suffix = "$="
      case substring = "*="
    }
    var name: String
    var relation: Relation?
    var value = ""
    var ignoresCase = false

    func holds(for node: ElementNode) -> Bool {
      guard var own = node.element.attribute(name) else { return false }
      guard let relation else { return true }
      var value = value
      if ignoresCase { (own, value) = (own.lowercased(), value.lowercased()) }
      switch relation {
      case .equals: return own == value
      case .word: return !value.isEmpty && own.split(whereSeparator: \.isWhitespace).contains { $0 == value }
      case .language: return own == value || own.hasPrefix(value + "-")
      case .prefix: return !value.isEmpty && own.hasPrefix(value)
      case .suffix: return !value.isEmpty && own.hasSuffix(value)
      case .substring: return !value.isEmpty && own.contains(value)
      }
    }
  }

  /// A pseudo-class that can be true of a page nobody touches.
  indirect enum Condition: Sendable, Hashable {
    case root, empty, link
    /// The element's place among its siblings is `step` times any number from 0 and `offset`.
    case position(step: Int, offset: Int, fromEnd: Bool, ofType: Bool)
    /// The only one, of its name if so asked.
    case only(ofType: Bool)
    case language(String)
    case any([Selector], counts: Bool)
    case none([Selector])
    /// One that needs somebody's hand, or that nobody knows.
    case never

    var specificity: Specificity {
      switch self {
      case .any(let selectors, true), .none(let selectors):
        selectors.map(\.specificity).max() ?? Specificity()
      case .any(_, false): Specificity()
      default: Specificity(classes: 1)
      }
    }
  }
}

// MARK: - Matching

extension Selector {
  /// Looking for an ancestor that fits may mean trying many ways through a deep document.
  private static let mostTrials = 500

  /// Whether it describes an element; its pseudo-element is the caller's business.
  public func matches(_ node: ElementNode) -> Bool {
    var trials = Selector.mostTrials
    return matches(node, from: 0, &trials)
  }

  private func matches(_ node: ElementNode, from place: Int, _ trials: inout Int) -> Bool {
    trials -= 1
    guard trials > 0, steps[place].compound.matches(node) else { return false }
    guard place + 1 < steps.count else { return true }
    switch steps[place + 1].combinator {
    case .child: return node.parent.map { matches($0, from: place + 1, &trials) } ?? false
    case .next: return node.previous.map { matches($0, from: place + 1, &trials) } ?? false
    case .later:
      var sibling = node.previous
      while let candidate = sibling, trials > 0 {
        if matches(candidate, from: place + 1, &trials) { return true }
        sibling = candidate.previous
      }
      return false
    case .descendant, nil:
      var ancestor = node.parent
      while let candidate = ancestor, trials > 0 {
        if matches(candidate, from: place + 1, &trials) { return true }
        ancestor = candidate.parent
      }
      return false
    }
  }
}

extension Selector.Compound {
  func matches(_ node: ElementNode) -> Bool {
    (name == nil || name == node.name) && (id == nil || id == node.id)
      && otherIDs.allSatisfy { $0 == node.id } && classes.allSatisfy(node.classes.contains)
      && attributes.allSatisfy { $0.holds(for: node) } && conditions.allSatisfy { $0.holds(for: node) }
  }
}

extension Selector.Condition {
  func holds(for node: ElementNode) -> Bool {
    switch self {
    case .root: return node.parent == nil
    case .empty: return node.isEmpty
    case .link: return (node.name == "a" || node.name == "area") && node.element.attribute("href") != nil
    case .only(let ofType):
      return node.count(before: true, ofType: ofType) + node.count(before: false, ofType: ofType) == 0
    case .position(let step, let offset, let fromEnd, let ofType):
      let distance = node.count(before: !fromEnd, ofType: ofType) + 1 - offset
      return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0
    case .language(let tag):
      var current: ElementNode? = node
      while let candidate = current {
        if let own = candidate.element.attribute("lang")?.lowercased() {
          return own == tag || own.hasPrefix(tag + "-")
        }
        current = candidate.parent
      }
      return false
    case .any(let selectors, _): return selectors.contains { $0.matches(node) }
    case .none(let selectors): return !selectors.contains { $0.matches(node) }
    case .never: return false
    }
  }
}
