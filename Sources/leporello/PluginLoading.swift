import Archives
import BookModel
import Catalogue
import Diagnostics
import PluginKit

/// Finds the plugins that did not come with the program: before flags are read, since plugins have flags.
enum PluginLoading {
  /// The built-in plugins, those in the user's folder (`$XDG_DATA_HOME/leporello/plugins`), and those that `--plugins`
  /// names.
  ///
  /// - Throws: the last thing wrong with plugins that were asked for; what is wrong with the user's own is shown, and
  ///   they are left out.
  static func registry(_ arguments: [[UInt8]], _ terminal: Terminal) throws(Diagnostic) -> Registry {
    var registry = Registry.builtIn
    if let folder = UserFolder.data.path?.appending("plugins"),
      isExistingFolder(folder)
    {
      do throws(Diagnostic) {
        let (more, problems) = try registry.adding(pluginsIn: folder)
        registry = more
        for problem in problems {
          terminal.errRendered(rendered(problem.with(severity: .warning), terminal) + "\n")
        }
      } catch  where error.rule == .pluginsMissing {
        // An empty folder is no mistake.
      } catch { terminal.err(error.with(severity: .warning).description) }
    }
    for folder in folders(in: arguments) {
      let (more, problems) = try registry.adding(pluginsIn: folder)
      registry = more
      for problem in problems.dropLast() { terminal.errRendered(rendered(problem, terminal) + "\n") }
      if let last = problems.last { throw last }
    }
    return registry
  }

  /// A problem with its line of the `plugin.yaml` and a caret.
  private static func rendered(_ problem: Diagnostic, _ terminal: Terminal) -> String {
    var renderer = DiagnosticRenderer(usesColor: terminal.usesColor)
    if let file = problem.place.file {
      do throws(Diagnostic) {
        renderer.add(source: try InputFile.contents(of: FilePath(file), limit: 1 << 20), of: file)
      } catch {
        // Without its text the problem still has its line and column.
      }
    }
    return renderer.text(problem)
  }

  /// What `--plugins` names, ahead of the flags themselves.
  private static func folders(in arguments: [[UInt8]]) -> [FilePath] {
    let flag = Array("--plugins".utf8)
    var folders: [[UInt8]] = []
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != Array("--".utf8) {
      if argument == flag, let next = rest.popFirst() {
        folders.append(next)
      } else if argument.starts(with: flag + [UInt8(ascii: "=")]) {
        folders.append(Array(argument.dropFirst(flag.count + 1)))
      }
    }
    return folders.flatMap { $0.split(separator: UInt8(ascii: ",")) }.map { FilePath(bytes: $0) }
  }
}
