import BookModel

/// The notes that wait for the foot of a page.
struct PageFoot {
  init(_ notes: [Int: Flow], gap: Extent, depth: Extent) {}
  var hasNotes: Bool { false }
  mutating func begin() -> Extent { 0 }
  func reserved(for notes: [Int], beside room: Extent) -> Extent { room }
  mutating func add(_ notes: [Int], to room: Extent) -> Extent { room }
  mutating func take(for strips: ArraySlice<Strip>) -> [Strip] { [] }
}
