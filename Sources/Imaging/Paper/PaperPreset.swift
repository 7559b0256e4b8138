public import Options

/// A kind of paper to print on: the strength of each part of the paper effect.
public struct PaperSettings: Hashable, Sendable {
  /// How much the fibers show through the ink, 0 to 0.8.
  public var showThrough: Double
  /// The strength of the light stock's tooth, 0 to 0.4.
  public var grain: Double
  /// From neutral gray, 0, to a warm cream, 1.
  public var warmth: Double
  /// How far black is lifted to a deep gray, 0 to 1.
  public var blackLift: Double
  /// Pixels per cell of the coarsest fibers, at least 0.5.
  public var fiberScale: Double

  public init(
    showThrough: Double, grain: Double, warmth: Double, blackLift: Double, fiberScale: Double = 2
  ) {
    self.showThrough = showThrough
    self.grain = grain
    self.warmth = warmth
    self.blackLift = blackLift
    self.fiberScale = fiberScale
  }

  public static let showThroughRange = 0.0...0.8
  public static let grainRange = 0.0...0.4
  public static let warmthRange = 0.0...1.0
  public static let blackLiftRange = 0.0...1.0
  public static let fiberScaleRange = 0.5...100.0

  /// The settings with every value in its range, as the kernels require.
  var clamped: PaperSettings {
    PaperSettings(
      showThrough: showThrough.clamped(to: Self.showThroughRange), grain: grain.clamped(to: Self.grainRange),
      warmth: warmth.clamped(to: Self.warmthRange), blackLift: blackLift.clamped(to: Self.blackLiftRange),
      fiberScale: fiberScale.clamped(to: Self.fiberScaleRange))
  }
}

/// Named papers.
public enum PaperPreset: String, OptionEnumeration, Hashable {
  case cream, newsprint, manga
  case eInk = "e-ink"

  public var settings: PaperSettings {
    switch self {
    case .cream: PaperSettings(showThrough: 0.38, grain: 0.14, warmth: 1, blackLift: 1)
    case .newsprint: PaperSettings(showThrough: 0.52, grain: 0.22, warmth: 0.55, blackLift: 1)
    case .manga: PaperSettings(showThrough: 0.20, grain: 0.09, warmth: 0.25, blackLift: 0.85)
    case .eInk: PaperSettings(showThrough: 0.30, grain: 0.12, warmth: 0, blackLift: 1)
    }
  }
}

extension Double {
  /// The nearest value in a range; its lower bound for NaN.
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    self >= range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
  }
}
