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

  private var byID: [String: [Candidate]] = [:]
  private var byClass: [String: [Candidate]] = [:]
  private var byName: [String: [Candidate]] = [:]
  private var others: [Candidate] = []
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
    if let id = subject.id {
      byID[id, default: []].append(candidate)
    } else if let name = subject.classes.first {
      byClass[name, default: []].append(candidate)
    } else if let name = subject.name {
      byName[name, default: []].append(candidate)
    } else {
      others.append(candidate)
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
    func weigh(_ candidates: [Candidate]) {
      for candidate in candidates where candidate.selector.pseudoElement == part {
        guard candidate.selector.matches(node) else { continue }
        let rank = Rank(specificity: candidate.selector.specificity, order: candidate.order)
        weigh(candidate.declarations, rank, sheet: candidate.sheet)
      }
    }
    if let id = node.id, let candidates = byID[id] { weigh(candidates) }
    for name in Set(node.classes) { if let candidates = byClass[name] { weigh(candidates) } }
    if let candidates = byName[node.name] { weigh(candidates) }
    weigh(others)
    weigh(inline, Rank(isInline: true, specificity: Selector.Specificity(), order: 0), sheet: nil)
    return ElementStyle(winners.mapValues(\.value), parent: parent)
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
