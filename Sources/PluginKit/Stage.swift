public import BookModel
public import Diagnostics

/// A stage with its settings, ready to work.
public protocol ReadyStage: Sendable {
  var name: String { get }
  /// What it works on; empty: the book as a whole, whatever it holds. A book of text alone is refused by a stage that
  /// needs pages; one without text passes by a stage that needs sections.
  var needs: Set<ItemKind> { get }
  /// What a book holds behind it; nil: what it held before.
  var gives: Set<ItemKind>? { get }
  /// Whether planning it, as it is set, means decoding pictures: plans say so.
  var readsPixels: Bool { get }
  /// Files other than the book that decide what it does: where one changes, what an earlier run wrote is out of date.
  var files: [FilePath] { get }

  /// Returns the changed book. `selection` says which pages `where:` chose (all, where nothing was said).
  func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
    async throws(Diagnostic)
    -> Book
}

/// A function from book to book. Changes recipes and metadata, never pixels.
public protocol Stage: Plugin, ReadyStage {
  /// What it works on; pages, unless it says otherwise.
  static var needs: Set<ItemKind> { get }
  /// What a book holds behind it: only pages where it makes pages of all text. Nil: what it held before.
  static var gives: Set<ItemKind>? { get }
  /// Other stages that should not stand before or behind it in a pipeline, and why; none by default.
  static var orderWarnings: [OrderWarning] { get }
  /// What it takes when its `where:` selects the pages; nil for a stage that is not about single pages.
  static var defaultSelection: String? { get }
  /// What it takes where a flag of `convert` names it without saying which pages; nil: as in a pipeline file.
  static var convertSelection: String? { get }
}

extension ReadyStage {
  public var files: [FilePath] { [] }
  public var gives: Set<ItemKind>? { nil }
}

extension Stage {
  public static var needs: Set<ItemKind> { [.pages] }
  public var needs: Set<ItemKind> { Self.needs }
  public static var gives: Set<ItemKind>? { nil }
  public var gives: Set<ItemKind>? { Self.gives }
  public var readsPixels: Bool { false }
  public static var orderWarnings: [OrderWarning] { [] }
  public static var defaultSelection: String? { nil }
  public static var convertSelection: String? { nil }
}

/// An order in which two stages spoil each other's work, declared by one of the two.
public struct OrderWarning: Sendable, Hashable {
  /// The name of the other stage.
  public let stage: String
  /// Whether the other stage is the later of the two.
  public let isBefore: Bool
  /// What comes of that order, in half a sentence: "the paper's grain is blurred".
  public let reason: String

  /// This stage should not stand before another one.
  public static func before(_ stage: String, _ reason: String) -> OrderWarning {
    OrderWarning(stage: stage, isBefore: true, reason: reason)
  }

  /// This stage should not stand behind another one.
  public static func behind(_ stage: String, _ reason: String) -> OrderWarning {
    OrderWarning(stage: stage, isBefore: false, reason: reason)
  }
}

/// The pages a stage works on.
public struct PageSelection: Sendable, Hashable {
  private let ids: Set<PageID>?
  /// Whether a `where:` was written by the user, rather than taken from the stage's default.
  public let isStated: Bool

  /// Every page.
  public static let all = PageSelection(nil, isStated: false)

  public init(_ ids: Set<PageID>?, isStated: Bool) {
    self.ids = ids
    self.isStated = isStated
  }

  public func contains(_ page: Page) -> Bool { ids?.contains(page.id) ?? true }
}
