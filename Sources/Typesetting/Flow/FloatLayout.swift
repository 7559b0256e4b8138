import BookModel
import Diagnostics

/// Boxes beside lines: letters, pictures, narrow notes.
extension FlowLayout {
  /// A float, or a plain block where it can't be one.
  func addFloatOrBlock(_ box: Box, x: Extent, width: Extent, beside style: ComputedStyle? = nil)
    throws(Diagnostic)
  {
    if try !addFloat(box, x: x, width: width, beside: style) { try add(box, x: x, width: width) }
  }

  /// Puts a box beside the lines that follow.
  ///
  /// - Returns: false where it would leave no room for them: it is to be laid out as a block.
  func addFloat(_ box: Box, x: Extent, width: Extent, beside lines: ComputedStyle? = nil) throws(Diagnostic)
    -> Bool
  {
    false
  }

  func takeFloatReach() -> Extent { 0 }
  func takeFloatMarks() -> [PageMark] { [] }
}
