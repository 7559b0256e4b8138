public import BookModel
public import Diagnostics
import Options
public import PluginKit

extension PipelineFile {
  /// The folders that the file names under `plugins:`, as seen from its own folder.
  public var pluginFolders: [FilePath] { pluginNodes.compactMap { $0.scalar }.map { resolved(FilePath($0)) } }

  /// A registry with the plugins of these folders, and what is wrong with them.
  public func registry(adding base: Registry) -> (registry: Registry, problems: [Diagnostic]) {
    var registry = base
    var problems: [Diagnostic] = []
    for node in pluginNodes {
      let place = Place(file: file, range: node.range)
      guard let text = node.scalar, !node.isNull else {
        problems.append(
          .error(.pipelineShape, "'plugins' takes folders, not \(node.kindName)", at: place))
        continue
      }
      do throws(Diagnostic) {
        let (more, wrong) = try registry.adding(pluginsIn: resolved(FilePath(text)))
        registry = more
        problems += wrong
      } catch {
        problems.append(.error(.pluginFolder, error.message, at: place, remedy: error.remedy))
      }
    }
    return (registry, problems)
  }

  private var pluginNodes: [YAMLNode] {
    guard let node = node["plugins"], !node.isNull else { return [] }
    return node.items ?? [node]
  }

  private func resolved(_ path: FilePath) -> FilePath {
    guard let file, !path.isAbsolute else { return path }
    return FilePath(file).parent.appending(path.bytes)
  }
}

extension Rule {
  static let pluginFolder = Rule(
    "plugin-folder", .pipeline, "A folder named under 'plugins' does not exist or holds no plugin.",
    advice: """
      Name a folder that holds a plugin.yaml, or that holds such folders; the path is relative to the \
      pipeline's file.
      """)
}
