import Archives
import BookModel
import Diagnostics
import Foundation
import PluginKit
import Testing

@testable import Engine

@Suite("Sources that rest")
struct OpenSourcesTests {
  private let folder: TemporaryFolder
  private let resources = RunResources(limits: Limits(), settings: RunSettings())

  init() throws { folder = try TemporaryFolder() }

  /// An archive with one entry.
  private func archive(_ name: String, _ text: String) throws -> FilePath {
    let path = folder.path(name)
    let output = try OutputFile(for: path)
    let writer = ZIPWriter(output)
    try writer.add("page", Array(text.utf8))
    try writer.finish()
    try output.commit(replacing: true)
    return path
  }

  private func opened(_ path: FilePath) async throws -> (OpenSources, EntryReference) {
    let open = OpenSources([path], resources)
    let (id, container) = try await open.open(path, OpenRequest())
    let entry = try #require(container.entries.first)
    return (open, EntryReference(source: id, key: 0, name: entry.path.text))
  }

  /// Lets so many jobs rest that no other may keep its files open.
  private func restMany() async throws -> [OpenSources] {
    let path = try archive("other.zip", "other")
    var resting: [OpenSources] = []
    while true {
      let open = OpenSources([path], resources)
      _ = try await open.open(path, OpenRequest())
      open.rest()
      resting.append(open)
      if !resources.restingOpen.take() { return resting }
      resources.restingOpen.giveBack()
    }
  }

  /// How many descriptors of this process lead to a file.
  private func descriptors(of path: FilePath) throws -> Int {
    let real = realPath(path).display
    return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)) == real
    }
  }

  @Test("a job's file is closed while it rests, and is opened again when something of it is asked for")
  func reopened() async throws {
    let path = try archive("a.zip", "first")
    let (open, entry) = try await opened(path)
    let resting = try await restMany()
    open.rest()
    #if os(Linux)
      #expect(try descriptors(of: path) == 0)
    #endif
    #expect(try await open.bytes(of: entry).elementsEqual("first".utf8))
    open.end()
    #if os(Linux)
      #expect(try descriptors(of: path) == 0)
    #endif
    for open in resting { open.end() }
  }

  @Test("some jobs may keep their files open while they rest")
  func keptOpen() async throws {
    let path = try archive("a.zip", "first")
    let (open, _) = try await opened(path)
    open.rest()
    #if os(Linux)
      #expect(try descriptors(of: path) > 0)
    #endif
    open.end()
    #if os(Linux)
      #expect(try descriptors(of: path) == 0)
    #endif
  }

  @Test("a file that changed meanwhile is told of, and nothing of it is read")
  func changed() async throws {
    let path = try archive("a.zip", "first")
    let (open, entry) = try await opened(path)
    let resting = try await restMany()
    open.rest()
    _ = try archive("a.zip", "another, longer text")
    do {
      let bytes = try await open.bytes(of: entry)
      Issue.record("\(bytes.count) bytes are read")
    } catch {
      #expect((error as Diagnostic).rule.id == "file-changed")
    }
    for open in resting { open.end() }
  }

  @Test("a place to rest is given back when the job is done with")
  func givenBack() async throws {
    let resting = try await restMany()
    #expect(!resources.restingOpen.take())
    resting[0].end()
    #expect(resources.restingOpen.take())
    #expect(!resources.restingOpen.take())
    for open in resting { open.end() }
  }
}
