import Options

/// A completion script for fish 3 and later.
struct FishCompletion {
  private let commands: [CommandOutline]

  init(_ commands: [CommandOutline]) { self.commands = commands }

  var script: String {
    var lines = [
      "# fish completion for leporello, made by `leporello completions fish`.",
      "complete -c leporello -e",
      "complete -c leporello -f -n __fish_use_subcommand -l help -d 'Show how to use it.'",
      "complete -c leporello -f -n __fish_use_subcommand -l version -d 'Print the version.'",
    ]
    for command in commands {
      lines.append(
        "complete -c leporello -f -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.summary))'"
      )
    }
    lines.append("complete -c leporello -f -n __fish_use_subcommand -a help -d 'Show help for a command.'")
    let names = commands.map(\.name).joined(separator: " ")
    lines.append("complete -c leporello -f -n '__fish_seen_subcommand_from help' -a '\(names)'")
    for command in commands {
      let start = "complete -c leporello -n '__fish_seen_subcommand_from \(command.name)'"
      lines += operands(command.operands).map { "\(start) \($0)" }
      lines += command.flags.flatMap(options).map { "\(start) \($0)" }
      lines.append("\(start) -l help -d 'Show how to use it.'")
    }
    return lines.joined(separator: "\n")
  }

  /// Words that are no files are offered in place of them.
  private func operands(_ operands: [CommandOutline.Value]) -> [String] {
    guard let last = operands.last else { return ["-f"] }
    guard case .words(let words) = last else { return [] }
    return ["-f -a '\(quoted(words.joined(separator: " ")))'"]
  }

  private func options(_ flag: FlagDeclaration) -> [String] {
    let letter = flag.letter.map { " -s \($0)" } ?? ""
    let text = "-l \(flag.name)\(letter) -d '\(quoted(flag.summary))'"
    var lines: [String] = []
    switch flag.value {
    // A value that may be left out stands behind an equals sign, which fish completes by itself.
    case .words(let words) where flag.isValueOptional:
      lines = ["\(text) -f -a '\(quoted(words.joined(separator: " ")))'"]
    case .words(let words): lines = ["\(text) -x -a '\(quoted(words.joined(separator: " ")))'"]
    case .file, .pipeline: lines = ["\(text) \(flag.isValueOptional ? "" : "-r")"]
    case .other: lines = ["\(text) \(flag.isValueOptional ? "-f" : "-x")"]
    case nil: lines = ["\(text) -f"]
    }
    if flag.hasOpposite { lines.append("-l no-\(flag.name) -f -d 'Not --\(flag.name).'") }
    return lines
  }

  private func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
