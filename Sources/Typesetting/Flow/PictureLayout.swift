import BookModel
import Diagnostics

/// Pictures in a flow, never larger than the page.
extension FlowLayout {
  /// A picture that stands by itself.
  func add(_ box: PictureBox, x: Extent, width: Extent) throws(Diagnostic) {
    anchors += box.anchors
    let size = pictureSize(box, in: (width, pageHeight))
    var strip = Strip(height: size.height)
    let style = box.style.box
    let slack = width - size.width
    let offset: Extent
    switch (style.margin.left, style.margin.right, box.style.type.align) {
    case (.auto, .auto, _): offset = slack / 2
    case (.auto, _, _): offset = slack
    case (_, _, .center): offset = slack / 2
    case (_, _, .right): offset = slack
    default: offset = box.style.type.direction == .rightToLeft ? slack : 0
    }
    strip.marks = [
      .picture(box.picture.entry, MarkArea(x: x + offset, y: 0, width: size.width, height: size.height))
    ]
    append(strip)
  }

  /// The size a picture is shown in: as its element asks, else its own, in proportion and within a room.
  func pictureSize(_ box: PictureBox, in room: (width: Extent, height: Extent)) -> (
    width: Extent, height: Extent
  ) {
    let style = box.style.box
    let isTurned = box.style.type.isVertical
    let own = box.picture.size
    let natural = (
      width: max(1, Double(isTurned ? own.height : own.width)),
      height: max(1, Double(isTurned ? own.width : own.height))
    )
    let scale = measures.settings.fontSize / 16 * Double(Extent.pixel)
    let aspect = natural.width / natural.height
    let asked = (
      width: style.width.resolved(of: room.width).map(Double.init),
      // A part of a height that nobody knows is none.
      height: style.height.resolved(of: room.height).map(Double.init)
    )
    var width: Double
    var height: Double
    switch (asked.width, asked.height) {
    case (let wide?, let high?) where wide > 0 && high > 0: (width, height) = (wide, high)
    case (let wide?, _) where wide > 0: (width, height) = (wide, wide / aspect)
    case (_, let high?) where high > 0: (width, height) = (high * aspect, high)
    default: (width, height) = (natural.width * scale, natural.height * scale)
    }
    // Both sides in percent mean a frame that the picture fills in its own proportions.
    if width / height > aspect * 1.5 || width / height < aspect / 1.5 {
      if width / height > aspect { width = height * aspect } else { height = width / aspect }
    }
    let most = (
      width: min(Double(room.width), style.maxWidth.resolved(of: room.width).map(Double.init) ?? .infinity),
      height: min(
        Double(room.height), style.maxHeight.resolved(of: room.height).map(Double.init) ?? .infinity)
    )
    let shrink = min(1, max(1, most.width) / width, max(1, most.height) / height)
    return (
      max(Extent.pixel, .clamped((width * shrink).rounded(.down))),
      max(Extent.pixel, .clamped((height * shrink).rounded(.down)))
    )
  }
}
