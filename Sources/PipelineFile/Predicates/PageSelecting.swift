public import BookModel
public import Diagnostics
public import PluginKit

extension Predicate where Fact == PageFact {
  /// The pages of a book for which the condition holds.
  ///
  /// - Parameter sourceNumbers: if `number` means the source's own numbers (in overrides for one book), the
  ///   number of each of the source's pages, keyed by the ID that its reader gave; nil to count the current
  ///   pages.
  /// - Parameter isStated: whether a user wrote the condition.
  /// - Throws: `fact-unknown`, and rules in the category `damage` if a header it needs is invalid.
  public func selection(
    in book: Book, context: any BookContext, sourceNumbers: [String: Int]? = nil, isStated: Bool = true
  ) async throws(Diagnostic) -> PageSelection {
    var ids: Set<PageID> = []
    let pages = book.pages
    let bookmarks = facts.contains(.bookmark) ? book.bookmarks : [:]
    for (index, page) in pages.enumerated() {
      do throws(Diagnostic) {
        let holds = try await evaluate { fact throws(Diagnostic) in
          switch fact {
          case .number:
            guard let sourceNumbers else { return .number(Double(index + 1)) }
            return page.id.origins.first.flatMap { sourceNumbers[$0] }.map { .number(Double($0)) } ?? .none
          case .first: return .flag(index == 0)
          case .last: return .flag(index == pages.count - 1)
          case .bookmark: return bookmarks[page.id].map { .texts([$0]) } ?? .none
          case .role, .side, .name: return Predicate.value(of: fact, page)
          case .format, .bytes, .width, .height, .aspect, .color:
            return try await Predicate.value(of: fact, page.picture, context)
          }
        }
        if holds { ids.insert(page.id) }
      } catch { throw error.onPage(index + 1) }
    }
    return PageSelection(ids, isStated: isStated)
  }

  private static func value(of fact: PageFact, _ page: Page) -> FactValue {
    switch fact {
    // Readers treat a page without a role as part of the story (ComicInfo 2.0).
    case .role: .texts((page.roles.isEmpty ? [.story] : page.roles).map(\.word))
    case .side: page.side.map { .texts([$0.rawValue]) } ?? .none
    case .name: .texts([page.sourceName, FilePath(page.sourceName).nameText])
    default: .none
    }
  }

  private static func value(
    of fact: PageFact, _ picture: Picture, _ context: any BookContext
  ) async throws(Diagnostic) -> FactValue {
    guard let facts = try await context.facts(of: picture) else {
      if case .blank = picture { return .none }
      return .unknown(since: try await culprit(in: picture, context) ?? "an earlier stage")
    }
    switch fact {
    case .format: return .texts([facts.format.rawValue])
    case .bytes:
      if let bytes = facts.byteCount { return .number(Double(bytes)) }
      switch picture {
      case .derived(let operation, _): return .unknown(since: operation.base.stageName)
      case .drawn(let drawing): return .unknown(since: drawing.name)
      case .entry, .blank: return .none
      }
    case .width: return .number(Double(facts.size.width))
    case .height: return .number(Double(facts.size.height))
    case .aspect: return .number(facts.size.aspect)
    case .color: return .texts([facts.color.rawValue])
    default: return .none
    }
  }

  /// The innermost operation whose result cannot be predicted.
  private static func culprit(in picture: Picture, _ context: any BookContext) async throws(Diagnostic)
    -> String?
  {
    guard case .derived(let operation, let inputs) = picture else { return nil }
    for input in inputs where try await context.facts(of: input) == nil {
      if let inner = try await culprit(in: input, context) { return inner }
    }
    return operation.base.stageName
  }

  /// All facts that the condition may use.
  var facts: Set<PageFact> { condition.facts }
}

extension Predicate.Condition {
  var facts: Set<Fact> {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.reduce(into: []) { $0.formUnion($1.facts) }
    case .not(let condition): condition.facts
    case .test(let fact, _, _): [fact]
    }
  }
}
