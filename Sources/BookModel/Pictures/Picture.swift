/// How to get a page's picture: a recipe, not pixels.
///
/// Building and rearranging recipes costs nothing; only the renderer evaluates them, when a sink asks.
public indirect enum Picture: Hashable, Sendable {
  /// An entry of a source, as it is.
  case entry(EntryReference)
  /// A page of one gray level and of the given size; where no size is known, its neighbors'.
  case blank(Blank)
  /// A drawing.
  case drawn(AnyDrawing)
  /// Work on one or more other pictures.
  case derived(AnyPictureOperation, [Picture])

  /// A blank page.
  public struct Blank: Hashable, Sendable {
    /// Pixels, nil: taken from the pages beside it.
    public var size: Size?
    /// Why it is there, for plans and receipts: `spine item without a picture`, `damaged page`.
    public var reason: String

    public init(size: Size?, reason: String) {
      self.size = size
      self.reason = reason
    }
  }

  public static func derived(_ operation: some PictureOperation, _ inputs: [Picture]) -> Picture {
    .derived(AnyPictureOperation(operation), inputs)
  }

  public static func drawn(_ drawing: some Drawing) -> Picture { .drawn(AnyDrawing(drawing)) }

  /// The source entries the recipe draws on, in its order.
  public var entries: [EntryReference] {
    switch self {
    case .entry(let reference): [reference]
    case .blank: []
    case .drawn(let drawing): drawing.entries
    case .derived(_, let inputs): inputs.flatMap(\.entries)
    }
  }

  /// The same recipe over other entries.
  public func mapping(_ entry: (EntryReference) -> EntryReference) -> Picture {
    switch self {
    case .entry(let reference): .entry(entry(reference))
    case .blank: self
    case .drawn(let drawing): .drawn(drawing.mapping(entry))
    case .derived(let operation, let inputs): .derived(operation, inputs.map { $0.mapping(entry) })
    }
  }

  /// The entries that are pictures, those that drawings are laid on among them.
  public var pictureEntries: [EntryReference] {
    switch self {
    case .entry(let reference): [reference]
    case .blank: []
    case .drawn(let drawing): drawing.base.layers.flatMap(\.pictureEntries)
    case .derived(_, let inputs): inputs.flatMap(\.pictureEntries)
    }
  }

  /// The entries whose own pixels it shows: none of those that are drawn on. Without any, nothing in it can be
  /// called a source's picture encoded again.
  public var shownEntries: [EntryReference] {
    switch self {
    case .entry(let reference): [reference]
    case .blank, .drawn: []
    case .derived(_, let inputs): inputs.flatMap(\.shownEntries)
    }
  }

  /// The first drawing in it, nil where nothing is drawn.
  public var drawing: AnyDrawing? {
    switch self {
    case .entry, .blank: nil
    case .drawn(let drawing): drawing
    case .derived(_, let inputs): inputs.lazy.compactMap(\.drawing).first
    }
  }

  /// The recipe on one line, as plans print it.
  public var recipe: String {
    switch self {
    case .entry(let reference): reference.name
    case .blank(let blank): "blank (\(blank.reason))"
    case .drawn(let drawing): drawing.description
    case .derived(let operation, let inputs):
      "\(operation.description) of \(inputs.map(\.recipe).joined(separator: " + "))"
    }
  }
}

/// A source a book draws on; the run's context holds the open file behind it.
public struct SourceID: Hashable, Sendable, Comparable {
  /// 0 for the book's own source, counting up for others opened beside it.
  public var ordinal: Int
  /// Which of the sources that were gathered into one book it belongs to, counted from 0 in reading order. No part
  /// of what pages are called: that must not depend on which others there are.
  public var input: Int

  public init(_ ordinal: Int, input: Int = 0) {
    self.ordinal = ordinal
    self.input = input
  }
  public static let main = SourceID(0)
  public static func < (left: SourceID, right: SourceID) -> Bool {
    (left.input, left.ordinal) < (right.input, right.ordinal)
  }
}

/// One entry of one source, as a value.
public struct EntryReference: Hashable, Sendable {
  public var source: SourceID
  /// The entry's place in its container's listing; names alone may occur twice.
  public var key: Int
  /// The entry's decoded name, for people.
  public var name: String

  public init(source: SourceID, key: Int, name: String) {
    self.source = source
    self.key = key
    self.name = name
  }
}
