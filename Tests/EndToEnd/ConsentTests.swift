import Foundation
import Testing

/// Programs run where somebody has agreed to that, and nowhere else.
@Suite("Consent to programs")
struct ConsentTests {
  private static let pipeline = """
    leporello: 1
    stages:
      - exec: { command: 'touch ran; cp {input} {output}', shell: true }
    sink: { cbz: result.cbz }
    """

  private static func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox("deleted")
    try sandbox.write(pipeline, to: "pipeline.yaml")
    return sandbox
  }

  @Test("without consent, run and plan refuse at the stage that runs a program", arguments: ["run", "plan"])
  func refused(_ command: String) async throws {
    let sandbox = try await Self.sandbox()
    let outcome = try await sandbox.run([command, "pipeline.yaml", "book.cbz"])
    #expect(outcome.status == 3)
    #expect(
      outcome.standardError.contains("pipeline.yaml:3:5: error: stage 'exec' runs a program"), "\(outcome)")
    #expect(outcome.standardError.contains("--allow-programs"))
    #expect(!sandbox.exists("result.cbz") && !sandbox.exists("ran"))
  }

  @Test("convert refuses likewise, as a wrong command line")
  func convert() async throws {
    let sandbox = try await Self.sandbox()
    let arguments = ["convert", "book.cbz", "-o", "result.cbz", "--exec-command", "cp,{input},{output}"]
    let outcome = try await sandbox.run(arguments)
    #expect(outcome.status == 2 && outcome.standardError.contains("--allow-programs"), "\(outcome)")
    #expect(!sandbox.exists("result.cbz"))
    #expect(try await sandbox.run(arguments + ["--allow-programs"]).status == 0)
  }

  @Test("check says that consent will be needed, and finds nothing wrong with that")
  func check() async throws {
    let sandbox = try await Self.sandbox()
    let outcome = try await sandbox.run(["check", "pipeline.yaml"])
    #expect(outcome.status == 0)
    #expect(
      (outcome.standardError + outcome.standardOutput).contains("runs of it need --allow-programs"),
      "\(outcome)")
  }

  @Test("a setting of the user's is consent to every run")
  func setting() async throws {
    let sandbox = try await Self.sandbox()
    try sandbox.write("allowPrograms: yes\n", to: "config/leporello/settings.yaml")
    let config = sandbox.folder.path + "/config"
    let outcome = try await sandbox.run(
      ["run", "pipeline.yaml", "book.cbz"], environment: ["XDG_CONFIG_HOME": config])
    #expect(outcome.status == 0 && sandbox.exists("ran"), "\(outcome)")
  }

  @Test("a file beside a book does not get to say which program runs")
  func bookFile() async throws {
    let sandbox = try await Self.sandbox()
    try sandbox.write(
      "leporello: 1\nstages:\n  - exec: { command: 'touch stolen {input} {output}', shell: true }\n",
      to: "book.leporello.yaml")
    let outcome = try await sandbox.run(["run", "pipeline.yaml", "book.cbz", "--allow-programs"])
    #expect(outcome.status == 1)
    #expect(outcome.standardError.contains("may not set the program"), "\(outcome)")
    #expect(!sandbox.exists("stolen") && !sandbox.exists("result.cbz"))
  }
}
