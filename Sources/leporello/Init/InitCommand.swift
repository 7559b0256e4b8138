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

/// `leporello init`: a new pipeline file, from a few answers.
struct InitCommand: Command {
  static let name = "init"
  static let summary = "Write a commented pipeline file to start from: asks a few questions, or takes flags."
  static let operands = "[FILE]"
  static let examples = [
    "leporello init", "leporello init manga.yaml --from epub --direction rtl --device KPW5 --yes",
    "leporello init - --yes --target komga",
  ]

  struct Settings: OptionGroup {
    var yes = false

    static let options: [Option<Settings>] = [
      Option("yes", \.yes, "Ask nothing: use the usual answers, except where flags say otherwise.")
    ]
  }

  private static let usualFile = "pipeline.yaml"

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [
      FlagGroup("init", options: Settings.declarations, letters: ["yes": "y"]),
      FlagGroup("answers", options: InitAnswers.declarations), .talk,
    ]
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    try session.refuseWords(arguments, beyond: 1, "one file at a time")
    let name = arguments.words.first ?? Array(usualFile.utf8)
    let file = FilePath(bytes: name)
    let isPrinted = name == Array("-".utf8)
    if !isPrinted, pathExists(file) {
      throw .error(
        .destinationExists, "'\(file.display)' already exists and is not overwritten",
        at: Place(file: file.display), remedy: "name another file, or move this one away")
    }
    let isSilent = try session.options(Settings.self, arguments, "init").yes
    let given = arguments["answers"] ?? .map([])
    let canAsk = isatty(STDIN_FILENO) == 1 && session.terminal.isInteractive
    if !isSilent, !canAsk, given.pairs?.isEmpty != false {
      throw .error(
        .nobodyToAsk, "there is no terminal to ask questions on",
        remedy: "add --yes for the usual answers, and flags for others: --from epub --device KPW5")
    }
    let answers = try answers(given, asking: canAsk && !isSilent, session)
    let draft = PipelineDraft(
      answers: answers, file: isPrinted ? usualFile : file.display, home: environment("HOME"))
    try check(draft, session)
    if isPrinted {
      session.terminal.outText(draft.text.trimmed(.lineEnds))
      return ExitStatus.done
    }
    let output = try OutputFile(for: file)
    try output.write(Array(draft.text.utf8))
    try output.commit(replacing: false)
    session.say("\(file.display) is written; see what it would do: leporello plan \(file.display)")
    return ExitStatus.done
  }

  // MARK: Answers

  /// What flags say, and for the rest what is typed, else the usual.
  private static func answers(_ given: YAMLNode, asking: Bool, _ session: Session) throws(Diagnostic)
    -> InitAnswers
  {
    var node = given
    for question in InitQuestion.all(session.registry) {
      if let said = given[question.option]?.scalar {
        try refuse(said, question)
      } else if asking, let answer = try ask(question, session), answer != question.usual {
        node = YAMLNode(
          .mapping(
            (node.pairs ?? []) + [
              YAMLNode.Pair(key: question.option, keyRange: .nowhere, value: .text(answer))
            ]),
          range: .nowhere)
      }
    }
    var decoder = OptionDecoder(file: nil, owner: "the command line")
    let decoded = InitAnswers.decode(node, &decoder)
    if let problem = decoder.problems.first { throw problem.asUsage }
    var answers = decoded ?? InitAnswers()
    if answers.device?.lowercased() == "none" { answers.device = nil }
    if answers.paper?.lowercased() == "none" { answers.paper = nil }
    return answers
  }

  /// - Throws: `option-value` for a flag's value that is none of a question's answers.
  private static func refuse(_ said: String, _ question: InitQuestion) throws(Diagnostic) {
    guard !question.choices.isEmpty, !question.choices.contains(where: { $0.word == said }) else { return }
    let words = question.choices.map(\.word)
    throw Diagnostic.error(
      .optionValue, "--\(question.option) takes \(listed(words)), not '\(said)'",
      remedy: closestMatch(to: said, in: words).map { "did you mean '\($0)'?" }
    ).asUsage
  }

  private static func listed(_ words: [String]) -> String {
    "one of: " + words.prefix(12).joined(separator: ", ")
      + (words.count > 12 ? " and \(words.count - 12) more" : "")
  }

  /// Asks until the answer is one that is understood; nil where nobody answers any more.
  private static func ask(_ question: InitQuestion, _ session: Session) throws(Diagnostic) -> String? {
    session.terminal.errText("\n\(question.text)")
    let meant = question.choices.filter { !$0.meaning.isEmpty }
    for (index, choice) in question.choices.enumerated() where !choice.meaning.isEmpty {
      session.terminal.err(
        "  \(index + 1)  \(choice.word)\(String(repeating: " ", count: max(1, 10 - choice.word.count)))\(choice.meaning)"
      )
    }
    let rest = question.choices.dropFirst(meant.count).map(\.word)
    for line in HelpTable.wrap(rest.joined(separator: " "), width: session.terminal.columns - 4) {
      session.terminal.err("  " + line)
    }
    while true {
      session.terminal.ask("[\(question.usual)] ")
      guard let line = readLine() else {
        throw .error(.nobodyToAsk, "the questions were left unanswered; nothing is written")
      }
      if let answer = question.answer(to: line) { return answer }
      let near = closestMatch(to: line, in: question.choices.map(\.word))
      session.terminal.err("that is not one of the answers" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
  }

  /// - Throws: the first thing `check --strict` would say of the file: an answer made it so.
  private static func check(_ draft: PipelineDraft, _ session: Session) throws(Diagnostic) {
    let file = try PipelineFile(parsing: Array(draft.text.utf8), file: draft.file)
    let checker = PipelineChecker(registry: session.registry, environment: environmentVariables())
    let problems =
      checker.check(file).problems
      + SharingReview.problems(of: file)
    guard let problem = problems.first(where: { $0.severity >= .warning }) else { return }
    throw Diagnostic.error(
      problem.rule.with(category: .usage),
      "these answers do not make a valid pipeline: \(problem.message)", remedy: problem.remedy)
  }
}

extension Rule {
  static let nobodyToAsk = Rule(
    "nobody-to-ask", .usage, "Questions cannot be asked: there is no terminal, or nobody answers.",
    advice: "Add --yes to accept the usual answers, and flags for others.")
}
