import Options

/// The text of a new pipeline file, commented so that it can be changed by somebody who has never seen one.
struct PipelineDraft {
  let answers: InitAnswers
  /// The file's own name, for the commands in its comments.
  let file: String
  /// Where the books lie and where they go, as other machines can read it.
  private let inbox: PortablePath
  private let path: PortablePath

  init(answers: InitAnswers, file: String, home: String?) {
    self.answers = answers
    self.file = file
    inbox = PortablePath(answers.inbox.withoutSlashes, named: "inbox", home: home)
    let usual =
      answers.from == .folders
      ? "library/{source.stem}.cbz"
      : "library/{series|Unsorted}/[{series} ][v{volume:00} ][#{number:000} ][{title}].cbz"
    path = PortablePath(answers.path ?? usual, named: "library", home: home)
  }

  var text: String {
    let parts = [header, variables, source, "stages:\n" + stages.joined(separator: "\n\n"), sink]
    return parts.compactMap { $0 }.joined(separator: "\n\n") + "\n"
  }

  private var header: String {
    let commands = [
      ("plan \(file)", "says what would be made, and changes nothing"), ("run \(file)", "makes it"),
      ("check \(file)", "finds what is wrong with this file"),
      ("plugins", "lists the stages there are; `leporello plugins NAME` the options of one"),
    ]
    let width = (commands.map(\.0.count).max() ?? 0) + 4
    let table = commands.map { command, meaning in
      "#   leporello \(command)\(String(repeating: " ", count: width - command.count))\(meaning)"
    }
    return """
      # Written by `leporello init`; every part may be changed.
      #
      \(table.joined(separator: "\n"))

      leporello: 1                      # the version of this file's language
      name: \((answers.name ?? usualName).optionText)
      """
  }

  private var usualName: String {
    let what =
      switch answers.from {
      case .any: "books"
      case .epub: "EPUBs"
      case .archives: "comic archives"
      case .folders: "folders"
      }
    return "\(what) to tagged CBZ" + (answers.device.map { " for \($0)" } ?? "")
  }

  // MARK: Source

  /// What differs from machine to machine.
  private var variables: String? {
    let values = [inbox.variable, path.variable].compactMap { $0 }
    var lines: [String] = []
    if inbox.usesHome || path.usesHome {
      lines.append("env: [HOME]                       # only the environment variables listed here are seen")
    }
    if !values.isEmpty {
      lines.append("vars:                             # changed for one run by --set vars.NAME=VALUE")
    }
    lines += values.map { "  \($0.name): \($0.value.optionText)" }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private var source: String {
    switch answers.from {
    case .folders:
      """
      # What is read, unless inputs are named on the command line. It is never changed or removed.
      source:
        folders: \("\(inbox.text)/*".quoted)            # each folder in here is one book
      """
    default:
      """
      # What is read, unless inputs are named on the command line. It is never changed or removed.
      source:
        files: \("\(inbox.text)/**/*.\(endings)".quoted)   # ** stands for folders at any depth
      """
    }
  }

  private var endings: String {
    switch answers.from {
    case .epub: "epub"
    case .archives: "{cbz,cbr,cb7,cbt,zip,rar,7z}"
    default: "{epub,cbz,cbr,cb7,cbt,zip,rar,7z}"
    }
  }

  // MARK: Stages

  private var stages: [String] {
    var stages = [metadata]
    stages += spreads
    if let device = answers.device {
      stages.append(
        """
          # Pages as large as the screen, in the grays it shows; `leporello plugins device` lists all devices.
          - device: \(device.optionText)
        """)
    }
    if let paper = answers.paper {
      stages.append(
        """
          # Paper behind the ink, stronger in the white; the cover stays as it is.
          - paper: \(paper.optionText)
            where: role != cover
        """)
    }
    return stages
  }

  private var metadata: String {
    let comment = """
        # What is known of each book: what it says itself first, then files beside it, then its title, its file name
        # and its folder. For one book the command line says more: --meta series=Kite --meta number=3
      """
    let stage =
      answers.direction == .auto
      ? "  - metadata" : "  - metadata: { set: { direction: \(answers.direction.rawValue) } }"
    return comment + "\n" + stage
  }

  private var spreads: [String] {
    switch answers.spreads {
    case .keep: []
    case .join:
      [
        """
          # Gives every page its side: the cover alone, then 2 and 3, 4 and 5… `leporello plan` shows every opening.
          - pair
        """,
        """
          # Two facing pages become one picture; "spreads" would join only pages that carry one drawing.
          - join: all
        """,
      ]
    case .turn:
      [
        """
          # A double page is shown turned, so that it fills an upright screen, then its halves in reading order.
          - turn: { also: halves }
        """
      ]
    case .split:
      [
        """
          # Double pages become two pages, in reading order.
          - split
        """
      ]
    }
  }

  // MARK: Sink

  private var sink: String {
    var lines = [
      "# What is written. A field stands in braces: {number:000} pads 7 to 007; a part in square brackets is left out",
      "# where its field is empty. `leporello plan` shows where each book would go.", "sink:", "  cbz:",
      "    path: \(path.text.quoted)",
      "    exists: skip                  # already made? Then leave it; \"replace\" would make it again",
    ]
    if answers.target != "standard" {
      lines.append(
        "    target: \(answers.target.optionText)\(String(repeating: " ", count: max(1, 22 - answers.target.count)))# the program that will read the metadata"
      )
    }
    return lines.joined(separator: "\n")
  }
}

/// A path as it may stand in a file that is handed on: what only one machine has becomes a variable.
private struct PortablePath {
  var text: String
  var variable: (name: String, value: String)?
  var usesHome = false

  init(_ path: String, named name: String, home: String?) {
    let homes = ["~/"] + [home].compactMap { $0 }.filter { $0.count > 1 }.map { $0 + "/" }
    if let start = homes.first(where: path.hasPrefix) {
      usesHome = true
      text = "${HOME}/" + path.dropFirst(start.count).dollarsEscaped
    } else if path.hasPrefix("/") {
      // The folders that are the same for every book.
      let fixed = path.prefix { $0 != "{" && $0 != "[" }
      let folder =
        fixed.count == path.count && name == "inbox"
        ? fixed : fixed[..<(fixed.lastIndex(of: "/") ?? fixed.endIndex)]
      text = "${\(name)}" + path.dropFirst(folder.count).dollarsEscaped
      variable = (name, folder.dollarsEscaped)
    } else {
      text = path.dollarsEscaped
    }
  }
}

extension StringProtocol {
  /// A dollar sign begins a variable; two are one.
  fileprivate var dollarsEscaped: String { reduce(into: "") { $0 += $1 == "$" ? "$$" : String($1) } }

  fileprivate var withoutSlashes: String {
    var rest = self[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    return String(rest)
  }
}

extension String {
  /// The text in double quotes, as YAML reads it back (7.3.1).
  fileprivate var quoted: String {
    let plain = optionText
    return plain.hasPrefix("\"") ? plain : "\"\(plain)\""
  }
}
