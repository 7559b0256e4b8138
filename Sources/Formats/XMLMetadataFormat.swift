import BookModel
import Diagnostics
import Markup

/// A metadata format that is one XML document, whose root bears the format's name.
protocol XMLMetadataFormat: MetadataFormat {
  /// What is reported where a document is none of the format.
  static var unreadable: Rule { get }
  /// Takes the elements of a document apart.
  static func take(_ root: XMLElement, _ origin: Origin, into reading: inout MetadataReading)
}

extension XMLMetadataFormat {
  /// Whether an element is the format's root, in any letter case.
  static func isRoot(_ element: XMLElement) -> Bool { element.name.lowercased() == name.lowercased() }

  /// Reads a document, its root perhaps wrapped once. What is wrong with it as a whole is a warning, and leaves it
  /// unreadable.
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

  /// A document that is to be rewritten: what it says, its text, and where its root stands.
  ///
  /// - Throws: `metadata-not-understood`, and what reading a document throws.
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
