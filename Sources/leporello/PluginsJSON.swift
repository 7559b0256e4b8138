import BookModel
import Diagnostics
import Options
import PluginKit

extension Registry {
  /// Plugins and their options, for machines: version 1 of this form.
  func json(_ plugins: [any PluginKind]) -> JSON {
    .members(("plugins", .integer(1)), ("list", .array(plugins.map(Registry.json))))
  }

  private static func json(_ plugin: any PluginKind) -> JSON {
    let about = plugin.description
    return .members(
      ("kind", .string(plugin.kindName)), ("name", .string(about.name)), ("summary", .string(about.summary)),
      ("fileExtensions", extensions(of: plugin)),
      ("needs", (plugin as? StageKind).map { .string($0.needsWord) }),
      ("runsPrograms", about.runsPrograms ? .bool(true) : nil),
      ("folder", about.folder.map(JSON.string)),
      ("options", .array(about.declarations.map(json))), ("example", .string(about.example)))
  }

  private static func extensions(of plugin: any PluginKind) -> JSON? {
    let extensions = (plugin as? ReaderKind)?.fileExtensions ?? (plugin as? SinkKind)?.fileExtensions ?? []
    return extensions.isEmpty ? nil : .array(extensions.map(JSON.string))
  }

  private static func json(_ option: OptionDeclaration) -> JSON {
    .members(
      ("name", .string(option.name)), ("takes", .string(option.kind.expectation)),
      ("default", option.defaultText.isEmpty ? nil : .string(option.defaultText)),
      ("shortForm", option.isShortForm ? .bool(true) : nil), ("summary", .string(option.summary)),
      ("options", group(option.kind)))
  }

  private static func group(_ kind: OptionKind) -> JSON? {
    guard case .group(let options) = kind else { return nil }
    return .array(options.map(json))
  }
}

extension StageKind {
  /// What it works on: `pages`, `sections`, both, or `anyBook`.
  fileprivate var needsWord: String {
    needs.isEmpty
      ? "anyBook" : ItemKind.allCases.filter(needs.contains).map(\.rawValue).joined(separator: "+")
  }
}

extension PluginKind {
  /// `reader`, `stage` or `sink`.
  var kindName: String { self is ReaderKind ? "reader" : self is SinkKind ? "sink" : "stage" }
}
