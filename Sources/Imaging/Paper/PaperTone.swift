import CKernels

/// The tone of a paper: what black and white become, and the color of its fibers.
struct PaperTone {
  /// The colors of black, white and the fibers, as red, green and blue from 0 to 1.
  let floor: [Double]
  let ceiling: [Double]
  let tint: [Double]

  init(_ settings: PaperSettings) {
    func between(_ neutral: Double, _ warm: [Double]) -> [Double] {
      warm.map { neutral + ($0 - neutral) * settings.warmth }
    }
    floor = between(0.145, [0.16, 0.14, 0.11]).map { $0 * settings.blackLift }
    ceiling = between(0.93, [0.96, 0.92, 0.82])
    tint = between(0.92, [0.95, 0.90, 0.78])
  }

  private static let lumaWeights = [0.299, 0.587, 0.114]
  private static let saturation = 0.92
  private static let contrast = 0.96
  /// The range of luma over which the grain's body fades in.
  private static let body = 0.10...0.55

  /// Combines tone and ease into one linear map of levels, together with what the grain needs.
  ///
  /// A toned channel is `in * (ceiling - floor) + floor`; easing mixes in the luma of the three channels,
  /// which is also linear, and pulls everything towards 0.5. The luma after that, which weights the grain's
  /// body, is the same weighted sum of the channels on another scale.
  func kernel(_ settings: PaperSettings) -> kernel_paper {
    let (saturation, contrast, body) = (PaperTone.saturation, PaperTone.contrast, PaperTone.body)
    let mixed = (1 - saturation) * contrast
    let center = 0.5 - 0.5 * contrast
    let weights = PaperTone.lumaWeights
    let range = zip(ceiling, floor).map { $0 - $1 }
    let darkest = zip(weights, floor).reduce(0) { $0 + $1.0 * $1.1 }
    let steepness = 1 / (body.upperBound - body.lowerBound)

    var kernel = kernel_paper()
    kernel.gain = floats { range[$0] * saturation * contrast }
    kernel.shared = floats { weights[$0] * range[$0] * mixed }
    kernel.lift = floats { 255 * (floor[$0] * saturation * contrast + darkest * mixed + center) }
    kernel.light = floats { tint[$0] * settings.showThrough }
    kernel.slope = Float(contrast / mixed / 255 * steepness)
    kernel.start = Float((darkest * contrast + center - body.lowerBound) * steepness)
    kernel.grain = Float(settings.grain)
    return kernel
  }

  private func floats(_ channel: (Int) -> Double) -> (Float, Float, Float) {
    (Float(channel(0)), Float(channel(1)), Float(channel(2)))
  }
}
