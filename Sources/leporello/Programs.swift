import Archives
import BookModel
import Diagnostics
import Options
import PipelineFile
import PluginKit

/// Plugins that did not come with the program, and whether programs may run.
struct ProgramOptions: OptionGroup {
  var plugins: [String] = []
  var allowPrograms = false

  static let options: [Option<ProgramOptions>] = [
    Option("plugins", \.plugins, "Folders to look for plugins in; may be given several times."),
    Option("allowPrograms", \.allowPrograms, "Let the pipeline run programs other than this one."),
  ]

  /// Whether the user agrees to programs: for this run, or in the settings.
  func consent() throws(Diagnostic) -> ProgramConsent {
    let isGiven = allowPrograms ? true : try UserSettings.read().allowPrograms
    return isGiven ? .given : .missing
  }
}

extension FlagGroup {
  static let programs = FlagGroup("programs", options: ProgramOptions.declarations)
  /// For commands that tell of plugins and run none.
  static let pluginFolders = FlagGroup(
    "programs", options: ProgramOptions.declarations.filter { $0.name == "plugins" })
}

/// What the user has set for all runs: `$XDG_CONFIG_HOME/leporello/settings.yaml`.
struct UserSettings: OptionGroup {
  var allowPrograms = false

  static let options: [Option<UserSettings>] = [
    Option("allowPrograms", \.allowPrograms, "Whether every pipeline may run programs.")
  ]

  /// - Throws: what is wrong with the file; one that is not there sets nothing.
  static func read() throws(Diagnostic) -> UserSettings {
    guard let file = UserFolder.config.path?.appending("settings.yaml"),
      pathExists(file)
    else { return UserSettings() }
    let node = try YAMLParser(file: file.display).parse(try InputFile.contents(of: file, limit: 1 << 20))
    var decoder = OptionDecoder(file: file.display, owner: "the settings")
    let settings = UserSettings.decode(node, &decoder)
    if let problem = decoder.problems.first { throw problem }
    return settings ?? UserSettings()
  }
}
