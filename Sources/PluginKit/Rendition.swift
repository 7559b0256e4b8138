public import BookModel
public import Imaging

/// Another picture of a page that a sink needs beside the page's own: a thumbnail, a smaller one for narrow
/// screens. All of them, and the page itself, are made of one decoding.
public struct Rendition: Hashable, Sendable {
  /// What the sink finds it by.
  public var name: String
  /// The most pixels it has on either side. All of the page is seen, in its own shape and never enlarged.
  public var box: Size
  /// How it is encoded; what is left at `auto` follows the page.
  public var encoding: PictureEncoding

  public init(_ name: String, within box: Size, encoding: PictureEncoding = PictureEncoding()) {
    self.name = name
    self.box = box
    self.encoding = encoding
  }

  /// One of a width, as high as the page then is.
  public init(_ name: String, width: Int, encoding: PictureEncoding = PictureEncoding()) {
    self.init(name, within: Size(width: width, height: 1 << 24), encoding: encoding)
  }
}

/// A picture that has been made, and its facts.
public struct RenderedPicture: Hashable, Sendable {
  public var image: EncodedImage
  public var facts: PictureFacts

  public init(image: EncodedImage, facts: PictureFacts) {
    self.image = image
    self.facts = facts
  }
}
