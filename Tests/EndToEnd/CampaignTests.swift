import Foundation
import Testing

/// The campaign under `Tests/Campaign`, short: killed runs, failing calls, changed bytes, hostile names, shared ledgers,
/// the same bytes everywhere, and small files that ask for much. `make campaign` runs it long.
@Suite("A campaign against what is promised")
struct CampaignTests {
  private static let parts = [
    "killing", "failing-calls", "ledgers", "mutation", "terminal", "determinism", "costs",
  ]

  private func run(_ arguments: [String]) async throws -> Outcome {
    let script = Sandbox.package.appending(path: "Tests/Campaign/campaign.py")
    return try await Sandbox().tool(
      "python3", [script.path, Sandbox.program.path] + arguments,
      environment: ["PYTHONDONTWRITEBYTECODE": "1"])
  }

  @Test("no promise is broken", arguments: parts)
  func short(_ part: String) async throws {
    let outcome = try await run([part])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.standardOutput.contains(" 0 losses"), "\(outcome)")
  }

  @Test(
    "the campaign notices a program that breaks its promises",
    arguments: ["failing-calls", "terminal", "determinism"])
  func canFail(_ part: String) async throws {
    let outcome = try await run([part, "--self-check"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(!outcome.standardOutput.contains(": 0 losses"), "\(outcome)")
  }

  @Test("what a library prints of a fault is not shown")
  func libraryTalk() async throws {
    let sandbox = try await Sandbox()
    let script = """
      import io, zipfile
      from PIL import Image
      out = io.BytesIO()
      Image.effect_noise((200, 200), 80).save(out, "JPEG")
      with zipfile.ZipFile("book.cbz", "w") as book:
          book.writestr("1.jpg", out.getvalue()[:3000] + b"\\xff\\xd9")
      """
    let made = try await sandbox.tool("python3", ["-c", script])
    try #require(made.status == 0, "\(made)")
    let outcome = try await sandbox.run(["convert", "book.cbz", "-o", "book.jxl.cbz", "--encode", "jxl"])
    #expect(!outcome.standardError.contains("lib/jxl"), "\(outcome)")
    #expect(outcome.standardError.contains("book.cbz"), "\(outcome)")
  }
}
