/// What another format's encoder is told for a quality on libjpeg's scale, so that the result looks alike.
struct LossyQuality {
  /// Pairs of libjpeg's quality and the format's own, ascending; between them it is linear.
  let points: [(jpeg: Float, own: Float)]

  /// 50 to 80 by structural dissimilarity over photographs (M. Ubl, "AVIF and WebP image quality settings",
  /// industrialempathy.com, 2020); above that the scales meet at 100.
  static let webP = LossyQuality(points: [(1, 1), (50, 55), (60, 64), (70, 72), (80, 82), (100, 100)])
  static let avif = LossyQuality(points: [(1, 1), (50, 48), (60, 51), (70, 56), (80, 64), (100, 100)])

  func value(for quality: Int) -> Float {
    let quality = Float(min(max(quality, 1), 100))
    for (low, high) in zip(points, points.dropFirst()) where quality <= high.jpeg {
      return low.own + (high.own - low.own) * (quality - low.jpeg) / (high.jpeg - low.jpeg)
    }
    return 100
  }
}
