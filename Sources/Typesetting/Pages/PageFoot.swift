import BookModel

/// The notes at the foot of pages: each on the page that refers to it, or begun there and carried over.
struct PageFoot {
  /// A strip of a note, with the text it is of.
  struct Waiting {
    var strip: Strip
    var note: Int
  }

  private let notes: [Int: Flow]
  /// Between the text and the notes, with the line above them.
  let gap: Extent
  private let depth: Extent
  private var waiting: [Waiting] = []

  init(_ notes: [Int: Flow], gap: Extent, depth: Extent) {
    self.notes = notes
    self.gap = gap
    self.depth = depth
  }

  var hasNotes: Bool { !waiting.isEmpty }

  /// What a page keeps free for notes, as its text is taken line by line.
  struct Room {
    /// What is kept free.
    var reserved: Extent = 0
    /// What all notes of the page would take.
    fileprivate var whole: Extent = 0
  }

  /// The room that notes carried over from earlier pages take: half of a page at most.
  func begin() -> Room {
    guard let first = waiting.first else { return Room() }
    let whole = gap + waiting.reduce(0) { $0 + $1.strip.space + $1.strip.height }
    let least = min(gap + first.strip.extent, depth)
    return Room(reserved: max(least, min(whole, depth / 2)), whole: whole)
  }

  /// The room once a strip with notes is added; nil where the last of them could not even begin.
  ///
  /// - Parameter free: what there is below the strip.
  func room(_ room: Room, adding notes: [Int], free: Extent) -> Room? {
    let flows = notes.compactMap { self.notes[$0] }.filter { !$0.strips.isEmpty }
    guard let last = flows.last else { return room.reserved <= free ? room : nil }
    var whole = room.whole == 0 ? gap : room.whole
    for flow in flows.dropLast() { whole += PageFoot.height(of: flow.strips[...]) }
    let least = whole + PageFoot.height(of: last.strips.prefix(2))
    whole += PageFoot.height(of: last.strips[...])
    guard least <= free else { return nil }
    return Room(reserved: min(whole, free), whole: whole)
  }

  private static func height(of strips: ArraySlice<Strip>) -> Extent {
    strips.reduce(0) { $0 + $1.space + $1.height }
  }

  /// Takes what stands at the foot of a page.
  ///
  /// - Parameters:
  ///   - strips: the page's text.
  ///   - free: what there is below it.
  mutating func take(for strips: ArraySlice<Strip>, free: Extent) -> [Waiting] {
    for note in strips.lazy.flatMap(\.notes) {
      guard let flow = notes[note] else { continue }
      waiting += flow.strips.enumerated().map { number, strip in
        var strip = strip
        // Notes follow each other without much room between them.
        strip.space = number == 0 ? 0 : strip.space
        return Waiting(strip: strip, note: note)
      }
    }
    guard !waiting.isEmpty else { return [] }
    var used = gap
    var count = 0
    while count < waiting.count {
      let strip = waiting[count].strip
      let height = (count == 0 ? 0 : strip.space) + strip.extent
      // A page that has nothing else takes one strip whatever its height.
      guard used + height <= free || count == 0 && strips.isEmpty else { break }
      used += (count == 0 ? 0 : strip.space) + strip.height
      count += 1
    }
    // No single line of a note is left behind if more than that fits.
    while count > 2, count < waiting.count, waiting[count].strip.breakBefore == .avoided { count -= 1 }
    let taken = Array(waiting.prefix(count))
    waiting.removeFirst(count)
    return taken
  }
}
