public import BookModel

/// One box of a document's flow: what an element becomes, or what stands between elements.
struct Box {
  var style: ComputedStyle
  var content: Content
  /// The mark of a list item, beside its first line.
  var marker: ListMarker?

  indirect enum Content {
    /// One below the other.
    case blocks([Box])
    case lines(InlineContent)
    case picture(PictureBox)
    case table(TableBox)
    /// Nothing but its edges, and what leads here.
    case empty(anchors: [String])
  }
}

struct ListMarker {
  var text: String
  var style: ComputedStyle
}

/// A picture with what its element says of its size.
struct PictureBox {
  var picture: SizedPicture
  var style: ComputedStyle
  var anchors: [String] = []
}

/// A picture of the book, and how large it is.
public struct SizedPicture: Sendable, Hashable {
  public var entry: EntryReference
  /// In its own pixels.
  public var size: Size

  public init(entry: EntryReference, size: Size) {
    self.entry = entry
    self.size = size
  }
}

struct TableBox {
  var rows: [[TableCell]] = []
  /// How many rows at the beginning are a head, which is repeated on each page.
  var headCount = 0
  var captions: [Box] = []
}

struct TableCell {
  var box: Box
  var columns = 1
  var rows = 1
}
