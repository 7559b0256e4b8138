public import BookModel
public import Diagnostics

/// A stage with its settings, ready to work.
public protocol ReadyStage: Sendable {
  var name: String { get }
  /// What it works on: a book of flowing text is refused by a stage that needs pages.
  var needs: StageNeeds { get }
  /// Whether planning it, as it is set, means decoding pictures: plans say so.
  var readsPixels: Bool { get }
  /// Files besides the book that decide what it does: where one changes, what an earlier run wrote is out of date.
  var files: [FilePath] { get }

  /// Returns the changed book. `selection` says which pages `where:` chose (all, where nothing was said).
  func apply(to book: Book, selecting selection: PageSelection, in context: any BookContext)
    async throws(Diagnostic)
    -> Book
}

/// A function from book to book. Changes recipes and metadata, never pixels.
public protocol Stage: Plugin, ReadyStage {
  /// What it works on: a book of flowing text is refused by a stage that needs pages.
  static var needs: StageNeeds { get }
  /// Where it stands among the stages that `convert`'s flags name: lower comes first.
  static var convertOrder: Int { get }
  /// What it takes when its `where:` selects the pages; nil for a stage that is not about single pages.
  static var defaultSelection: String? { get }
  /// What it takes where a flag of `convert` names it without saying which pages; nil: as in a pipeline file.
  static var convertSelection: String? { get }
}

extension ReadyStage {
  public var files: [FilePath] { [] }
}

extension Stage {
  public static var needs: StageNeeds { .pages }
  public var needs: StageNeeds { Self.needs }
  public var readsPixels: Bool { false }
  public static var defaultSelection: String? { nil }
  public static var convertSelection: String? { nil }
}

public enum StageNeeds: Sendable, Hashable {
  /// Works on metadata only: any book will do.
  case anyBook
  case pages
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
