import Archives
import BookModel
import Diagnostics
import Options
import PipelineFile
import PluginKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
    guard let file = userFolder("XDG_CONFIG_HOME", below: ".config")?.appending("settings.yaml"),
      pathExists(file)
    else { return UserSettings() }
    let node = try YAMLParser(file: file.display).parse(try InputFile.contents(of: file, limit: 1 << 20))
    var decoder = OptionDecoder(file: file.display, owner: "the settings")
    let settings = UserSettings.decode(node, &decoder)
    if let problem = decoder.problems.first { throw problem }
    return settings ?? UserSettings()
  }
}

/// The program's folder below one of the user's (XDG Base Directory Specification 0.8); nil where there is no home.
func userFolder(_ variable: String, below home: String) -> FilePath? {
  func value(_ name: String) -> FilePath? {
    guard let text = getenv(name), text.pointee == UInt8(ascii: "/") else { return nil }
    return FilePath(String(cString: text))
  }
  let base =
    value(variable)
    ?? value("HOME").map { home.split(separator: "/").reduce($0) { $0.appending(String($1)) } }
  return base?.appending("leporello")
}
