import Options
import PluginKit

/// What `init` has to know to write a pipeline.
struct InitAnswers: OptionGroup {
  var from = Incoming.any
  var inbox = "inbox"
  var direction = ReadingWay.auto
  var spreads = Spreads.keep
  var device: String?
  var paper: String?
  var target = "standard"
  var path: String?
  var name: String?

  enum Incoming: String, OptionEnumeration { case any, epub, archives, folders }
  enum ReadingWay: String, OptionEnumeration { case auto, ltr, rtl }
  enum Spreads: String, OptionEnumeration { case keep, join, turn, split }

  static let options: [Option<InitAnswers>] = [
    Option("from", \.from, "What comes in: EPUBs, comic archives, folders of pictures, or any of these."),
    Option("inbox", \.inbox, "The folder it lies in."),
    Option("direction", \.direction, "Which way the books are read; 'auto' is what each book says."),
    Option(
      "spreads", \.spreads,
      "What to do with facing and double pages: keep, join, turn by a quarter, or split."),
    Option("device", \.device, "An e-reader to fit pages to, by its code (`leporello plugins device`)."),
    Option("paper", \.paper, "Paper to put behind the pages: cream, newsprint, manga, e-ink."),
    Option("target", \.target, "The server or program that will read the books: komga, kavita, comicrack."),
    Option("path", \.path, "Where each book goes: a path template; by default a folder for each series."),
    Option("name", \.name, "What the pipeline is called."),
  ]
}

/// A question, made from the declaration of the flag that answers it.
struct InitQuestion {
  /// The option's name in `InitAnswers`.
  var option: String
  var text: String
  /// The answers there are, with what each means; empty where any text will do.
  var choices: [(word: String, meaning: String)]
  /// The answer taken where nothing is typed.
  var usual: String

  /// - Returns: the question whose answers are words, for what a stage or sink declares.
  private static func words(_ owner: String, _ option: String, _ registry: Registry) -> [String] {
    let declarations =
      registry.stage(named: owner)?.declarations ?? registry.sink(named: owner)?.declarations ?? []
    return declarations.first { $0.name == option }?.kind.words ?? []
  }

  static func all(_ registry: Registry) -> [InitQuestion] {
    [
      InitQuestion(
        option: "from", text: "What comes in?",
        choices: [
          ("any", "EPUBs and comic archives alike"), ("epub", "EPUBs"),
          ("archives", "comic archives: CBZ, CBR, CB7, ZIP…"), ("folders", "folders of pictures"),
        ], usual: "any"),
      InitQuestion(option: "inbox", text: "Which folder does it lie in?", choices: [], usual: "inbox"),
      InitQuestion(
        option: "direction", text: "Which way are the books read?",
        choices: [
          ("auto", "as each book says"), ("rtl", "from right to left: manga"), ("ltr", "from left to right"),
        ], usual: "auto"),
      InitQuestion(
        option: "spreads", text: "What should happen to double and facing pages?",
        choices: [
          ("keep", "leave them as they are"), ("join", "make one picture of two facing pages"),
          ("turn", "turn double pages by a quarter, for upright screens"),
          ("split", "cut double pages in two"),
        ], usual: "keep"),
      InitQuestion(
        option: "device", text: "Is it for an e-reader? Its code, such as KPW5 or KoL",
        choices: [("none", "no e-reader")] + words("device", "profile", registry).map { ($0, "") },
        usual: "none"),
      InitQuestion(
        option: "paper", text: "Paper behind the pages?",
        choices: [("none", "no paper")] + words("paper", "preset", registry).map { ($0, "") }, usual: "none"),
      InitQuestion(
        option: "target", text: "Which program will read the books?",
        choices: words("cbz", "target", registry).map {
          ($0, $0 == "standard" ? "any, by the standard" : "")
        },
        usual: "standard"),
      InitQuestion(
        option: "path", text: "Where should each book go?", choices: [],
        usual: "library/{series|Unsorted}/…"),
    ]
  }

  /// The answer that a typed line stands for: a word, its number in the list, nothing for the usual one.
  func answer(to line: String) -> String? {
    let typed = line.filter { $0 != "\t" }.trimmingSpacesAtEnds
    guard !typed.isEmpty else { return usual }
    guard !choices.isEmpty else { return typed }
    if let number = Int(typed), choices.indices.contains(number - 1),
      !choices.contains(where: { $0.word == typed })
    {
      return choices[number - 1].word
    }
    return choices.first { $0.word.lowercased() == typed.lowercased() }?.word
  }
}

extension String {
  var trimmingSpacesAtEnds: String {
    var rest = self[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " || rest.last == "\r" { rest.removeLast() }
    return String(rest)
  }
}
