public import BookModel
public import Diagnostics
public import Imaging
public import Options
public import PluginKit

extension Rule {
  public static let resizeLimit = Rule(
    "resize-limit", .limit, "Pages would get more pixels than one picture may have.",
    advice: "Choose a smaller size.")
}

/// Resizes pages. A page that already fits is copied.
public struct ResizeStage: Stage {
  public static let name = "resize"
  public static let summary =
    "Makes pages smaller: to fit a size, to fill it, with a border up to it, or stretched to it."
  public static let example = """
    - resize: { size: 1264x1680, mode: fit }
      where: width > 1264 or height > 1680
    """
  public static let rules: [Rule] = [.resizeLimit]

  public struct Settings: OptionGroup, Hashable {
    public var size: Size?
    public var mode = ResizeMode.fit
    public var enlarge = false
    public var kernel = ResamplingKernel.auto
    public var light = ResamplingLight.encoded
    public var background = Color.white
    public var decode = ReducedDecoding.good

    public init() {}

    public static let options: [Option<Settings>] = [
      Option("size", \.size, shortForm: true, "The size of the resulting pages; required."),
      Option(
        "mode", \.mode,
        "Fit the page within the size, cut it to the shape, pad it, or stretch it."),
      Option("enlarge", \.enlarge, "Also enlarge pages; otherwise smaller ones keep their pixels."),
      Option(
        "kernel", \.kernel,
        "How pixels are weighted; 'auto' is catmullRom to shrink and mitchell to enlarge."),
      Option(
        "light", \.light,
        "What is averaged: stored samples, which keeps ink black, or light, for photographs."),
      Option("background", \.background, "The color of the border that mode 'pad' puts around pages."),
      Option(
        "decode", \.decode,
        "Whether a JPEG may be decoded smaller: never, down to twice the result's size, or down to the result's."
      ),
    ]

    public func validate(_ node: YAMLNode, _ decoder: inout OptionDecoder) {
      if mode != .pad {
        decoder.warnUseless(["background"], in: node, "only 'mode: pad' puts a border around")
      }
    }
  }

  private let operation: ResizeOperation

  public init(_ settings: Settings) throws(Diagnostic) {
    guard let size = settings.size else {
      throw .error(.optionValue, "stage 'resize' needs a size", remedy: "give it, for example 1264x1680")
    }
    var operation = ResizeOperation(size: size, mode: settings.mode)
    operation.enlarge = settings.enlarge
    operation.kernel = settings.kernel
    operation.light = settings.light
    operation.background = settings.background
    operation.decoding = settings.decode
    self.operation = operation
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    try operation.check(context.limits)
    return try await book.changingPictures(of: selection) { page throws(Diagnostic) in
      try await context.resized(page.picture, by: operation)
    }
  }
}

extension ResizeOperation {
  /// - Throws: `resize-limit`.
  func check(_ limits: Limits) throws(Diagnostic) {
    guard size.area > limits.maxPixels else { return }
    throw .error(
      .resizeLimit, "pages of \(size) have \(size.area) pixels; at most \(limits.maxPixels) are allowed",
      remedy: "choose a smaller size, or raise --max-pixels")
  }
}

extension BookContext {
  /// The resized picture; nil if it is known to have the right size already.
  func resized(_ picture: Picture, by operation: ResizeOperation) async throws(Diagnostic) -> Picture? {
    if let size = try await factsIfSound(of: picture)?.size, operation.geometry(of: size).isIdentity(of: size)
    {
      return nil
    }
    return .derived(operation, [picture])
  }
}
