public import BookModel
public import Diagnostics

extension Rule {
  public static let markupMalformed = Rule(
    "xml-malformed", .input, "An XML document is not well-formed.",
    advice: "Fix the document in a text editor; xmllint names the places.")
  public static let markupRepaired = Rule(
    "xml-repaired", .input, "An XML document is not well-formed; what could be read of it was used.",
    advice: "Check the values; rewriting the book repairs the document.")
  public static let markupEncoding = Rule(
    "xml-encoding", .input, "An XML document is not in the encoding that it declares.",
    advice: "Save the document in the encoding named on its first line.")
  public static let markupTooLarge = Rule(
    "xml-too-large", .limit,
    "An XML document is larger or deeper, or expands to more, than the limits allow.",
    advice: """
      If you trust the book, raise the limits: --max-document-bytes, --max-depth, --max-elements, \
      --max-attributes.
      """)
}

/// What is made of a document that is not well formed.
public enum XMLParsingMode: Hashable, Sendable {
  /// It is refused, with the place of the first fault.
  case strict
  /// What can be read is taken, and every repair is told in `XMLDocument.repairs`.
  case recovering
}

/// Reads an XML document.
///
/// The encoding comes from the byte order mark, the XML declaration, or is UTF-8. Nothing but the bytes is
/// ever read: no network, no external entity, no external DTD. Internal entities are expanded within the
/// limits; the named entities of XHTML are known without a DTD.
///
/// - Throws: `xml-malformed`, `xml-encoding` or, in either mode, `xml-too-large`, with line and column.
public func parseXML(
  _ bytes: [UInt8], limits: Limits = Limits(), mode: XMLParsingMode = .strict
) throws(Diagnostic) -> XMLDocument {
  var repairs: [Diagnostic] = []
  let text = try DecodedText(bytes, limits: limits, mode: mode, repairs: &repairs)
  let fault: Diagnostic
  do {
    let root = try MarkupParser.parse(text.utf8, as: .xml(recovering: false), limits: limits).root
    return XMLDocument(root: root, repairs: repairs)
  } catch {
    fault = error
  }
  guard mode == .recovering, fault.rule == .markupMalformed else { throw fault }
  let repaired = RepairedText(text.utf8)
  let document = try MarkupParser.parse(repaired.utf8, as: .xml(recovering: true), limits: limits)
  return XMLDocument(root: document.root, repairs: repairs + repaired.repairs + document.repairs)
}

/// Reads an XHTML document; one that is not well formed is read by the rules of HTML, which is told in
/// `XMLDocument.repairs`.
///
/// - Throws: `xml-malformed` where not even HTML is found, `xml-too-large`.
public func parseXHTML(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) -> XMLDocument {
  var repairs: [Diagnostic] = []
  let text = try DecodedText(bytes, limits: limits, mode: .recovering, repairs: &repairs)
  let fault: Diagnostic
  do {
    let root = try MarkupParser.parse(text.utf8, as: .xml(recovering: false), limits: limits).root
    return XMLDocument(root: root, repairs: repairs)
  } catch {
    fault = error
  }
  guard fault.rule == .markupMalformed else { throw fault }
  let document = try MarkupParser.parse(text.utf8, as: .html, limits: limits)
  repairs.append(
    .warning(
      .markupRepaired, "not well-formed (\(fault.message)); read as HTML", at: fault.place))
  return XMLDocument(root: document.root, repairs: repairs)
}
