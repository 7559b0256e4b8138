import Options

/// A completion script for bash 3.2 and later.
struct BashCompletion {
  private let commands: [CommandOutline]

  init(_ commands: [CommandOutline]) { self.commands = commands }

  var script: String {
    """
    # bash completion for leporello, made by `leporello completions bash`.

    # What stands behind a flag or command: words, "@file", "@pipeline" or "@none".
    _leporello_offer() {
      case $1 in
        @file) ;; # bash's own completion of file names
        @pipeline)
          compopt -o filenames 2>/dev/null
          local IFS=$'\\n'
          COMPREPLY=($(compgen -f -X '!*.y*ml' -- "$2") $(compgen -d -- "$2"))
          ;;
        @none) compopt +o default 2>/dev/null ;;
        *) COMPREPLY=($(compgen -W "$1" -- "$2")) ;;
      esac
    }

    _leporello() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= count=0 i
      COMPREPLY=()
      # The shell parts words at "=": --flag=value comes as three.
      if [[ $cur == "=" ]]; then
        cur=
      elif [[ $prev == "=" ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          -* | =) ;;
          *) if [[ -z $command ]]; then command=${COMP_WORDS[i]}; else count=$((count + 1)); fi ;;
        esac
      done
      if [[ -z $command ]]; then
        _leporello_offer "\(commands.map(\.name).joined(separator: " ")) help --help --version" "$cur"
        return
      fi
      case $command in
        help)
          _leporello_offer "\(commands.map(\.name).joined(separator: " "))" "$cur"
          ;;
    \(commands.map(branch).joined(separator: "\n"))
      esac
    }

    complete -o default -F _leporello leporello
    """
  }

  private func branch(_ command: CommandOutline) -> String {
    var names: [String] = []
    var values: [(pattern: String, offer: String, isOptional: Bool)] = []
    for flag in command.flags {
      names.append("--" + flag.name)
      if flag.hasOpposite { names.append("--no-" + flag.name) }
      guard let value = flag.value else { continue }
      let pattern = "--\(flag.name)" + (flag.letter.map { " | -\($0)" } ?? "")
      values.append((pattern, offer(value), flag.isValueOptional))
    }
    names.append("--help")
    // Behind a flag whose value may be left out, a word that begins with a dash is the next flag.
    let cases = values.map { value in
      value.isOptional
        ? "        \(value.pattern)) [[ $cur == -* ]] || { _leporello_offer \(value.offer) \"$cur\"; [[ ${#COMPREPLY[@]} -gt 0 ]] && return; } ;;"
        : "        \(value.pattern)) _leporello_offer \(value.offer) \"$cur\"; return ;;"
    }
    var lines = ["    \(command.name))"]
    if !cases.isEmpty { lines += ["      case $prev in"] + cases + ["      esac"] }
    lines += [
      "      if [[ $cur == -* ]]; then",
      "        _leporello_offer \"\(names.joined(separator: " "))\" \"$cur\"",
      "      else",
    ]
    lines += operands(command.operands) + ["      fi", "      ;;"]
    return lines.joined(separator: "\n")
  }

  private func operands(_ operands: [CommandOutline.Value]) -> [String] {
    guard let last = operands.last else { return ["        _leporello_offer @none \"$cur\""] }
    if operands.count == 1 { return ["        _leporello_offer \(offer(last)) \"$cur\""] }
    return ["        case $count in"]
      + operands.dropLast().enumerated().map { index, value in
        "          \(index)) _leporello_offer \(offer(value)) \"$cur\" ;;"
      } + ["          *) _leporello_offer \(offer(last)) \"$cur\" ;;", "        esac"]
  }

  private func offer(_ value: CommandOutline.Value) -> String {
    switch value {
    case .file: "@file"
    case .pipeline: "@pipeline"
    case .other: "@none"
    case .words(let words): "\"\(words.joined(separator: " "))\""
    }
  }
}
