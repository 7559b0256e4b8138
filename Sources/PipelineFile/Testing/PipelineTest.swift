import BookModel
public import Diagnostics
import Options

extension Rule {
  public static let testShape = Rule(
    "test-shape", .pipeline, "An entry of 'tests:' lacks its name or its input.",
    advice: "Give every test a name, and 'input:' or 'book:' for what it reads.")
  public static let testTwice = Rule(
    "test-twice", .pipeline, "Two tests of a pipeline have the same name.",
    advice: "Rename one of the two.")
  public static let testPage = Rule(
    "test-page", .pipeline, "A test names pages by something other than a number, a range, 'last' or 'all'.",
    advice: "Name pages as 1, 2-5, last or all.")
  public static let testSide = Rule(
    "test-side", .pipeline, "A test's book gives a page a side, which its format cannot hold.",
    advice: "Leave the side out, or make the book an EPUB, which can hold it.")
  public static let testWithoutExpectation = Rule(
    "test-without-expectation", .pipeline, "A test expects nothing, so it fails only if the book fails.",
    advice: "Add what should come of the book under 'expect:'.")
}

/// A test of a pipeline: a book and the expected result.
public struct PipelineTest: Sendable {
  public let settings: TestSettings
  /// The entry as written, for the places of its expectations.
  let node: YAMLNode
  /// The file that contains it.
  public let file: String?

  public var name: String { settings.name }

  /// The changes that `set:` and `meta:` of the test make to the pipeline.
  ///
  /// - Throws: `override-syntax`, `unknown-field`, `field-value`.
  public func overrides() throws(Diagnostic) -> [Override] {
    var overrides: [Override] = []
    for pair in settings.set.pairs { overrides.append(try Override(set: "\(pair.key)=\(pair.value)")) }
    for pair in settings.meta.pairs { overrides.append(try Override(meta: "\(pair.key)=\(pair.value)")) }
    return overrides
  }

  /// The place of something in the test, given by keys from the entry down (list items by number from 0). If
  /// only the beginning of the path was written, the place is there.
  ///
  /// - Parameter meansKey: whether the last key itself is meant rather than its value.
  public func place(of path: [String], meansKey: Bool = false) -> Place {
    var range = node.pairs?.first.map(\.keyRange) ?? node.range
    var current = node
    for key in path {
      if let pair = current.pairs?.first(where: { $0.key == key }) {
        current = pair.value
        range = current.scalar != nil && !current.isNull && !meansKey ? current.range : pair.keyRange
      } else if let items = current.items, let index = Int(key), items.indices.contains(index) {
        current = items[index]
        range = current.scalar != nil ? current.range : current.pairs?.first.map(\.keyRange) ?? current.range
      } else if Int(key) == nil || current.items != nil {
        // Not written, or a list of one item, which may be written without the list.
        break
      }
    }
    return Place(file: file, range: range)
  }

  /// Whether a text matches a pattern from `like`, `has` or `lacks`, ignoring letter case.
  public static func matches(_ text: String, pattern: String) throws(Diagnostic) -> Bool {
    try TextGlob(ScalarText(pattern)).matches(text)
  }
}
