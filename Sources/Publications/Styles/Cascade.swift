/// Which of the declarations that several style sheets make for an element is the one that holds (CSS Cascade 4):
/// important ones first, then those of its `style` attribute, then by specificity, then the later one.
public struct Cascade: Sendable {
  private struct Candidate: Sendable {
    var selector: Selector
    var declarations: StyleDeclarations
    var sheet: Int
    /// Its place among all rules.
    var order: Int
  }

  private var candidates: [Candidate] = []
  /// Places in `candidates`.
  private var byID: [String: [Int]] = [:]
  private var byClass: [String: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  private var others: [Int] = []
  /// Which pseudo-elements any rule speaks of.
  private var pseudoElements: Set<Selector.PseudoElement> = []

  /// - Parameters:
  ///   - sheets: in the order they are named, one that is imported before the one that imports it.
  ///   - environment: what rules under `@media` are asked of.
  public init(_ sheets: [StyleSheet], for environment: MediaEnvironment) {
    var order = 0
    for (number, sheet) in sheets.enumerated() {
      for rule in sheet.rules where rule.media.allSatisfy({ $0.matches(environment) }) {
        order += 1
        for selector in rule.selectors {
          add(Candidate(selector: selector, declarations: rule.declarations, sheet: number, order: order))
        }
      }
    }
  }

  /// Under what its subject is sure to have, so that few rules are tried for each element.
  private mutating func add(_ candidate: Candidate) {
    if let element = candidate.selector.pseudoElement { pseudoElements.insert(element) }
    guard let subject = candidate.selector.steps.first?.compound else { return }
    let number = candidates.count
    candidates.append(candidate)
    if let id = subject.id {
      byID[id, default: []].append(number)
    } else if let name = subject.classes.first {
      byClass[name, default: []].append(number)
    } else if let name = subject.name {
      byName[name, default: []].append(number)
    } else {
      others.append(number)
    }
  }

  /// What holds for an element.
  ///
  /// - Parameters:
  ///   - inline: what its `style` attribute declares.
  ///   - parent: the style of the element it is in.
  public func style(
    of node: ElementNode, inline: StyleDeclarations = StyleDeclarations(""), parent: ElementStyle?
  ) -> ElementStyle {
    style(of: node, nil, inline, parent)
  }

  /// What holds for a part of an element; nil where no rule speaks of it.
  public func style(of element: Selector.PseudoElement, in node: ElementNode, parent: ElementStyle)
    -> ElementStyle?
  {
    guard pseudoElements.contains(element) else { return nil }
    let style = style(of: node, element, StyleDeclarations(""), parent)
    return style.isStated ? style : nil
  }

  private func style(
    of node: ElementNode, _ part: Selector.PseudoElement?, _ inline: StyleDeclarations,
    _ parent: ElementStyle?
  ) -> ElementStyle {
    var winners: [String: (rank: Rank, value: StyleValue)] = [:]
    func weigh(_ declarations: StyleDeclarations, _ rank: Rank, sheet: Int?) {
      for declaration in declarations.declarations {
        var rank = rank
        rank.isImportant = declaration.isImportant
        if let current = winners[declaration.name], rank < current.rank { continue }
        winners[declaration.name] = (rank, StyleValue(text: declaration.value, sheet: sheet))
      }
    }
    func weigh(_ numbers: [Int]) {
      for candidate in numbers.lazy.map({ candidates[$0] }) where candidate.selector.pseudoElement == part {
        guard candidate.selector.matches(node) else { continue }
        let rank = Rank(specificity: candidate.selector.specificity, order: candidate.order)
        weigh(candidate.declarations, rank, sheet: candidate.sheet)
      }
    }
    if let id = node.id, let numbers = byID[id] { weigh(numbers) }
    for name in Set(node.classes) { if let numbers = byClass[name] { weigh(numbers) } }
    if let numbers = byName[node.name] { weigh(numbers) }
    weigh(others)
    weigh(inline, Rank(isInline: true, specificity: Selector.Specificity(), order: 0), sheet: nil)
    return ElementStyle(winners.mapValues(\.value), parent: parent)
  }

  /// The rules that speak of an element, or of a part of it, weakest first. Elements with the same rules, the same
  /// attribute and the same parent look alike.
  public struct Match: Sendable, Hashable {
    fileprivate var candidates: [Int] = []

    /// No rule at all.
    public init() {}

    fileprivate init(_ candidates: [Int]) { self.candidates = candidates }

    public var isEmpty: Bool { candidates.isEmpty }
  }

  /// Looks up which rules speak of an element, or of a part of it.
  public func match(_ node: ElementNode, _ part: Selector.PseudoElement? = nil) -> Match {
    if let part, !pseudoElements.contains(part) { return Match() }
    var found: [Int] = []
    func weigh(_ numbers: [Int]) {
      for number in numbers
      where candidates[number].selector.pseudoElement == part && candidates[number].selector.matches(node) {
        found.append(number)
      }
    }
    if let id = node.id, let numbers = byID[id] { weigh(numbers) }
    if !node.classes.isEmpty {
      for name in Set(node.classes) { if let numbers = byClass[name] { weigh(numbers) } }
    }
    if let numbers = byName[node.name] { weigh(numbers) }
    weigh(others)
    found.sort { left, right in
      let (one, other) = (candidates[left], candidates[right])
      return (one.selector.specificity, one.order, left) < (other.selector.specificity, other.order, right)
    }
    return Match(found)
  }

  /// What is declared of an element: for each property the value that wins, without what its parent hands down.
  ///
  /// - Parameter inline: what its `style` attribute declares.
  public func declared(_ match: Match, inline: StyleDeclarations = StyleDeclarations("")) -> [String:
    StyleValue]
  {
    var values: [String: StyleValue] = [:]
    var important: Set<String> = []
    func take(_ declarations: StyleDeclarations, sheet: Int?) {
      for declaration in declarations.declarations {
        if declaration.isImportant {
          important.insert(declaration.name)
        } else if important.contains(declaration.name) {
          continue
        }
        values[declaration.name] = StyleValue(text: declaration.value, sheet: sheet)
      }
    }
    for number in match.candidates { take(candidates[number].declarations, sheet: candidates[number].sheet) }
    take(inline, sheet: nil)
    return values
  }

  private struct Rank: Comparable {
    var isImportant = false
    var isInline = false
    var specificity: Selector.Specificity
    var order: Int

    static func < (left: Rank, right: Rank) -> Bool {
      if left.isImportant != right.isImportant { return right.isImportant }
      if left.isInline != right.isInline { return right.isInline }
      return (left.specificity, left.order) < (right.specificity, right.order)
    }
  }
}
