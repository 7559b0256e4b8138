import BookModel
public import Diagnostics

extension Rule {
  public static let bookJSON = Rule(
    "book-json", .input, "The JSON that a program returned for a book does not have the documented form.",
    advice: """
      Fix the program: Plugins/README.md describes the form, and the message names the place in the JSON.
      """)
}

/// A value in a JSON document and its path for messages: `pages[3].roles[0]`.
struct JSONPlace {
  let value: JSON
  let path: String

  init(_ value: JSON, path: String = "") {
    self.value = value
    self.path = path
  }

  func fault(_ message: String, _ remedy: String? = nil) -> Diagnostic {
    .error(.bookJSON, "\(path.isEmpty ? "the document" : "'\(path)'") \(message)", remedy: remedy)
  }

  var isNull: Bool { value == .null }

  private func mismatch(_ expected: String) -> Diagnostic { fault("must be \(expected), not \(kind)") }

  private var kind: String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number, .numeral: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  // MARK: Single values

  func text() throws(Diagnostic) -> String {
    guard case .string(let text) = value else { throw mismatch("text") }
    return text
  }

  func integer() throws(Diagnostic) -> Int {
    switch value {
    case .integer(let number): return number
    case .numeral(let digits): if let number = Double(digits).flatMap(Int.init(exactly:)) { return number }
    default: break
    }
    throw mismatch("a whole number")
  }

  func number() throws(Diagnostic) -> Double {
    switch value {
    case .integer(let number): return Double(number)
    case .number(let number): return number
    case .numeral(let digits): if let number = Double(digits) { return number }
    default: break
    }
    throw mismatch("a number")
  }

  func flag() throws(Diagnostic) -> Bool {
    guard case .bool(let flag) = value else { throw mismatch("true or false") }
    return flag
  }

  /// One of a fixed set of words.
  func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) throws(Diagnostic) -> Word
  where Word.RawValue == String {
    let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    guard let word = Word(rawValue: try text()) else { throw fault("must be one of \(words)") }
    return word
  }

  // MARK: What is inside

  func items() throws(Diagnostic) -> [JSONPlace] {
    guard case .array(let items) = value else { throw mismatch("a list") }
    return items.enumerated().map { JSONPlace($1, path: "\(path)[\($0)]") }
  }

  /// The members of an object; each must be known and occur only once.
  func members(_ known: [String]) throws(Diagnostic) -> [String: JSONPlace] {
    guard case .object(let members) = value else { throw mismatch("an object") }
    var found: [String: JSONPlace] = [:]
    for member in members {
      let place = JSONPlace(member.value, path: path.isEmpty ? member.name : "\(path).\(member.name)")
      guard known.contains(member.name) else {
        throw place.fault(
          "is unknown",
          closestMatch(to: member.name, in: known).map { "did you mean '\($0)'?" }
            ?? "known there are " + known.joined(separator: ", "))
      }
      guard found.updateValue(place, forKey: member.name) == nil else { throw place.fault("is there twice") }
    }
    return found
  }

  /// Whether two values are equal, however their numbers are written.
  func says(_ other: JSON?) -> Bool {
    guard let other else { return isNull }
    return JSONPlace.areEqual(value, other)
  }

  private static func areEqual(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      let values = Dictionary(right.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      return left.allSatisfy { member in values[member.name].map { areEqual(member.value, $0) } ?? false }
    default:
      if left == right { return true }
      guard let left = left.double, let right = right.double else { return false }
      return left == right
    }
  }
}

extension JSON {
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .numeral(let digits): Double(digits)
    default: nil
    }
  }
}
