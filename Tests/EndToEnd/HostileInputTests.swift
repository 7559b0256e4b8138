import Foundation
import Testing

/// Input that means harm: nothing is written outside the destination, nothing hangs or takes all memory.
@Suite("Hostile input")
struct HostileInputTests {
  @Test(
    "names that lead elsewhere write nothing elsewhere",
    arguments: ["climbing.cbz", "absolute.cbz", "nul.cbz", "long.cbz", "twice.cbz"])
  func names(_ name: String) async throws {
    let sandbox = try await Sandbox("unsafe-names")
    let before = Set(try sandbox.files())
    let outcome = try await sandbox.run(["convert", name, "-o", "result.cbz", "--names", "keep"])
    #expect([0, 1, 4].contains(outcome.status), "\(outcome)")
    #expect(Set(try sandbox.files()).subtracting(before).isSubset(of: ["result.cbz"]))
    #expect(!sandbox.exists("/tmp/leporello-out.png") && !sandbox.exists("../out.png"))
    guard sandbox.exists("result.cbz") else { return }
    let names = try await sandbox.book("result.cbz").entries.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(
      names.allSatisfy {
        !$0.hasPrefix("/") && !$0.contains("..") && !$0.contains(":") && $0.utf8.count <= 255
      })
  }

  @Test("a folder sink keeps unsafe names inside its folder", arguments: ["climbing.cbz", "absolute.cbz"])
  func folderNames(_ name: String) async throws {
    let sandbox = try await Sandbox("unsafe-names")
    let before = Set(try sandbox.files())
    _ = try await sandbox.run(["convert", name, "-o", "out/result/", "--names", "keep"])
    let added = Set(try sandbox.files()).subtracting(before)
    #expect(added.allSatisfy { $0.hasPrefix("out/") })
    #expect(!sandbox.exists("/tmp/leporello-out.png"))
  }

  @Test("links in archives are not followed", arguments: ["file.cbz", "folder.cbz"])
  func links(_ name: String) async throws {
    let sandbox = try await Sandbox("unsafe-links")
    let outcome = try await sandbox.run(["convert", name, "-o", "result.cbz"])
    #expect([0, 1, 4].contains(outcome.status), "\(outcome)")
    guard sandbox.exists("result.cbz") else { return }
    #expect(try await sandbox.book("result.cbz").numbers.allSatisfy { [1, 2, 3].contains($0) })
  }

  @Test(
    "what unpacks to far too much fails by a limit or as damage, in bounded memory",
    arguments: ["zeros.cbz", "shared.cbz", "claim.cbz", "wide.cbz", "count.cbz"])
  func bombs(_ name: String) async throws {
    let sandbox = try await Sandbox("unsafe-bombs")
    let measure = Sandbox.package.appending(path: "Tests/Tools/peak_memory.py")
    let outcome = try await sandbox.tool(
      "python3", [measure.path, Sandbox.program.path, "convert", name, "-o", "result.cbz"])
    let peak = try #require(
      outcome.standardOutput.split(separator: "\n").last.flatMap { Int($0) }, "\(outcome)")
    #expect(peak < 300_000_000)
    if name == "count.cbz", outcome.status == 0 {
      #expect(try await sandbox.book("result.cbz").numbers == [1, 2], "salvaged")
    } else {
      #expect(outcome.status == 1, "\(outcome)")
      #expect(outcome.standardError.contains(name))
    }
  }

  @Test("an EPUB reads nothing outside itself", arguments: ["climbing.epub", "entity.epub", "laughs.epub"])
  func epub(_ name: String) async throws {
    let sandbox = try await Sandbox("unsafe-epub")
    let outcome = try await sandbox.run(["convert", name, "-o", "result.cbz"], timeLimit: 20)
    #expect([0, 1, 4].contains(outcome.status), "\(outcome)")
    guard sandbox.exists("result.cbz") else { return }
    #expect(try await sandbox.book("result.cbz").numbers == [1])
  }
}
