/// Work on a picture that some formats can do without decoding it: on a JPEG's coefficients, where the edges
/// of its blocks allow.
public enum LosslessTransform: Hashable, Sendable {
  case turn(QuarterTurn)
  case flip(FlipAxis)
  case crop(Rectangle)
}

/// Turns by right angles, clockwise, by degrees.
public enum QuarterTurn: Int, Hashable, Sendable, CaseIterable {
  case right = 90
  case around = 180
  case left = 270

  /// The size of a picture so turned.
  public func turned(_ size: Size) -> Size {
    self == .around ? size : Size(width: size.height, height: size.width)
  }
}

/// Which way a picture is mirrored.
public enum FlipAxis: String, Hashable, Sendable, CaseIterable {
  /// Left and right change places.
  case horizontal
  /// Top and bottom change places.
  case vertical
}
