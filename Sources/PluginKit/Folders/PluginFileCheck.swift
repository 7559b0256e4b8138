import Diagnostics
import Options

/// Checks of a `plugin.yaml` that involve more than one option.
struct PluginFileCheck {
  let node: YAMLNode
  let file: String
  let plugin: PluginFile
  var problems: [Diagnostic] = []

  /// Where the value of a key stands; for a missing one the beginning of the file.
  func place(of key: String) -> Place { place(node[key]) }

  private func place(_ part: YAMLNode?) -> Place {
    let start = node.range.start
    let first = SourceRange(start, SourcePosition(line: start.line, column: start.column + 1))
    return Place(file: file, range: part?.range ?? first)
  }

  private mutating func report(_ message: String, _ place: Place, _ remedy: String? = nil) {
    problems.append(.error(.pluginInvalid, message, at: place, remedy: remedy))
  }

  mutating func checkNames() {
    if node["plugin"] == nil {
      report("the file does not state its version", place(of: "plugin"), "begin with 'plugin: 1'")
    }
    if !PluginFileCheck.isWord(plugin.name, separator: "-") {
      report(
        "the plugin's name is written in lower case, with '-' between words", place(of: "name"),
        "such as name: tidy-titles")
    } else if ["id", "where", "when", "source", "sink", "stages", "vars"].contains(plugin.name) {
      report("'\(plugin.name)' is a reserved word in pipeline files", place(of: "name"))
    }
    if plugin.kind == nil, node["kind"]?.scalar == nil {
      report(
        "the file does not say what the plugin is", place(of: "kind"), "kind: reader, stage, filter or sink")
    }
    if !PluginFileCheck.isSentence(plugin.summary) {
      report(
        "the plugin's summary is one sentence of at most 160 characters, with a full stop",
        place(of: "summary"))
    }
  }

  /// What one kind needs and the others don't use.
  mutating func checkKind() {
    guard let kind = plugin.kind else { return }
    let owners: [(key: String, kinds: [PluginFile.Kind])] = [
      ("needs", [.filter]), ("format", [.stage]), ("inputFormat", [.stage]), ("sameSize", [.stage]),
      ("extensions", [.reader, .sink]), ("startsWith", [.reader]), ("output", [.sink]),
    ]
    for (key, kinds) in owners where node[key] != nil && !kinds.contains(kind) {
      report(
        "'\(key)' is not a key of a \(kind.rawValue)", place(of: key),
        "it is for a " + kinds.map(\.rawValue).joined(separator: " or "))
    }
    if kind == .reader, plugin.extensions.isEmpty, plugin.startsWith.isEmpty {
      report(
        "the reader does not say which files it reads", place(of: "kind"),
        "add 'extensions: [ENDING]' or 'startsWith: TEXT'")
    }
    if kind == .sink, plugin.output != .folder, plugin.extensions.isEmpty {
      report(
        "the sink does not state the extension of its files", place(of: "kind"), "add 'extensions: [ENDING]'")
    }
    for item in node["extensions"]?.items ?? [] where !PluginFileCheck.isExtension(item.scalar ?? "") {
      report("an extension is written in lower case and without its dot", place(item))
    }
    if plugin.startsWith.unicodeScalars.contains(where: { $0.value > 0xFF }) {
      report(
        "'startsWith' holds a character that is not a byte", place(of: "startsWith"),
        "write bytes as \"\\xFF\"")
    }
  }

  /// The command, nil where it is wrong.
  mutating func command(_ options: [OptionDeclaration]) -> ProgramCommand? {
    let isPlain = plugin.kind == .filter || plugin.kind == nil
    do throws(Diagnostic) {
      return try ProgramCommand(
        plugin.command, shell: plugin.shell, seconds: plugin.timeout,
        required: isPlain ? [] : ["input", "output"],
        allowed: ["plugin"] + options.map { "options.\($0.name)" })
    } catch {
      var problem = error
      problem.place = place(of: "command")
      problems.append(problem)
      return nil
    }
  }

  // MARK: Options

  mutating func declarations() -> [OptionDeclaration] {
    var declarations: [OptionDeclaration] = []
    let written = node["options"]?.pairs ?? []
    for option in plugin.options.pairs {
      guard let pair = written.first(where: { $0.key == option.key }) else { continue }
      let key = Place(file: file, range: pair.keyRange)
      if let problem = PluginFileCheck.nameProblem(option.key, plugin.kind) { report(problem, key) }
      guard let kind = option.value.optionKind else {
        report(
          option.value.type == nil
            ? "the option does not say its type" : "the option's type is incomplete, or its range is invalid",
          key,
          "an enumeration has 'values', a range is [LEAST, GREATEST], a list or map holds single values ('of')"
        )
        continue
      }
      if !PluginFileCheck.isSentence(option.value.summary) {
        report("the option's summary is one sentence of at most 160 characters, with a full stop", key)
      }
      var standard = ""
      if let node = option.value.standard.node, !node.isNull {
        var decoder = OptionDecoder(file: file, owner: "option '\(option.key)'")
        decoder.optionName = "default"
        standard = SettingValue(node, as: kind, &decoder)?.text ?? ""
        problems += decoder.problems
      }
      declarations.append(
        OptionDeclaration(
          name: option.key, kind: kind, defaultText: standard, summary: option.value.summary,
          isShortForm: option.value.shortForm))
    }
    if declarations.filter(\.isShortForm).count > 1 {
      report("two options are the short form", place(of: "options"), "keep one")
    }
    return declarations
  }

  private static func nameProblem(_ name: String, _ kind: PluginFile.Kind?) -> String? {
    guard name.first?.isLowercase == true, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else {
      return "the option's name is not in camelCase"
    }
    let taken = kind == .sink ? ["path", "exists", "collisions", "stages"] : ["id", "where", "when"]
    return taken.contains(name) ? "'\(name)' already belongs to every \(kind?.rawValue ?? "plugin")" : nil
  }

  // MARK: Words

  private static func isExtension(_ text: String) -> Bool {
    !text.isEmpty && text.first != "." && text == text.lowercased() && !text.contains("/")
  }

  private static func isWord(_ text: String, separator: Character) -> Bool {
    text.first?.isLetter == true && text.last != separator
      && text.allSatisfy { $0 == separator || $0.isASCII && ($0.isLowercase || $0.isNumber) }
  }

  private static func isSentence(_ text: String) -> Bool {
    text.first?.isUppercase == true && text.last == "." && !text.contains("\n") && text.count <= 160
  }
}
