import Testing

@testable import PipelineFile

@Suite("stages in an order that spoils their work") struct StageOrderTests {
  @Test(
    "is warned of",
    arguments: [
      ("paper", "grayscale"), ("paper", "resize"), ("paper", "levels"), ("paper", "quantize"),
      ("quantize", "resize"), ("quantize", "paper"), ("paper", "join"), ("split", "crop"), ("device", "turn"),
      ("device", "rotate"),
    ])
  func spoiled(earlier: String, later: String) {
    #expect(StageOrder.reason(against: earlier, before: later) != nil)
    #expect(
      StageOrder.reason(against: later, before: earlier) == nil || (earlier, later) == ("quantize", "paper")
        || (earlier, later) == ("paper", "quantize"))
  }

  @Test("the order of convert's flags spoils nothing")
  func convert() {
    let order = [
      "rotate", "crop", "split", "join", "levels", "grayscale", "resize", "device", "sharpen", "border",
      "paper", "encode",
    ]
    for (index, earlier) in order.enumerated() {
      for later in order[(index + 1)...] {
        #expect(StageOrder.reason(against: earlier, before: later) == nil, "\(earlier), \(later)")
      }
    }
  }
}
