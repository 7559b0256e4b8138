import BookModel
import CShims
import Catalogue
import Diagnostics
import Options
import PluginKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program: finds the command, and turns how it ended into an exit status.
@main
struct Leporello {
  static let version = "0.1.0"
  /// The day of this version, for manual pages.
  static let date = "2026-11-30"

  /// Every command, in the order help lists them.
  static let commands: [any Command.Type] = [
    ConvertCommand.self, RunCommand.self, CheckCommand.self, PlanCommand.self,
    TestCommand.self, InspectCommand.self,
    TagCommand.self, LintCommand.self, RenameCommand.self, PluginsCommand.self,
    FieldsCommand.self,
    SchemaCommand.self, ExplainCommand.self, InitCommand.self, CompletionsCommand.self, ManCommand.self,
  ]

  /// Not `async`: the runtime would park the main thread with every signal let in, the ones `Interruption`
  /// waits for among them, and they would end the program where it stands.
  static func main() {
    Interruption.watch()
    // Names in archives are decoded by C libraries, which ask the locale.
    setlocale(LC_CTYPE, "C.UTF-8")
    // TurboJPEG lets these change what it writes; the same pipeline gives the same bytes in any environment.
    for name in ["TJ_ARITHMETIC", "TJ_OPTIMIZE", "TJ_PROGRESSIVE", "TJ_RESTART"] { unsetenv(name) }
    // Rasters come and go; memory fresh from the system is cleared first, a fifth of the time of decoding PNGs.
    shim_keep_freed_memory()
    shim_drop_library_talk()
    signal(SIGPIPE, SIG_IGN)
    Task.detached {
      let status = await run(rawArguments())
      guard let failure = Terminal.outputFailure else { exit(status) }
      Terminal().err("error: results could not be written to standard output: \(failure) [output-failed]")
      exit(status == ExitStatus.done ? ExitStatus.inputFailed : status)
    }
    while true { pause() }
  }

  private static func run(_ arguments: [[UInt8]]) async -> Int32 {
    let terminal = Terminal()
    guard let first = arguments.first.map({ String(decoding: $0, as: UTF8.self) }) else {
      terminal.errText(Help.overview(commands, width: terminal.columns))
      return ExitStatus.usage
    }
    switch first {
    case "--version", "-V":
      terminal.out("leporello \(version)")
      return ExitStatus.done
    case "--help", "-h", "help":
      return help(arguments.dropFirst().map { String(decoding: $0, as: UTF8.self) }, terminal)
    default:
      guard let command = commands.first(where: { $0.name == first }) else {
        terminal.err(unknownCommand(first).description)
        return ExitStatus.usage
      }
      return await Interruption.guarding { await run(command, Array(arguments.dropFirst()), terminal) }
    }
  }

  private static func run(_ command: any Command.Type, _ arguments: [[UInt8]], _ terminal: Terminal) async
    -> Int32
  {
    var advice = Advice(command.flags(.builtIn))
    do throws(Diagnostic) {
      let registry = try PluginLoading.registry(arguments, terminal)
      if arguments.contains(where: { $0 == Array("--help".utf8) || $0 == Array("-h".utf8) }) {
        terminal.outText(Help.text(of: command, registry, width: terminal.columns))
        return ExitStatus.done
      }
      let flags = command.flags(registry)
      advice = Advice(flags)
      let parsed = try FlagParser(flags).parse(arguments)
      let session = try Session(parsed, flags: flags, registry: registry, terminal: terminal)
      let status = try await command.run(parsed, in: session)
      return Interruption.exitStatus ?? status
    } catch {
      terminal.err(advice.followable(error).description)
      if error.rule.category == .usage { terminal.err("usage: \(Help.usage(of: command))") }
      return Interruption.exitStatus ?? ExitStatus(of: error).code
    }
  }

  private static func help(_ words: [String], _ terminal: Terminal) -> Int32 {
    guard let name = words.first else {
      terminal.outText(Help.overview(commands, width: terminal.columns))
      return ExitStatus.done
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      terminal.err(unknownCommand(name).description)
      return ExitStatus.usage
    }
    terminal.outText(Help.text(of: command, .builtIn, width: terminal.columns))
    return ExitStatus.done
  }

  static func unknownCommand(_ name: String) -> Diagnostic {
    let near = closestMatch(to: name, in: commands.map { $0.name })
    return .error(
      .commandUnknown, "there is no command '\(name)'",
      remedy: near.map { "did you mean '\($0)'?" } ?? "`leporello --help` lists the commands")
  }

  /// The arguments as the system gave them: bytes, which need not be UTF-8.
  private static func rawArguments() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { text in
        Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
      }
    }
  }
}

extension Rule {
  static let commandUnknown = Rule(
    "unknown-command", .usage, "The program has no such command.",
    advice: "Use the suggested command; `leporello --help` lists them.")
}
