import Foundation
import Testing

/// HTML pages the program wrote, as `Tests/Tools/html_facts.py` describes them.
struct HTMLFacts: Decodable {
  var pages: [Page]
  /// Files of the folder that no page shows.
  var unused: [String]

  struct Page: Decodable {
    var path: String
    /// Format, width and height of every picture, decoded.
    var pictures: [[Value]]
    var links: [String]
    var ids: [String]
    var text: String
    /// Links to nothing, pictures that are not there, tags that do not fit, anything from outside.
    var problems: [String]
  }

  enum Value: Decodable, Equatable {
    case text(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  subscript(path: String) -> Page? { pages.first { $0.path == path } }
}

extension Sandbox {
  /// Reads a page, or a folder of them, with independent tools.
  func html(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> HTMLFacts {
    let script = Sandbox.package.appending(path: "Tests/Tools/html_facts.py")
    let facts = try await tool("python3", [script.path, path])
    try #require(facts.status == 0, "\(facts)", sourceLocation: sourceLocation)
    return try JSONDecoder().decode(HTMLFacts.self, from: Data(facts.standardOutput.utf8))
  }
}
