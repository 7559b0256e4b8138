public import BookModel

/// Where a document of a fixed layout puts its pictures, to be worked out once their own sizes are known.
public struct PageScene: Sendable {
  /// What stands at one place of the document.
  enum Subject: Sendable {
    /// A picture, by its number among those of the item.
    case picture(Int)
    /// A document shown as pictures are; its first picture's number among those of the item.
    case scene(PageScene, first: Int)
  }

  /// The size its viewport states.
  public var viewport: Size?
  let root: PageBox
  /// What each picture of the document turned out to be; nil where nothing was found.
  var subjects: [Subject?] = []

  /// Where the pictures lie, the lowest first.
  ///
  /// - Parameter size: a picture's own, by its number; nil where it is not known.
  public func placements(_ size: @escaping (Int) -> Size?) -> [PlacedPicture] {
    SceneLayout.placements(of: self, size, depth: 0)
  }
}

/// A picture in its place on a page.
public struct PlacedPicture: Sendable, Hashable {
  /// Its number among the item's.
  public var picture: Int
  /// In CSS pixels of the page; nil where the place could not be worked out.
  public var frame: Frame?
  /// What of the page it is cut to.
  public var clip: Frame?
  public var opacity = 1.0
  public var multiplies = false
  /// Whether it fills what it is cut to again and again.
  public var repeats = false
  public var isBackground = false
  /// Whether it stands where what is before it ends, rather than in a place of its own.
  public var isInFlow = false

  public init(picture: Int, frame: Frame?) {
    self.picture = picture
    self.frame = frame
  }

  /// What of it can be seen on a page.
  public func visible(on page: Frame?) -> Frame? {
    frame.map { (repeats ? clip ?? $0 : $0).intersection(clip).intersection(page) }
  }

  /// Whether its numbers are such as pages have.
  var isReasonable: Bool {
    [frame, clip].compactMap(\.self).allSatisfy { frame in
      [frame.x, frame.y, frame.width, frame.height].allSatisfy { abs($0) < 1e7 }
    }
  }
}
