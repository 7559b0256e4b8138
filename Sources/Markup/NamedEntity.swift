import CXML2

/// The named entities of XHTML (`&nbsp;`, `&eacute;`…), all 253 by libxml2's table: EPUB 2 pages use them, and
/// their DTD is never read; taggers leave them in texts.
enum NamedEntity {
  /// Whether XML or XHTML knows the name.
  static func isKnown(_ name: String) -> Bool { character(name) != nil }

  /// The character a name stands for: `«` for `laquo`; nil where neither XML nor XHTML has it.
  static func character(_ name: String) -> Unicode.Scalar? {
    name == "apos" ? "'" : htmlEntityLookup(name).flatMap { Unicode.Scalar($0.pointee.value) }
  }

  /// Declares an entity of XHTML in the document being parsed, as if its internal DTD had it, so that the
  /// parser treats it alike in text and in attributes; nil for a name that XHTML does not have.
  static func declare(_ name: UnsafePointer<xmlChar>?, _ user: UnsafeMutableRawPointer?) -> xmlEntityPtr? {
    guard let name, let context = user?.assumingMemoryBound(to: xmlParserCtxt.self),
      let document = context.pointee.myDoc, let entity = htmlEntityLookup(name),
      let scalar = Unicode.Scalar(entity.pointee.value)
    else { return nil }
    if document.pointee.intSubset == nil { xmlCreateIntSubset(document, "html", nil, nil) }
    let content = Array(String(scalar).utf8) + [0]
    return xmlAddDocEntity(document, name, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, content)
  }
}
