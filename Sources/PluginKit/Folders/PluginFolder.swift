import Archives
public import BookModel
public import Diagnostics
import Options

extension Rule {
  public static let pluginInvalid = Rule(
    "plugin-invalid", .pipeline, "The plugin.yaml of a plugin folder is incomplete or contradicts itself.",
    advice: "Fix the line of plugin.yaml that is named; Plugins/README.md describes every key.")
  public static let pluginsMissing = Rule(
    "plugins-missing", .usage, "A folder that should hold plugins holds none.",
    advice: "Name a folder that holds a plugin.yaml, or that holds such folders.")
}

extension Registry {
  /// The registry with the plugins of a folder: one that holds a `plugin.yaml`, or one of such folders.
  ///
  /// - Returns: what is wrong with single plugins, which are left out.
  /// - Throws: `file-unreadable`, `plugins-missing` where there are no plugins.
  public func adding(pluginsIn folder: FilePath) throws(Diagnostic) -> (
    registry: Registry, problems: [Diagnostic]
  ) {
    let folders = try PluginFolder.folders(in: folder)
    guard !folders.isEmpty else {
      throw .error(
        .pluginsMissing, "'\(folder.display)' holds no plugin",
        remedy: "a plugin is a folder with a plugin.yaml")
    }
    var registry = self
    var problems: [Diagnostic] = []
    for folder in folders {
      do throws(PluginProblems) { try PluginFolder(folder).add(to: &registry) } catch {
        problems += error.all
      }
    }
    return (registry, problems)
  }
}

/// Everything that is wrong with one plugin.
struct PluginProblems: Error {
  var all: [Diagnostic]
}

/// A plugin folder, its `plugin.yaml` read and checked.
struct PluginFolder {
  static let fileName = "plugin.yaml"

  let folder: FilePath
  let file: PluginFile
  let description: PluginDescription
  let options: DeclaredOptions
  let command: ProgramCommand
  private let namePlace: Place

  /// The plugin folders a folder stands for, by name.
  static func folders(in folder: FilePath) throws(Diagnostic) -> [FilePath] {
    let items = try listFolder(folder)
    if items.contains(where: { $0.name == Array(fileName.utf8) }) { return [folder] }
    return items.map { folder.appending($0.name) }.filter { pathExists($0.appending(fileName)) }
  }

  init(_ folder: FilePath) throws(PluginProblems) {
    let path = folder.appending(PluginFolder.fileName)
    let node: YAMLNode
    let files: [FilePath]
    do throws(Diagnostic) {
      files = try listFolder(folder).filter { $0.kind == .file }.map { realPath(folder).appending($0.name) }
      node = try YAMLParser(file: path.display).parse(try InputFile.contents(of: path, limit: 1 << 20))
    } catch { throw PluginProblems(all: [error]) }
    var decoder = OptionDecoder(file: path.display, owner: "a plugin.yaml")
    let file = PluginFile.decode(node, &decoder) ?? PluginFile()
    var check = PluginFileCheck(node: node, file: path.display, plugin: file)
    let declarations = check.declarations()
    let command = check.command(declarations)
    check.checkNames()
    check.checkKind()
    let problems = decoder.problems + check.problems
    guard problems.isEmpty, let command else { throw PluginProblems(all: problems.sortedByPosition()) }
    self.folder = realPath(folder)
    self.file = file
    self.command = command
    options = DeclaredOptions(declarations: declarations)
    namePlace = check.place(of: "name")
    description = PluginDescription(
      name: file.name, summary: file.summary, example: file.usage, declarations: declarations,
      runsPrograms: true, folder: self.folder.display, files: files)
  }

  /// Adds it to a registry.
  ///
  /// - Throws: a problem where its name is taken.
  func add(to registry: inout Registry) throws(PluginProblems) {
    if let other = registry.all.first(where: { $0.name == file.name }) {
      // Found twice: in the user's folder and by name.
      if other.description.folder == description.folder { return }
      let owner = other.description.folder.map { "the plugin in \($0)" } ?? "a built-in plugin"
      throw PluginProblems(all: [
        .error(
          .pluginInvalid, "the name '\(file.name)' is that of \(owner)", at: namePlace,
          remedy: "choose another name")
      ])
    }
    switch file.kind {
    case .reader?: registry = registry.with(readerKind)
    // `convert` filters books behind its own work on metadata, and changes pictures before they are encoded.
    case .filter?: registry = registry.with(stageKind, before: "drop")
    case .stage?: registry = registry.with(stageKind, before: "encode")
    case .sink?: registry = registry.with(sinkKind)
    case nil: break
    }
  }

  /// What replaces the places in the command for one use of it.
  func places(_ settings: OptionSettings) -> [String: [UInt8]] {
    settings.places.merging(["plugin": folder.bytes]) { own, _ in own }
  }

  /// How options become a plugin ready to work.
  func making<Ready: Sendable>(
    _ make: @escaping @Sendable (OptionSettings) -> Ready
  ) -> PluginMaking<Ready> {
    let options = options
    @Sendable func text(_ settings: OptionSettings) -> String {
      var decoder = OptionDecoder(file: nil, owner: "")
      return settings.text(against: options.decode(.map([]), &decoder))
    }
    return PluginMaking(
      settingsText: { node, decoder in text(options.decode(node, &decoder)) },
      make: { node, decoder in
        let settings = options.decode(node, &decoder)
        guard decoder.problems.isEmpty else { return nil }
        return .init(plugin: make(settings), settingsText: text(settings))
      })
  }
}

extension PluginFile {
  /// The example, or the plainest use there is.
  fileprivate var usage: String {
    if !example.isEmpty { return example.trimmed }
    switch kind {
    case .reader?: return "\(name): {}"
    case .sink?: return "\(name): \"out/{source.stem}\(extensions.first.map { "." + $0 } ?? "")\""
    default: return "- \(name)"
    }
  }
}
