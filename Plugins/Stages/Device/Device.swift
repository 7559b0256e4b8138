public import BookModel
public import Diagnostics
import Imaging
public import Options
public import PluginKit

extension Rule {
  public static let wideOnUprightScreen = Rule(
    "wide-on-upright-screen", .input,
    "Wide pages become very small when they are fitted to an upright screen.",
    advice: "Add 'turn' or 'split' before 'device', or hold the device sideways.")
}

/// Adapts pages to a device: no larger than its screen, gray if it has no color, and in a suitable format.
///
/// Wide pages are fitted to the screen turned by 90 degrees, whether a later stage, the device or the reader
/// turns it. Nothing is lost, since a screen held upright reduces them itself. JPEG keeps all grays and
/// leaves it to the device to choose among its own. A device with few grays gets PNG with just these,
/// dithered, because its own choice shows bands.
public struct DeviceStage: Stage {
  public static let name = "device"
  public static let summary =
    "Fits pages to a device: its size, its colors or grays, a suitable format."
  public static let example = """
    - device: KPW5
    """
  public static let rules: [Rule] = [.wideOnUprightScreen]
  public static let orderWarnings: [OrderWarning] = [
    .before("turn", "pages are fitted as they lie now, and halves are not fitted again"),
    .before("rotate", "the page no longer fits the screen it was made for"),
  ]

  public struct Settings: OptionGroup, Hashable {
    public var profile: DeviceCode?
    public var size: Size?
    public var levels: Int?
    public var color: Bool?
    public var format = Format.auto
    public var wide = Wide.turned
    public var enlarge = false

    public init() {}

    public static let options: [Option<Settings>] = [
      Option(
        "profile", \.profile, shortForm: true,
        "The device, by its name or code; for OTHER, set 'size'."),
      Option("size", \.size, "The size of the screen held upright, instead of the profile's."),
      Option("levels", \.levels, in: 2...256, "How many grays it shows, instead of the profile's."),
      Option("color", \.color, "Whether it shows colors, overriding the profile."),
      Option(
        "format", \.format,
        "What pages are written as: PNG has only the device's grays; 'auto' is that below 15 grays, else JPEG."
      ),
      Option(
        "wide", \.wide, "Whether wide pages are fitted to the screen turned by a quarter, or held upright."),
      Option("enlarge", \.enlarge, "Also enlarge pages that are smaller than the screen."),
    ]
  }

  public enum Format: String, OptionEnumeration, Hashable { case auto, jpeg, png }

  public enum Wide: String, OptionEnumeration, Hashable { case turned, upright }

  private let resize: ResizeOperation
  private let hasColor: Bool
  private let levels: Int
  private let format: OutputFormat

  public init(_ settings: Settings) throws(Diagnostic) {
    let profile = settings.profile?.profile
    guard let size = settings.size ?? profile?.size else {
      throw .error(
        .optionValue, "stage 'device' needs a device or the size of its screen",
        remedy: "give a profile such as KPW5 (`leporello plugins device` lists them), or 'size'")
    }
    var resize = ResizeOperation(size: size)
    resize.enlarge = settings.enlarge
    resize.turnsForWide = settings.wide == .turned
    self.resize = resize
    hasColor = settings.color ?? profile?.hasColor ?? false
    levels = settings.levels ?? profile?.levels ?? 16
    let isPNG = settings.format == .auto ? !hasColor && levels < 15 : settings.format == .png
    format = isPNG ? .png : .jpeg
  }

  public func apply(
    to book: Book, selecting selection: PageSelection, in context: any BookContext
  ) async throws(Diagnostic) -> Book {
    try resize.check(context.limits)
    if !resize.turnsForWide { try await warn(of: book, selection, context) }
    var book = try await book.changingPictures(of: selection) { page throws(Diagnostic) in
      try await shown(page.picture, context)
    }
    var encoding = PictureEncoding()
    encoding.format = format
    for index in book.pages.indices where selection.contains(book.pages[index]) {
      book.pages[index].encoding = book.pages[index].encoding ?? encoding
    }
    return book
  }

  /// Grayscale comes first, so that there is less to resize and JPEGs are decoded without color.
  private func shown(_ picture: Picture, _ context: any BookContext) async throws(Diagnostic) -> Picture {
    var picture = picture
    if !hasColor, try await context.factsIfSound(of: picture)?.color != .gray {
      picture = .derived(GrayscaleOperation(mode: .always), [picture])
    }
    picture = try await context.resized(picture, by: resize) ?? picture
    if !hasColor, format == .png, levels < 256 {
      let grays = DeviceProfile.grays(levels)
      picture = .derived(QuantizeOperation(levels: grays, dither: .diffusion), [picture])
    }
    return picture
  }

  private func warn(
    of book: Book, _ selection: PageSelection, _ context: any BookContext
  ) async throws(Diagnostic) {
    guard resize.size.width < resize.size.height else { return }
    var wide: [(name: String, from: Size, to: Size)] = []
    for page in book.pages where selection.contains(page) {
      guard let size = try await context.approximateSize(of: page.picture) else { continue }
      let canvas = resize.geometry(of: size).canvas
      guard size.aspect > ResizeOperation.wideAspect, canvas.width < size.width else { continue }
      wide.append((page.sourceName, size, canvas))
    }
    guard let first = wide.first else { return }
    let pages = wide.count == 1 ? "a wide page is" : "\(wide.count) wide pages are"
    let which = wide.count == 1 ? ": " : ", the first one: "
    context.report(
      .warning(
        .wideOnUprightScreen,
        "\(pages) fitted to the upright screen\(which)'\(first.name)', \(first.from), becomes \(first.to)",
        remedy: "leave 'wide' at 'turned', or split wide pages before stage 'device'"))
  }
}

extension DeviceStage {
  public static var tables: [PluginTable] {
    [
      PluginTable(
        "profiles", ["code", "device", "size", "grays", "color"],
        DeviceProfile.all.map {
          [$0.code, $0.name, $0.size.description, String($0.levels), $0.hasColor ? "yes" : "no"]
        })
    ]
  }
}
