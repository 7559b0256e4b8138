/// Work on pictures, described but not done: its name, its parameters and the facts that will result.
///
/// Imaging refines it with the work on pixels; a plugin may bring its own.
public protocol PictureOperation: Hashable, Sendable {
  /// The name users know it by: `crop`, `join`, `paper`.
  static var name: String { get }
  /// The stage that asks for it, where one operation serves several; else its name.
  var stageName: String { get }
  /// Every parameter that changes the result, in one canonical form.
  var parameters: String { get }
  /// The facts of the result, nil where only the pixels can tell. Inputs are in the order of the recipe.
  func facts(of inputs: [PictureFacts]) -> PictureFacts?
  /// Whether every sample of the result is one of the inputs' (a stack, a crop, a quarter turn): stored by a
  /// lossless codec, such a result has lost nothing.
  var keepsSamples: Bool { get }
  /// Whether only the pixels can tell if there is anything to do: automatic margins, color or levels.
  var dependsOnContent: Bool { get }
  /// The same work as one that may be done without decoding; nil where it cannot be.
  var lossless: LosslessTransform? { get }
}

extension PictureOperation {
  public var stageName: String { Self.name }
  public var keepsSamples: Bool { false }
  public var lossless: LosslessTransform? { nil }
  public var dependsOnContent: Bool { false }
}

/// Any picture operation, comparable with any other.
public struct AnyPictureOperation: Hashable, Sendable {
  public let base: any PictureOperation

  public init(_ base: any PictureOperation) { self.base = base }

  public static func == (left: AnyPictureOperation, right: AnyPictureOperation) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }

  /// `name(parameters)`, as plans print it.
  public var description: String { "\(base.stageName)(\(base.parameters))" }
}
