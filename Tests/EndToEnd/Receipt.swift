import Foundation
import Testing

/// A receipt as `--json` prints it: the parts tests look at.
struct Receipt: Decodable {
  var status: String
  var job: String?
  var sources: [File]
  /// One for each sink.
  var outputs: [Output]?
  var diagnostics: [Diagnostic]?

  /// The first source, where only one is meant.
  var source: File { sources[0] }
  /// The first output, where only one is meant.
  var output: Output? { outputs?.first }
  var counts: [String: Int]? { output?.counts }
  var pages: [Page]? { output?.pages }
  var dropped: [Dropped]? { output?.dropped }
  var leftOut: [String]? { output?.leftOut }
  var junk: Int? { output?.junk }

  struct File: Decodable {
    var path: String
    var bytes: Int?
    var sha256: String?
    var after: [String: String]?
  }

  struct Output: Decodable {
    var sink: String
    var status: String
    var path: String
    var bytes: Int?
    var sha256: String?
    var book: String?
    var version: String?
    /// Pages of the source by what became of them, and `added` ones.
    var counts: [String: Int]?
    /// Whether all of the sources is in it, and what is not.
    var whole: Bool?
    var missing: [String]?
    var pages: [Page]?
    var dropped: [Dropped]?
    var leftOut: [String]?
    var junk: Int?
    var failure: Diagnostic?
  }

  struct Page: Decodable {
    var source: [String]
    var output: String?
    var how: String?
    var damaged: Bool?
  }

  struct Dropped: Decodable {
    var name: String
    var bytes: Int?
    var sha256: String?
  }

  struct Diagnostic: Decodable {
    var severity: String
    var rule: String
    var message: String
    var file: String?
    var entry: String?
    var page: Int?
  }
}

extension Outcome {
  /// The receipts on standard output, one a line; anything else there fails the test.
  func receipts() throws -> [Receipt] {
    try standardOutput.split(separator: "\n").map { line in
      try JSONDecoder().decode(Receipt.self, from: Data(line.utf8))
    }
  }
}

extension Sandbox {
  /// SHA-256 of a file, as coreutils say.
  func hash(_ path: String) async throws -> String {
    let sum = try await tool("sha256sum", [path])
    return String(try #require(sum.standardOutput.split(separator: " ").first))
  }
}
