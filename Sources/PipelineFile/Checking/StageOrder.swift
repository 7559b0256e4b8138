/// Which stages spoil each other's work in which order. They are named here rather than declared by the stages,
/// because each row speaks of two.
enum StageOrder {
  private static let rows: [(earlier: String, later: String, reason: String)] = [
    ("normalize", "metadata", "what was put right is asked for anew"),
    ("paper", "grayscale", "the paper's color is lost"),
    ("paper", "resize", "the paper's grain is blurred"),
    ("paper", "levels", "the paper's tone is pulled to white"),
    ("paper", "quantize", "the paper's tone turns into bands"),
    ("paper", "device", "the paper's grain is blurred, and its color lost on a screen without color"),
    ("quantize", "resize", "resizing brings back the tones that were removed"),
    ("quantize", "device", "resizing brings back the tones that were removed"),
    ("quantize", "paper", "paper brings back the tones that were removed"),
    ("paper", "join", "each half has its own paper, and the seam shows"),
    ("split", "crop", "the halves are cropped each by itself and no longer fit"),
    ("device", "turn", "pages are fitted as they lie now, and halves are not fitted again"),
    ("device", "rotate", "the page no longer fits the screen it was made for"),
  ]

  /// Why one stage should not stand before another; nil where nothing is wrong with it.
  static func reason(against earlier: String, before later: String) -> String? {
    rows.first { $0.earlier == earlier && $0.later == later }?.reason
  }
}
