import BookModel

/// How often a component of a JPEG is sampled (ITU-T T.81 §B.2.2), and which quantization table it uses.
struct JPEGComponent {
  let across: Int
  let down: Int
  let table: Int
}

extension JPEGSampling {
  /// The nearest sampling we write that keeps at least as much of the color as a frame's components: 4:1:1
  /// counts as 4:2:2, 4:1:0 as 4:2:0, 4:4:0 as 4:4:4. Nil for gray.
  init?(_ components: [JPEGComponent]) {
    guard components.count >= 3, let luma = components.first else { return nil }
    let colors = components[1...2]
    let halvesAcross = colors.allSatisfy { luma.across >= $0.across * 2 }
    let halvesDown = colors.allSatisfy { luma.down >= $0.down * 2 }
    self = halvesAcross ? (halvesDown ? .quarter : .half) : .full
  }
}
