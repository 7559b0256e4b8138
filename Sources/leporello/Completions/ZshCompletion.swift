import Options

/// A completion script for zsh: a function for `$fpath`, named `_leporello`.
struct ZshCompletion {
  private let commands: [CommandOutline]

  init(_ commands: [CommandOutline]) { self.commands = commands }

  var script: String {
    """
    #compdef leporello
    # zsh completion for leporello, made by `leporello completions zsh`.

    _leporello() {
      local curcontext="$curcontext" state line
      typeset -A opt_args
      _arguments -C '--help[Say how it is used.]' '--version[Print the version.]' \\
        '1:command:->command' '*::argument:->argument'
      case $state in
        command)
          local -a commands
          commands=(
    \(commands.map { "        '\(quoted($0.name)):\(quoted($0.summary))'" }.joined(separator: "\n"))
            'help:Say more about a command.'
          )
          _describe command commands
          ;;
        argument)
          case $words[1] in
    \(commands.map(branch).joined(separator: "\n"))
            help) _arguments '1:command:(\(commands.map(\.name).joined(separator: " ")))' ;;
          esac
          ;;
      esac
    }

    if [ "$funcstack[1]" = "_leporello" ]; then
      _leporello "$@"
    else
      compdef _leporello leporello
    fi
    """
  }

  private func branch(_ command: CommandOutline) -> String {
    let flags = command.flags.flatMap(specifications)
    let operands = command.operands.enumerated().map { index, value in
      let place = index == command.operands.count - 1 ? "*" : String(index + 1)
      return "'\(place):argument:\(action(value))'"
    }
    let all = flags + ["'--help[Show how to use it.]'"] + operands
    return "        \(command.name))\n          _arguments -s \\\n            "
      + all.joined(separator: " \\\n            ") + "\n          ;;"
  }

  /// What `_arguments` is told of a flag: the names, the sentence, the value.
  private func specifications(_ flag: FlagDeclaration) -> [String] {
    let repeated = flag.repeats ? "*" : ""
    let text = "[\(described(flag.summary))]"
    var lines: [String] = []
    if let value = flag.value {
      let tail =
        flag.isValueOptional ? "::\(message(flag)):\(action(value))" : ":\(message(flag)):\(action(value))"
      lines.append("'\(repeated)--\(flag.name)=\(flag.isValueOptional ? "-" : "")\(text)\(tail)'")
      if let letter = flag.letter { lines.append("'\(repeated)-\(letter)+\(text)\(tail)'") }
    } else {
      lines.append("'\(repeated)--\(flag.name)\(text)'")
      if let letter = flag.letter { lines.append("'\(repeated)-\(letter)\(text)'") }
    }
    if flag.hasOpposite { lines.append("'--no-\(flag.name)[Not --\(flag.name).]'") }
    return lines
  }

  private func message(_ flag: FlagDeclaration) -> String { quoted(flag.name.replacing("-", with: " ")) }

  private func action(_ value: CommandOutline.Value) -> String {
    switch value {
    case .file: "_files"
    case .pipeline: "_files -g \"*.y(a|)ml(-.) *(-/)\""
    case .other: " "
    case .words(let words): "(\(words.map(quoted).joined(separator: " ")))"
    }
  }

  /// Text within single quotes; colons part the fields of a specification.
  private func quoted(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing(":", with: "\\:")
  }

  /// A sentence within brackets.
  private func described(_ text: String) -> String {
    quoted(text).replacing("[", with: "\\[").replacing("]", with: "\\]")
  }
}
