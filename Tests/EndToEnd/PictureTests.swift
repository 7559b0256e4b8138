import Foundation
import Testing

/// Real pictures of every kind, as pages that a stage works on.
@Suite("Pictures of every kind (F44)")
struct PictureTests {
  /// Good pictures by the corpus's manifest that are not worked on: HEIC is only copied, and the scan of the other
  /// holds bytes that belong to no block, which show as streaks.
  static let leftOut = ["images/pillow-avif-hopper.heif", "images/pillow-hopper_bad_exif.jpg"]
  static let lines = Corpus.lines("images", "ok").filter { !leftOut.contains($0.path) }

  private func sandbox(_ corpus: URL, _ paths: [String]) async throws -> Sandbox {
    let sandbox = try await Sandbox()
    for path in paths {
      try sandbox.copy(corpus.appending(path: path), to: "book/" + path.dropFirst("images/".count))
    }
    return sandbox
  }

  @Test(
    "all are decoded, upright, framed and encoded; of animated ones the first frame, with a warning",
    .enabled(if: Corpus.folder != nil, "SKIPPED: no corpus"))
  func framed() async throws {
    let sandbox = try await sandbox(#require(Corpus.folder), PictureTests.lines.map(\.path))
    let outcome = try await sandbox.run(
      expecting: 0, "convert", "book", "-o", "out.cbz", "--no-metadata", "--border=4", "--encode", "png",
      "--json")
    let book = try await sandbox.book("out.cbz")
    #expect(book.pages.count == PictureTests.lines.count && book.pages.count > 45)
    #expect(book.pages.allSatisfy { $0.format == "png" })
    let animated = outcome.standardError.split(separator: "\n").filter { $0.contains("[picture-animated]") }
    #expect(animated.count == 6, "\(outcome.standardError)")
    // Upright sizes of pictures that are stored on their sides, and the frame.
    let sizes = [
      "exif-Landscape_6.jpg": [1808, 1208], "exif-Portrait_5.jpg": [1208, 1808],
      "pillow-avif-rot2mir1.avif": [648, 435],
    ]
    let names = PictureTests.lines.map { String($0.path.dropFirst("images/".count)) }
    for (name, size) in sizes {
      let page = try #require(try outcome.outputEntry(of: name))
      let written = try #require(book.pages.first { $0.name == page })
      #expect(names.contains(name) && [written.width, written.height] == size, "\(name)")
    }
  }

  @Test(
    "what cannot be decoded is told by its name, and nothing is written",
    .enabled(if: Corpus.folder != nil, "SKIPPED: no corpus"), arguments: PictureTests.leftOut)
  func refused(_ path: String) async throws {
    let sandbox = try await sandbox(#require(Corpus.folder), [path])
    let outcome = try await sandbox.run(
      expecting: 1, "convert", "book", "-o", "out.cbz", "--no-metadata", "--border=4")
    #expect(outcome.standardError.contains(String(path.dropFirst("images/".count))))
    #expect(!sandbox.exists("out.cbz"))
  }
}

extension Outcome {
  /// The entry a source's page went to, by the receipt that is all of the output.
  fileprivate func outputEntry(of source: String) throws -> String? {
    let receipt = try JSONSerialization.jsonObject(with: Data(standardOutput.utf8)) as? [String: Any]
    let outputs = receipt?["outputs"] as? [[String: Any]]
    let pages = outputs?.first?["pages"] as? [[String: Any]] ?? []
    return pages.first { ($0["source"] as? [String])?.first == source }?["output"] as? String
  }
}
