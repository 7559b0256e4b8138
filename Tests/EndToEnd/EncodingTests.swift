import Foundation
import Testing

/// Pages that are encoded anew, and those that are not.
@Suite("Encoding pages")
struct EncodingTests {
  static let robot = Sandbox.package.appending(path: "Fixtures/tin-robot-3.cbz")

  private func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox()
    try sandbox.copy(EncodingTests.robot, to: "robot.cbz")
    return sandbox
  }

  @Test("pages no stage changes are the source's bytes, whatever 'encode' says of their own format")
  func untouched() async throws {
    let sandbox = try await sandbox()
    try await sandbox.run(expecting: 0, "convert", "robot.cbz", "-o", "out.cbz", "--encode", "png")
    let before = try await sandbox.book("robot.cbz")
    let after = try await sandbox.book("out.cbz")
    #expect(before.pages.map(\.sha256) == after.pages.map(\.sha256))
  }

  @Test("PNG pages become JPEGs with the extension of JPEGs; the receipt tells the bytes")
  func toJPEG() async throws {
    let sandbox = try await sandbox()
    let outcome = try await sandbox.run(
      expecting: 0, "convert", "robot.cbz", "-o", "out.cbz", "--encode", "jpeg", "--json")
    let after = try await sandbox.book("out.cbz")
    #expect(after.pages.allSatisfy { $0.name.hasSuffix(".jpg") })
    #expect(outcome.standardOutput.contains("\"reencodedBytes\""))
    #expect(outcome.standardOutput.contains("\"how\":\"re-encoded\""))
  }

  @Test("with smallerOnly a page keeps its bytes where new ones would not be fewer")
  func smallerOnly() async throws {
    let sandbox = try await sandbox()
    try await sandbox.run(
      expecting: 0, "convert", "robot.cbz", "-o", "out.cbz", "--encode", "jpeg", "--encode-jpeg-quality",
      "100",
      "--encode-smaller-only")
    let before = try await sandbox.book("robot.cbz")
    let after = try await sandbox.book("out.cbz")
    for (old, new) in zip(before.pages, after.pages) {
      #expect(new.sha256 == old.sha256 || new.size < old.size)
    }
    #expect(zip(before.pages, after.pages).contains { $0.sha256 == $1.sha256 })
  }

  @Test("where: says which pages are meant; the others stay byte for byte")
  func selection() async throws {
    let sandbox = try await sandbox()
    try await sandbox.run(
      expecting: 0, "convert", "robot.cbz", "-o", "out.cbz", "--encode", "jpeg", "--encode-where",
      "number == 2")
    let before = try await sandbox.book("robot.cbz")
    let after = try await sandbox.book("out.cbz")
    let same = zip(before.pages, after.pages).map { $0.sha256 == $1.sha256 }
    #expect(same == same.indices.map { $0 != 1 })
  }

  @Test("a color JPEG that is made gray is written anew, though luma alone is decoded of it")
  func gray() async throws {
    let sandbox = try await Sandbox()
    try sandbox.copy(Sandbox.package.appending(path: "Fixtures/paper/color.png"), to: "page/1.png")
    try await sandbox.run(expecting: 0, "convert", "page", "-o", "color.cbz", "--encode", "jpeg")
    try await sandbox.run(expecting: 0, "convert", "color.cbz", "-o", "gray.cbz", "--grayscale=always")
    let before = try await sandbox.book("color.cbz")
    let after = try await sandbox.book("gray.cbz")
    #expect(before.pages.count == 1 && after.pages.count == 1)
    #expect(before.pages[0].sha256 != after.pages[0].sha256)
  }

  @Test("--lossless refuses to re-encode, and says which page")
  func lossless() async throws {
    let sandbox = try await sandbox()
    let outcome = try await sandbox.run(
      expecting: 1, "convert", "robot.cbz", "-o", "out.cbz", "--encode", "jpeg", "--lossless")
    #expect(outcome.standardError.contains("lossless-refused"))
  }

  @Test("the same bytes come out at any number of threads")
  func deterministic() async throws {
    let sandbox = try await sandbox()
    for jobs in ["1", "3"] {
      try await sandbox.run(
        expecting: 0, "convert", "robot.cbz", "-o", "out\(jobs).cbz", "--encode", "jpeg", "--jobs", jobs)
    }
    #expect(try await sandbox.hash("out1.cbz") == sandbox.hash("out3.cbz"))
  }

  @Test("plan says how each page will be made, and of what size")
  func plan() async throws {
    let sandbox = try await sandbox()
    try Data(
      "leporello: 1\nstages:\n  - encode: jpeg\n    where: number > 1\nsink:\n  cbz: { path: out.cbz }\n".utf8
    )
    .write(to: sandbox.folder.appending(path: "p.yaml"))
    let outcome = try await sandbox.run(expecting: 0, "plan", "p.yaml", "robot.cbz")
    #expect(outcome.standardOutput.contains("1  copied"))
    #expect(outcome.standardOutput.contains("2  re-encoded (JPEG, quality 90, 4:4:4)"))
  }
}
