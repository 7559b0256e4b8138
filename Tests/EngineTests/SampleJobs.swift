import BookModel
import Catalogue
import Diagnostics
import Effects
import Foundation
import Inputs
import PluginKit
import Testing

@testable import Engine
@testable import PipelineFile

/// A pipeline with nothing in it but what is given.
func pipeline(_ rest: String) throws -> Pipeline {
  let file = try PipelineFile(parsing: Array("leporello: 1\n\(rest)\n".utf8), file: "test.yaml")
  let checked = PipelineChecker(registry: Registry.builtIn).check(file)
  return try #require(checked.pipeline, "\(checked.problems.map(\.message))")
}

/// A pipeline that writes to a path.
func pipeline(to path: String, _ options: String = "") throws -> Pipeline {
  try pipeline("sink: { cbz: { path: \"\(path)\"\(options.isEmpty ? "" : ", " + options) } }")
}

/// A job of one source, or of several that were gathered under a key.
func job(_ paths: [String], key: String? = nil, mirrored: [[String]] = [], isFolder: Bool = false) -> Job {
  let inputs = paths.enumerated().map { index, path in
    RunInput(
      path: FilePath(path), isFolder: isFolder,
      mirrored: mirrored.indices.contains(index) ? mirrored[index] : [])
  }
  let group = key.map { key in
    GatherGroup(
      members: paths.enumerated().map { GatherGroup.Member(source: $0, key: $1) },
      place: GatherPlace(path: FilePath(key), stem: key, folder: ""))
  }
  return Job(inputs, group)
}

/// A job with what is to become of it.
func plannedJob(_ job: Job, _ fates: [PlannedOutput.Fate], _ resources: RunResources) -> PlannedJob {
  var planned = PlannedJob(job, OpenSources(job.sources.map(\.path), resources))
  planned.outputs = fates.enumerated().map { PlannedOutput(.init(book: 0, sink: $0), $1) }
  return planned
}

/// A folder that goes when the value does.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "engine-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> FilePath { FilePath(url.appending(path: name).path) }

  @discardableResult
  func write(_ text: String, to name: String) throws -> FilePath {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return path(name)
  }
}
