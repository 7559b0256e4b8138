import BookModel
public import Diagnostics
import Options
public import PluginKit

extension PipelineFile {
  /// A registry extended by the plugins in the folders that the file lists under `plugins:`, relative to its
  /// own folder, together with any problems.
  ///
  /// - Parameters:
  ///   - environment: the process's environment; the file sees only the names it declares.
  ///   - overrides: `--set` overrides, which may change variables.
  public func registry(
    adding base: Registry, environment: [String: String] = [:], overrides: [Override] = []
  ) -> (registry: Registry, problems: [Diagnostic]) {
    var registry = base
    var problems: [Diagnostic] = []
    for node in pluginNodes(environment, overrides) {
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

  /// The folders' names with variables replaced. Names whose variables cannot be replaced are left out,
  /// because checking reports them.
  private func pluginNodes(_ environment: [String: String], _ overrides: [Override]) -> [YAMLNode] {
    guard let plugins = node["plugins"], !plugins.isNull else { return [] }
    var variables = Variables(
      root: node, file: file, environment: environment,
      sets: overrides.compactMap { override in
        guard case .option("vars", let path, let value) = override.kind else { return nil }
        return (path.joined(separator: "."), value)
      })
    return (plugins.items ?? [plugins]).compactMap { node in
      let known = variables.problems.count
      let replaced = variables.substitute(node)
      return variables.problems.count == known ? replaced : nil
    }
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
