import BookModel
import Diagnostics
import Markup

/// A metadata format that is one XML document whose root has the format's name.
protocol XMLMetadataFormat: MetadataFormat {
  /// The rule reported for a document that is not of this format.
  static var unreadable: Rule { get }
  /// Reads the elements of a document.
  static func take(_ root: XMLElement, _ origin: Origin, into reading: inout MetadataReading)
}

extension XMLMetadataFormat {
  /// Whether an element is the format's root, ignoring letter case.
  static func isRoot(_ element: XMLElement) -> Bool { element.name.lowercased() == name.lowercased() }

  /// Reads a document whose root may be wrapped once. Problems with the document as a whole become warnings
  /// and make it unreadable.
  static func readXML(_ bytes: [UInt8], _ origin: Origin, _ limits: Limits) -> MetadataReading {
    var reading = MetadataReading()
    do throws(Diagnostic) {
      let document = try parseXML(bytes, limits: limits, mode: .recovering)
      reading.warnings = document.repairs.brief
      if let root = ([document.root] + document.root.elements).first(where: isRoot) {
        take(root, origin, into: &reading)
      } else {
        reading.isReadable = false
        let message = "the file is not a \(name) document: its root element is '\(document.root.name)'"
        reading.warnings.append(.warning(unreadable, message))
      }
    } catch {
      reading.isReadable = false
      reading.warnings.append(.warning(unreadable, error.message, at: error.place))
    }
    return reading.told(of: origin)
  }

  /// A document to be rewritten: what it says, its source text, and the position of its root.
  ///
  /// - Throws: `metadata-not-understood`, and whatever reading a document throws.
  static func opened(_ previous: [UInt8], _ limits: Limits) throws(Diagnostic) -> (
    reading: MetadataReading, source: XMLSource, root: XMLSource.Node
  ) {
    let reading = read(previous, origin: Origin(.embedded, documentName), limits: limits)
    guard reading.isReadable else { throw .notUnderstood(reading, name) }
    let source = try XMLSource(previous, limits: limits)
    guard let root = ([source.root] + source.root.children).first(where: { isRoot($0.element) }) else {
      throw .notUnderstood(reading, name)
    }
    return (reading, source, root)
  }
}
