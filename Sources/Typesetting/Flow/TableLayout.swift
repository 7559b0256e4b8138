import BookModel
import Diagnostics

extension FlowLayout {
  func add(_ table: TableBox, _ style: ComputedStyle, x: Extent, width: Extent) throws(Diagnostic) {
    for caption in table.captions where !caption.style.type.captionIsBelow {
      try add(caption, x: x, width: width)
    }
    for row in table.rows { for cell in row { try add(cell.box, x: x, width: width) } }
    for caption in table.captions where caption.style.type.captionIsBelow {
      try add(caption, x: x, width: width)
    }
  }
}
