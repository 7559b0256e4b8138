public import BookModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Spreads the levels between a black and a white point over all levels, with a gamma curve.
public struct LevelsOperation: PointOperation {
  public static let name = "levels"

  /// This level and everything darker becomes black.
  public let black: Int
  /// This level, above `black`, and everything lighter becomes white.
  public let white: Int
  /// Above 1 lightens the levels in between; below 1 darkens them.
  public let gamma: Double
  public let levels: [UInt8]

  public init(black: Int = 0, white: Int = 255, gamma: Double = 1) {
    self.black = black
    self.white = white
    self.gamma = gamma
    levels = LevelsOperation.curve(black: black, white: white, gamma: gamma)
  }

  public var parameters: String { "\(black) \(white) \(gamma)" }

  /// Whether the operation has no effect.
  public var isIdentity: Bool { levels == Array(0...255) }

  public func facts(of inputs: [PictureFacts]) -> PictureFacts? {
    inputs.count == 1 ? inputs.first?.reworked(inputs[0].size) : nil
  }

  public static func == (left: LevelsOperation, right: LevelsOperation) -> Bool {
    left.black == right.black && left.white == right.white && left.gamma == right.gamma
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(black)
    hasher.combine(white)
    hasher.combine(gamma)
  }

  static func curve(black: Int, white: Int, gamma: Double) -> [UInt8] {
    precondition(black < white && gamma > 0, "the white point lies above the black one")
    return (0...255).map { level in
      let place = min(1, max(0, Double(level - black) / Double(white - black)))
      return UInt8((255 * (gamma == 1 ? place : pow(place, 1 / gamma))).rounded())
    }
  }
}
