import Archives
import BookModel
import Diagnostics
import PluginKit

/// One container that a job draws on, and how it can be opened again.
struct OpenSource: Sendable {
  private var opened: (any Container)?
  /// Nil for a container that is in memory only.
  private let way: Way?

  private struct Way: Sendable {
    var path: FilePath
    var request: OpenRequest
    /// What the file was when it was opened first.
    var identity: FileIdentity
  }

  /// A container that stays as it is.
  init(_ container: any Container) {
    opened = container
    way = nil
  }

  /// Opens an archive or folder. A password is asked for where one is needed and somebody can be asked. Blocks.
  init(_ path: FilePath, _ request: OpenRequest, _ resources: RunResources) throws(Diagnostic) {
    var request = request
    let identity = try FileIdentity(of: path)
    opened = try OpenSource.container(path, &request, resources)
    // A folder keeps no file open, and its files are found by their names anyway.
    way = try isFolder(path) ? nil : Way(path: path, request: request, identity: identity)
  }

  /// The container, opened again where it was closed. Blocks.
  mutating func container(_ resources: RunResources) throws(Diagnostic) -> any Container {
    if let opened { return opened }
    guard var way else { preconditionFailure("only what can be opened again is closed") }
    guard try FileIdentity(of: way.path) == way.identity else {
      throw .error(
        .fileChanged, "it was changed after it was planned", at: Place(file: way.path.display),
        remedy: "run again when nothing else writes to it")
    }
    let container = try OpenSource.container(way.path, &way.request, resources)
    opened = container
    return container
  }

  mutating func close() { if way != nil { opened = nil } }

  /// - Parameter request: gets the password that was asked for.
  private static func container(
    _ path: FilePath, _ request: inout OpenRequest, _ resources: RunResources
  ) throws(Diagnostic) -> any Container {
    let mayAsk = request.password == nil
    for attempt in 0... {
      do throws(Diagnostic) {
        return try Containers.open(
          path, kind: request.kind, namesEncoding: request.namesEncoding, password: request.password,
          scratch: resources.scratch, limits: resources.limits)
      } catch {
        guard error.rule == .passwordRequired || error.rule == .passwordWrong, attempt < 3, mayAsk,
          let answer = resources.askPassword?(path)
        else { throw error }
        request.password = answer
      }
    }
    preconditionFailure("a password is asked for three times at most")
  }
}

extension OpenSource {
  /// Opens a source, for whoever needs both the way back and the container.
  static func open(
    _ path: FilePath, _ request: OpenRequest, _ resources: RunResources
  ) throws(Diagnostic) -> (source: OpenSource, container: any Container) {
    var source = try OpenSource(path, request, resources)
    return (source, try source.container(resources))
  }
}
