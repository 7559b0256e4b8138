import BookModel

/// What stands in the lines of one paragraph: its text with white space settled, and what is bound to places of it.
/// All places are bytes of the text.
struct InlineContent {
  /// UTF-8. A line feed is a forced break, U+FFFC an object's place.
  var bytes: [UInt8] = []
  /// In order and without gaps.
  var runs: [Run] = []
  var objects: [Int: InlineBox] = [:]
  /// In order.
  var anchors: [(place: Int, id: String)] = []
  /// References to notes, in order.
  var notes: [(place: Int, note: Int)] = []
  /// In order.
  var floats: [(place: Int, box: Box)] = []
  /// In order.
  var rubies: [Ruby] = []
  /// Whether a break was forced between words.
  var hasForcedBreak = false

  struct Run {
    var range: Range<Int>
    var style: ComputedStyle
    /// Whether the book's text doesn't have it: numbers of lists, what sheets put in.
    var isGenerated: Bool
  }

  /// What is written over some of the text.
  struct Ruby {
    var range: Range<Int>
    var text: String
    var style: ComputedStyle
    /// A mark that was put in, not text of the book.
    var isGenerated = false
  }

  enum InlineBox {
    case picture(PictureBox)
    case space(Extent)
  }

  /// The same text in other styles.
  func mapStyles(_ change: (ComputedStyle) -> ComputedStyle) -> InlineContent {
    var content = self
    for run in content.runs.indices { content.runs[run].style = change(content.runs[run].style) }
    for ruby in content.rubies.indices { content.rubies[ruby].style = change(content.rubies[ruby].style) }
    return content
  }
}
