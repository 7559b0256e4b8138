import Archives
import BookModel
import CollectionChecks
import Diagnostics
import Engine
import Formats
import Inputs
import Options
import PluginKit
import Reports

/// `leporello lint`: what is wrong in a collection, from headers and metadata alone.
struct LintCommand: Command {
  static let name = "lint"
  static let summary = "Check a collection: metadata, numbers, duplicates, spellings; nothing is changed."
  static let operands = "PATH…"
  static let examples = [
    "leporello lint library/", "leporello lint library/ --write-aliases aliases.yaml --write-hashes ads.txt",
  ]

  struct Settings: OptionGroup {
    var report = ReportForm.text
    var show = Level.warning
    var failOn = Level.warning
    var skip: [LintRuleName] = []
    var aliases: String?
    var baseline: String?
    var writeBaseline: String?
    var writeAliases: String?
    var writeHashes: String?
    var html: String?

    static let options: [Option<Settings>] = [
      Option("report", \.report, "The form of the report on standard output."),
      Option("show", \.show, "The lowest severity listed as text; JSON and SARIF hold everything."),
      Option("failOn", \.failOn, "The lowest severity that makes the command exit with status 5."),
      Option("skip", \.skip, "Rules to leave out."),
      Option(
        "aliases", \.aliases, "A file of aliases to check metadata against, as for `normalize`."),
      Option("baseline", \.baseline, "A file of findings to ignore."),
      Option("writeBaseline", \.writeBaseline, "Write this run's findings as a baseline; replaces the file."),
      Option(
        "writeAliases", \.writeAliases,
        "Write series, publishers and people spelled in several ways as a file of aliases to review."
      ),
      Option(
        "writeHashes", \.writeHashes, "Write pages that recur in three books or more as a list for `drop`."),
      Option("html", \.html, "Write what is listed as one HTML page, too, with the books' covers."),
    ]
  }

  enum ReportForm: String, OptionEnumeration { case text, json, sarif }

  enum Level: String, OptionEnumeration {
    case note, warning, error
    /// Nothing is as grave: lists nothing, fails never.
    case nothing

    func includes(_ severity: Severity) -> Bool {
      Severity(rawValue: rawValue).map { severity >= $0 } ?? false
    }
  }

  static func flags(_ registry: Registry) -> [FlagGroup] {
    [
      FlagGroup("lint", options: Settings.declarations),
      FlagGroup(
        "run", options: RunSettings.declarations.filter { ["jobs", "scratch"].contains($0.name) },
        letters: ["jobs": "j"]),
      .json, .limits, .talk,
    ]
  }

  static func run(_ arguments: ParsedArguments, in session: Session) async throws(Diagnostic) -> Int32 {
    var settings = try session.options(Settings.self, arguments, "lint")
    if try session.options(JSONOption.self, arguments, "json").json { settings.report = .json }
    let limits = try session.options(Limits.self, arguments, "limits")
    guard !arguments.words.isEmpty else {
      throw .error(.noInput, "nothing to check", remedy: "name files or folders")
    }
    let paths = try session.paths(arguments.words)
    let baseline = try baseline(settings.baseline)
    let aliases = try settings.aliases.map { file throws(Diagnostic) in try AliasTable(of: FilePath(file)) }
    let expanded = InputExpansion(registry: session.registry, recursive: true, limits: limits).expand(paths)
    let runSettings = try session.options(RunSettings.self, arguments, "run")
    let check = CollectionCheck(
      limits: limits, settings: runSettings,
      normalizer: Normalizer(aliases: aliases ?? AliasTable()))
    // What is called a book but is none is found, too.
    let claimed = expanded.leftAlone.filter { $0.reason == .unknown }.map(\.path).filter {
      comicExtensions.contains($0.fileExtension)
    }
    session.say(expanded)
    let books = expanded.inputs.map(\.path) + claimed
    let progress = ProgressLine(of: books.count, "checking", in: session)
    let outcome = await check.check(books) { book, done in progress.draw(done, book.nameText) }
    progress.erase()
    let skipped = Set(settings.skip.map(\.rawValue))
    let findings = outcome.findings.filter { !skipped.contains($0.rule.id) }
    let report = LintReport(findings, bookCount: outcome.bookCount, baseline: baseline)
    for failure in expanded.failures { session.show(failure.diagnostic) }
    show(report, settings, session)
    try write(LintBaseline.text(of: LintReport(findings, bookCount: 0).findings), to: settings.writeBaseline)
    try write(outcome.collection.aliasFile, to: settings.writeAliases)
    try write(outcome.collection.hashList, to: settings.writeHashes)
    if settings.html != nil {
      let listed = LintReport(
        report.findings.filter { settings.show.includes($0.severity) }, bookCount: report.bookCount)
      let named = Set(LintPage.files(of: listed))
      let covers = await CoverThumbnail.jpegs(
        of: books.filter { named.contains($0.display) }, settings: runSettings, limits: limits)
      try write(LintPage(listed, covers: covers).text, to: settings.html)
    }
    if !expanded.failures.isEmpty { return ExitStatus.inputFailed }
    return report.severity.map(settings.failOn.includes) == true ? ExitStatus.findings : ExitStatus.done
  }

  private static let comicExtensions: Set<String> = ["cbz", "cbr", "cb7", "cbt", "cba", "epub"]

  private static let mostBaselineBytes = 64 << 20

  private static func baseline(_ file: String?) throws(Diagnostic) -> LintBaseline {
    guard let file else { return LintBaseline() }
    let bytes = try InputFile.contents(of: FilePath(file), limit: mostBaselineBytes)
    return LintBaseline(String(decoding: bytes, as: UTF8.self))
  }

  private static func write(_ text: String, to file: String?) throws(Diagnostic) {
    guard let file else { return }
    let output = try OutputFile(for: FilePath(file))
    try output.write(Array(text.utf8))
    try output.commit(replacing: true)
  }

  private static func show(_ report: LintReport, _ settings: Settings, _ session: Session) {
    switch settings.report {
    case .json: session.terminal.out(report.json.text())
    case .sarif: session.terminal.outText(report.sarif(version: Leporello.version).text(pretty: true))
    case .text:
      for finding in report.findings where settings.show.includes(finding.severity) {
        session.terminal.out(session.advice.followable(finding).description)
      }
      session.terminal.outText(report.summary)
    }
  }
}

/// A rule of `lint` by its id.
struct LintRuleName: OptionEnumeration {
  let rawValue: String

  init?(rawValue: String) {
    guard LintRule.all.contains(where: { $0.id == rawValue }) else { return nil }
    self.rawValue = rawValue
  }

  private init(_ rule: LintRule) { rawValue = rule.id }

  static var allCases: [LintRuleName] { LintRule.all.map(LintRuleName.init) }
}
