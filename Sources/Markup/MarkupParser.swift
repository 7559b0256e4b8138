import BookModel
import CXML2
import Diagnostics

/// One run of libxml2 over a text in UTF-8. Everything it reports goes to this run's own log; nothing is
/// kept in the library's global state, so that runs on several threads do not meet.
struct MarkupParser: ~Copyable {
  enum Language: Hashable {
    case xml(recovering: Bool)
    case html
  }

  private let context: xmlParserCtxtPtr
  private let log: ParseLog

  /// libxml2 asks to be initialized once, before threads use it.
  private static let library: Void = xmlInitParser()

  /// - Throws: `xml-malformed`, `xml-too-large`.
  static func parse(
    _ utf8: [UInt8], as language: Language, limits: Limits
  ) throws(Diagnostic) -> XMLDocument {
    _ = library
    if let refusal = AttributeCount.refusal(of: utf8, limits: limits) { throw refusal }
    let parser = try MarkupParser(language, log: ParseLog(limits))
    return try parser.run(utf8, language, limits)
  }

  private init(_ language: Language, log: ParseLog) throws(Diagnostic) {
    let made = language == .html ? htmlNewParserCtxt() : xmlNewParserCtxt()
    guard let made else { throw .error(.markupTooLarge, "no memory is left to read the document") }
    context = made
    self.log = log
    // The log outlives the context, which this value frees in `deinit` before letting go of the log.
    made.pointee._private = Unmanaged.passUnretained(log).toOpaque()
    guard let handlers = made.pointee.sax else { return }
    if language == .html {
      handlers.pointee.startElement = { user, name, attributes in
        guard ParseLog.of(user)?.countsElement(user) == true else { return }
        xmlSAX2StartElement(user, name, attributes)
      }
    } else {
      handlers.pointee.serror = { user, error in
        if let error { ParseLog.of(user)?.add(error.pointee) }
      }
      handlers.pointee.startElementNs = {
        user, name, prefix, address, spaceCount, spaces, count, defaults, values in
        guard ParseLog.of(user)?.countsElement(user) == true else { return }
        // Values a DTD gives by default stand behind those written. They are left out: a few bytes of DTD
        // could give every element megabytes.
        xmlSAX2StartElementNs(user, name, prefix, address, spaceCount, spaces, count - defaults, 0, values)
      }
      handlers.pointee.getEntity = { user, name in
        xmlSAX2GetEntity(user, name) ?? NamedEntity.declare(name, user)
      }
    }
  }

  deinit {
    xmlFreeDoc(context.pointee.myDoc)
    context.pointee.myDoc = nil
    xmlFreeParserCtxt(context)
  }

  private borrowing func run(
    _ utf8: [UInt8], _ language: Language, _ limits: Limits
  ) throws(Diagnostic) -> XMLDocument {
    let document = utf8.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { chars in
        // The size is at most `maxDocumentBytes`; what Int32 cannot hold is refused by the library.
        let count = Int32(clamping: chars.count)
        return language == .html
          ? htmlCtxtReadMemory(
            context, chars.baseAddress, count, nil, "UTF-8", MarkupParser.options(language))
          : xmlCtxtReadMemory(context, chars.baseAddress, count, nil, "UTF-8", MarkupParser.options(language))
      }
    }
    defer { xmlFreeDoc(document) }
    if let limit = log.limit { throw limit }
    if case .xml(recovering: false) = language, context.pointee.wellFormed == 0 {
      throw log.firstFault ?? .error(.markupMalformed, "the document is not well-formed")
    }
    guard let document, let root = xmlDocGetRootElement(document) else {
      throw log.firstFault ?? .error(.markupMalformed, "the document has no element")
    }
    var builder = TreeBuilder(limits)
    let element = try builder.element(root, depth: 1)
    return XMLDocument(root: element, repairs: language == .xml(recovering: true) ? log.repairs : [])
  }

  private static func options(_ language: Language) -> Int32 {
    switch language {
    case .html:
      let flags = HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue
      return Int32(flags | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_COMPACT.rawValue)
    case .xml(let recovering):
      // Without NOENT, DTDLOAD and the like nothing outside is read; references stay nodes, which
      // TreeBuilder expands within its budget. The text is UTF-8 by now, whatever its declaration says.
      let flags = XML_PARSE_NONET.rawValue | XML_PARSE_COMPACT.rawValue | XML_PARSE_BIG_LINES.rawValue
      return Int32(flags | XML_PARSE_IGNORE_ENC.rawValue | (recovering ? XML_PARSE_RECOVER.rawValue : 0))
    }
  }
}

/// What one parser run has met.
final class ParseLog {
  private(set) var firstFault: Diagnostic?
  private(set) var repairs: [Diagnostic] = []
  /// Set when the document went beyond a limit and the parser was stopped.
  private(set) var limit: Diagnostic?

  private static let mostRepairs = 50
  private let limits: Limits
  private var elements = 0

  init(_ limits: Limits) { self.limits = limits }

  /// The log of the run a handler is called in.
  static func of(_ user: UnsafeMutableRawPointer?) -> ParseLog? {
    guard let context = user?.assumingMemoryBound(to: xmlParserCtxt.self), let log = context.pointee._private
    else { return nil }
    return Unmanaged<ParseLog>.fromOpaque(log).takeUnretainedValue()
  }

  /// Counts a start tag; beyond the limits stops the parser and says no.
  func countsElement(_ user: UnsafeMutableRawPointer?) -> Bool {
    guard limit == nil, let context = user?.assumingMemoryBound(to: xmlParserCtxt.self) else { return false }
    elements += 1
    let place = Place(
      range: ParseLog.range(Int(xmlSAX2GetLineNumber(user)), Int(xmlSAX2GetColumnNumber(user))))
    if elements > limits.maxElements {
      limit = .error(
        .markupTooLarge, "the document has more than \(limits.maxElements) elements", at: place,
        remedy: "raise --max-elements if the document is genuine")
    } else if Int(context.pointee.nodeNr) >= limits.maxDepth {
      limit = .error(
        .markupTooLarge, "elements lie more than \(limits.maxDepth) deep in each other", at: place)
    }
    guard limit != nil else { return true }
    xmlStopParser(context)
    return false
  }

  func add(_ error: xmlError) {
    guard error.level != XML_ERR_WARNING, limit == nil else { return }
    let message = error.message.map { String(cString: $0).trimmed } ?? "error \(error.code)"
    let place = Place(range: ParseLog.range(Int(error.line), Int(error.int2)))
    if error.code == XML_ERR_ENTITY_LOOP.rawValue || message.hasPrefix("Excessive depth") {
      limit = .error(.markupTooLarge, "the document nests or expands without bound: \(message)", at: place)
    }
    let isFatal = error.level == XML_ERR_FATAL
    if isFatal, firstFault == nil { firstFault = .error(.markupMalformed, message, at: place) }
    guard isFatal else { return }
    if repairs.count < ParseLog.mostRepairs { repairs.append(.warning(.markupRepaired, message, at: place)) }
  }

  private static func range(_ line: Int, _ column: Int) -> SourceRange? {
    guard line > 0 else { return nil }
    let position = SourcePosition(line: line, column: max(1, column))
    return SourceRange(position, position)
  }
}
