import Foundation
import Testing

/// A fresh folder with the inputs of one case in it, where the built program is run.
///
/// Every run is watched: what was there before is there afterwards byte for byte (unless the test says what may
/// change), and no temporary file is left, neither beside the outputs nor in the scratch folder.
final class Sandbox: Sendable {
  let folder: URL
  private let root: URL

  /// The root of the package.
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The built program: it lies beside the test bundle.
  static let program = Bundle.main.bundleURL.appending(path: "leporello")

  /// An empty sandbox, or one with a case of `Fixtures/generate.py` in it.
  init(_ name: String? = nil) async throws {
    root = FileManager.default.temporaryDirectory.appending(path: "leporello-\(UUID().uuidString)")
    folder = root.appending(path: "here")
    for url in [folder, scratch] {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    guard let name else { return }
    let generator = Sandbox.package.appending(path: "Fixtures/generate.py")
    let made = try await tool("python3", [generator.path, "cases", root.path, name])
    try #require(made.status == 0, "\(made)")
    try FileManager.default.removeItem(at: folder)
    try FileManager.default.moveItem(at: root.appending(path: name), to: folder)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private var scratch: URL { root.appending(path: "scratch") }

  // MARK: Running

  /// Runs the program in the sandbox.
  ///
  /// - Parameters:
  ///   - changing: Paths the run may change.
  ///   - environment: Added to a bare one.
  ///   - signal: A signal to send to it.
  ///   - hasCome: When; the moment it has begun to write, where nothing else is said.
  func run(
    _ arguments: [String], changing: Set<String> = [], environment: [String: String] = [:],
    timeLimit: Double = 60,
    signal: Int32? = nil, once hasCome: @escaping @Sendable (URL) -> Bool = Sandbox.hasWritten(0),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let before = try contents()
    let outcome = try await Command(
      program: Sandbox.program, arguments: arguments,
      environment: bareEnvironment.merging(environment) { $1 },
      folder: folder, timeLimit: timeLimit,
      interruption: signal.map { [folder] in Command.Interruption(signal: $0) { hasCome(folder) } }
    ).run()
    let after = try contents()
    #expect(
      outcome.status != nil, "takes longer than \(timeLimit) s\n\(outcome)", sourceLocation: sourceLocation)
    #expect(!outcome.isCrash, "crashes\n\(outcome)", sourceLocation: sourceLocation)
    for (path, bytes) in before where !changing.contains(path) && !Sandbox.isTemporary(path) {
      #expect(after[path] == bytes, "\(path) is changed\n\(outcome)", sourceLocation: sourceLocation)
    }
    if outcome.status != 128 + SIGKILL {
      let left = after.keys.filter(Sandbox.isTemporary)
      #expect(left.isEmpty, "leaves \(left)\n\(outcome)", sourceLocation: sourceLocation)
      let spooled = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
      #expect(
        spooled.isEmpty, "leaves \(spooled) in the scratch folder\n\(outcome)", sourceLocation: sourceLocation
      )
    }
    return outcome
  }

  /// Runs the program and expects a status.
  @discardableResult
  func run(
    expecting status: Int32, _ arguments: String..., changing: Set<String> = [],
    environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let outcome = try await run(
      arguments, changing: changing, environment: environment, sourceLocation: sourceLocation)
    #expect(outcome.status == status, "\(outcome)", sourceLocation: sourceLocation)
    return outcome
  }

  /// Converts one input with further arguments and reads the book that comes of it.
  func convert(
    _ input: String, _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> WrittenBook {
    let outcome = try await run(
      ["convert", input, "-o", "result.cbz", "--exists", "replace"] + arguments, changing: ["result.cbz"],
      sourceLocation: sourceLocation)
    try #require(outcome.status == 0, "\(outcome)", sourceLocation: sourceLocation)
    return try await book("result.cbz", outcome, sourceLocation: sourceLocation)
  }

  /// Whether unfinished outputs in a folder are there, and have come to so many bytes.
  static func hasWritten(_ bytes: Int) -> @Sendable (URL) -> Bool {
    { folder in
      let temporaries = (FileManager.default.subpaths(atPath: folder.path) ?? []).filter(isTemporary)
      let sizes = temporaries.map { path in
        let file = folder.appending(path: path).path
        return (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
      }
      return !sizes.isEmpty && sizes.reduce(0, +) >= bytes
    }
  }

  /// Runs another program of the system in the sandbox.
  ///
  /// The system's own Python is taken where there is one, for that is the one its packages (Pillow) are installed for.
  @discardableResult
  func tool(_ name: String, _ arguments: [String], environment: [String: String] = [:]) async throws
    -> Outcome
  {
    let own = "/usr/bin/" + name
    let isPython = name == "python3" && FileManager.default.isExecutableFile(atPath: own)
    return try await Command(
      program: URL(filePath: "/usr/bin/env"), arguments: [isPython ? own : name] + arguments,
      environment: bareEnvironment.merging(environment) { $1 }, folder: folder
    ).run()
  }

  private var bareEnvironment: [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": root.path,
      "TMPDIR": scratch.path, "PYTHONDONTWRITEBYTECODE": "1",
    ]
  }

  // MARK: Looking

  /// A written archive or folder, as Python's own libraries read it.
  func book(
    _ path: String, _ outcome: Outcome? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> WrittenBook {
    let script = Sandbox.package.appending(path: "Tests/Tools/book_facts.py")
    let facts = try await tool("python3", [script.path, path])
    let before = outcome.map { "\n\($0)" } ?? ""
    try #require(facts.status == 0, "\(facts)\(before)", sourceLocation: sourceLocation)
    var book = try JSONDecoder().decode(WrittenBook.self, from: Data(facts.standardOutput.utf8))
    book.outcome = outcome
    return book
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  func data(_ path: String) throws -> Data { try Data(contentsOf: folder.appending(path: path)) }

  func write(_ text: String, to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func copy(_ url: URL, to path: String) throws {
    let target = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: url, to: target)
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: folder.appending(path: path)) }

  /// Paths of all files, sorted; hidden ones included.
  func files(in path: String = "") throws -> [String] {
    let start = path.isEmpty ? folder : folder.appending(path: path)
    let all = try FileManager.default.subpathsOfDirectory(atPath: start.path)
    return all.filter { name in
      let type = try? FileManager.default.attributesOfItem(atPath: start.appending(path: name).path)[.type]
      return type as? FileAttributeType == .typeRegular
    }.sorted()
  }

  /// Every file with its bytes.
  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for path in try files() { contents[path] = try data(path) }
    return contents
  }

  /// Whether a path is one of a run's unfinished outputs: `.NAME.leporello-PID-RANDOM`.
  static func isTemporary(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix(".") && $0.contains(".leporello-") }
  }
}
