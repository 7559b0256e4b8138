public import BookModel
public import Diagnostics
public import Imaging

/// A picture operation that works on an encoded picture, not on pixels: what other programs do.
public protocol EncodedOperation: PictureOperation {
  /// The format its result has; nil: that of the picture it is given.
  var format: ImageFormat? { get }
  /// The format it wants the picture in; nil: any.
  var inputFormat: ImageFormat? { get }

  /// Does the work, on the calling thread. The result is a picture of the format announced, checked like one that was
  /// read.
  func apply(to image: EncodedImage, at workplace: Workplace) throws(Diagnostic) -> EncodedImage
}

/// What an operation on encoded pictures may use.
public struct Workplace: Sendable {
  /// Where temporary files may lie.
  public var scratch: FilePath
  public var limits: Limits
  public var report: @Sendable (Diagnostic) -> Void

  public init(scratch: FilePath, limits: Limits, report: @escaping @Sendable (Diagnostic) -> Void) {
    self.scratch = scratch
    self.limits = limits
    self.report = report
  }
}

extension Picture {
  /// Whether another program takes part in making it.
  public var needsProgram: Bool {
    guard case .derived(let operation, let inputs) = self else { return false }
    return operation.base is any EncodedOperation || inputs.contains(where: \.needsProgram)
  }
}
