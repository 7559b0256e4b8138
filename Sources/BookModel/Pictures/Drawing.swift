/// A picture that is drawn at whatever size is asked for: set text, a vector page, layers laid on one
/// another, a contact sheet. Described, not drawn; Imaging refines it with the work.
public protocol Drawing: Hashable, Sendable {
  /// The name users know it by: `text`, `sheet`.
  static var name: String { get }
  /// Every parameter that changes the pixels, in one canonical form, its layers left out.
  var parameters: String { get }
  /// What is known before it is drawn. Its size is the one it is drawn in unless another is asked for;
  /// its format is the one it is written in unless another is asked for.
  var facts: PictureFacts { get }
  /// The pictures it draws on, in its own order.
  var layers: [Picture] { get }
  /// Entries of a source whose bytes it draws from and that aren't pictures: a page of a document, a font.
  var material: [EntryReference] { get }
  /// The same drawing over other entries: those of its layers and its material are put through `entry`.
  func mapping(_ entry: (EntryReference) -> EntryReference) -> Self
}

extension Drawing {
  public var layers: [Picture] { [] }
  public var material: [EntryReference] { [] }
}

/// Any drawing, comparable with any other.
public struct AnyDrawing: Hashable, Sendable {
  public let base: any Drawing

  public init(_ base: any Drawing) { self.base = base }

  public static func == (left: AnyDrawing, right: AnyDrawing) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }

  public var name: String { type(of: base).name }

  /// The same drawing over other entries.
  public func mapping(_ entry: (EntryReference) -> EntryReference) -> AnyDrawing {
    AnyDrawing(base.mapping(entry))
  }

  /// The source entries it draws on, in its order.
  public var entries: [EntryReference] { base.material + base.layers.flatMap(\.entries) }

  /// `name(parameters)`, as plans print it, and what lies on it.
  public var description: String {
    let layers = base.layers.map(\.recipe)
    return "\(name)(\(base.parameters))" + (layers.isEmpty ? "" : " on " + layers.joined(separator: " + "))
  }
}
