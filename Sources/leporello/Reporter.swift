import BookModel
import Diagnostics
import Effects
import Engine
import Inputs
import PluginKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tells of a run as it goes: a bar on a terminal, a plain line for each job otherwise, receipts as JSON; and at the end
/// what it came to.
final class Reporter: Sendable {
  private let session: Session
  private let isJSON: Bool
  private let total: Int
  private let deed: Deed
  private let failing: Severity?
  private let state: Mutex<State>

  private struct State {
    var jobsDone = 0
    var pagesDone = 0
    /// In how many jobs each warning was told.
    var warned: [Rule: Int] = [:]
    /// In how many files each field changes.
    var fields: [MetadataField: Int] = [:]
    var drawn = false
    var lastDrawn = 0.0
    let began = Reporter.now()
    /// How much of each job under way is done.
    var underWay: [String: Double] = [:]

    /// How long the rest will take if it goes on like this; nil as long as little can be said.
    func secondsLeft(of total: Int, _ now: Double) -> Double? {
      let done = Double(jobsDone) + underWay.values.reduce(0, +)
      let passed = now - began
      guard total > 0, passed > 2, done > 0.02 * Double(total), done < Double(total) else { return nil }
      return passed / done * (Double(total) - done)
    }
  }

  /// - Parameter failing: the least severity that makes a run count as failed.
  init(session: Session, isJSON: Bool, total: Int, _ deed: Deed, failing: Severity? = nil) {
    self.session = session
    self.isJSON = isJSON
    self.total = total
    self.deed = deed
    self.failing = failing
    state = Mutex(State())
  }

  private var drawsBar: Bool { session.terminal.isInteractive && !session.talk.quiet }

  func tell(_ event: RunEvent) {
    switch event {
    case .begun(let job):
      state.withLock { draw(&$0, "\(deed.beginning)  \(FilePath(job).nameText)") }
    case .page(let job, let done, let of):
      state.withLock { state in
        state.pagesDone += 1
        state.underWay[job] = Double(done) / Double(max(1, of))
        draw(&state, "page \(done)/\(of)  \(FilePath(job).nameText)")
      }
    case .job(let receipt):
      state.withLock { state in
        state.jobsDone += 1
        state.underWay[receipt.name] = nil
        for field in Set(receipt.changes.flatMap { $0.documents.flatMap { $0.fields.map(\.field) } }) {
          state.fields[field, default: 0] += 1
        }
        for rule in Set(receipt.diagnostics(.warning).map(\.rule)) { state.warned[rule, default: 0] += 1 }
        erase(&state)
        if isJSON { session.terminal.out(receipt.json.text()) }
        show(receipt, warned: state.warned)
        if state.jobsDone < total { draw(&state, "") }
      }
    case .place(let place):
      state.withLock { state in
        erase(&state)
        if isJSON { session.terminal.out(place.json.text()) }
        show(place)
      }
    }
  }

  // MARK: A place

  private func show(_ place: PlaceReceipt) {
    for diagnostic in place.diagnostics { session.show(diagnostic) }
    for gone in place.gone {
      switch gone.fate {
      case .removed: session.say("\(gone.path.display): removed, since no source leads to it anymore")
      case .hidden: session.say("\(gone.path.display): not published, since no source leads to it anymore")
      case .kept(let why):
        session.say("\(gone.path.display) stays although no source leads to it anymore: \(why)")
      case .planned: break
      }
    }
    guard let publication = place.publication else { return }
    let books = "\(publication.books) book\(publication.books == 1 ? "" : "s")"
    if publication.isNew {
      session.say("\(place.path.display): published, \(books)")
    } else if session.talk.verbose {
      session.say("\(place.path.display): published as before, \(books)")
    }
  }

  // MARK: The end

  /// The last words: how many of each, and every failure by name where there were several jobs.
  func end(_ summary: RunSummary) {
    let (fields, warned) = state.withLock { state in
      erase(&state)
      return (state.fields, state.warned)
    }
    if summary.isInterrupted { session.terminal.err(deed.interruption) }
    if summary.total > 1 || (deed.noun == "file" && summary.isInterrupted) { tellCounts(summary, fields) }
    if case .move = deed, summary.count(.failed) > 0, summary.count(.moved) + summary.count(.planned) == 0 {
      session.terminal.err("nothing was moved")
    }
    tell(warned)
    if let failing, let severity = summary.severity, severity == .warning, severity >= failing,
      summary.count(.failed) == 0
    {
      session.terminal.err(
        "the run counts as failed, since there were warnings: --fail-on warning asks for it")
    }
    if summary.count(.planned) > 0, let reminder = deed.reminder { session.say(reminder) }
    if let journal = deed.journal, journal.holdsChanges, let path = journal.path {
      session.say("journal: \(path.display)")
      session.say("to undo: leporello \(deed.undoCommand) --undo '\(path.display)'")
    }
  }

  /// Books for which one kind of warning is shown in full; of the others it is counted.
  private static let mostShown = 3

  /// What was warned of in several jobs, each kind once.
  private func tell(_ warned: [Rule: Int]) {
    let repeated = warned.filter { $0.value > 1 }.sorted { ($1.value, $0.key.id) < ($0.value, $1.key.id) }
    guard !repeated.isEmpty else { return }
    session.say("repeated warnings:")
    for (rule, count) in repeated {
      session.say("  [\(rule.id)] in \(count) \(deed.noun)s: \(rule.summary)")
    }
    if repeated.contains(where: { $0.value > Reporter.mostShown }), !session.talk.verbose {
      session.say("  (\(Reporter.mostShown) of each are shown above; --verbose shows all of them)")
    }
  }

  private func tellCounts(_ summary: RunSummary, _ fields: [MetadataField: Int]) {
    let counts = deed.words.filter { summary.count($0.0) > 0 }.map { "\(summary.count($0.0)) \($0.1)" }
    let line =
      "\(summary.total) \(deed.noun)\(summary.total == 1 ? "" : "s"): " + counts.joined(separator: ", ")
    if summary.failures.isEmpty { session.say(line) } else { session.terminal.err(line) }
    let changed = MetadataField.allCases.compactMap { field in
      fields[field].map { "\(field.rawValue) in \($0)" }
    }
    if !changed.isEmpty { session.say("  " + changed.joined(separator: ", ")) }
    for failure in summary.failures {
      session.terminal.err("  failed: \(failure.name): \(failure.reason)")
    }
  }

  // MARK: One job

  /// - Parameter warned: in how many jobs each warning was told so far, this one included.
  private func show(_ receipt: Receipt, warned: [Rule: Int]) {
    for diagnostic in receipt.diagnostics {
      let isRepeated =
        diagnostic.severity == .warning && warned[diagnostic.rule, default: 0] > Reporter.mostShown
      if !isRepeated || session.talk.verbose { session.show(diagnostic) }
    }
    for output in receipt.outputs { show(output, of: receipt) }
    for source in receipt.sources { show(source, of: receipt) }
    if receipt.status == .waiting, session.talk.verbose {
      session.say("\(receipt.name): left to the next run")
    }
  }

  private func show(_ source: Receipt.Source, of receipt: Receipt) {
    switch source.after {
    case .moved(let path): session.say("  moved to \(path.display)")
    case .trashed: session.say("  put into the trash")
    // Where nothing was written, nobody expects it to go.
    case .kept where !receipt.outputs.contains(where: \.isWritten) && receipt.status == .failed: break
    case .kept(let why): session.say("  \(source.path.display) stays where it is: \(why)")
    case nil: break
    }
  }

  private func show(_ output: Receipt.Output, of receipt: Receipt) {
    let path = output.path?.display ?? "'\(output.sink)'"
    switch output.status {
    case .written, .damaged:
      session.say("\(receipt.name) → \(path): \(counts(output))")
      if session.talk.verbose { output.pages.forEach(show) }
      for dropped in output.dropped {
        session.say(
          "  dropped \(dropped.name)\(dropped.sha256.map { " (\(dropped.byteCount ?? 0) bytes, SHA-256 \($0))" } ?? "")"
        )
      }
      for name in output.leftOut.names { session.say("  not carried over: \(name)") }
    case .skipped: session.say("\(receipt.name): skipped, \(path) exists")
    case .unchanged: showUnchanged(receipt, path)
    case .planned, .changed, .moved, .restored: showChange(output, of: receipt, path)
    case .failed where receipt.outputs.count > 1: session.say("\(receipt.name) → \(path): not written")
    case .notReached where receipt.outputs.count > 1: session.say("\(receipt.name) → \(path): not reached")
    case .failed, .notReached, .waiting: break
    }
  }

  private func showUnchanged(_ receipt: Receipt, _ path: String) {
    switch deed {
    case .write: if session.talk.verbose { session.say("\(receipt.name): unchanged, \(path) is as written") }
    case .rewrite:
      if session.talk.verbose || total == 1 { session.say("\(receipt.name): nothing to change") }
    case .move: break
    case .undo: if namesFiles { session.say("\(receipt.name): nothing to undo, it is as it was") }
    }
  }

  /// What was done to a file itself. What would be done is the result of such a run, so that it goes to standard
  /// output.
  private func showChange(_ output: Receipt.Output, of receipt: Receipt, _ path: String) {
    switch (output.status, deed) {
    case (.moved, _), (.planned, .move): if !isJSON { session.terminal.out("\(receipt.name) → \(path)") }
    case (.planned, .undo): if !isJSON { session.terminal.out("\(path): would be restored") }
    case (.planned, _):
      guard !isJSON else { return }
      session.terminal.out(path)
      output.change?.lines.forEach(session.terminal.out)
    case (.restored, _): if namesFiles, !isJSON { session.say("\(path): restored") }
    default:
      guard let change = output.change, !isJSON else { return }
      if namesFiles { session.say("\(path): \(change.summary)") }
      if session.talk.verbose { change.lines.forEach(session.say) }
    }
  }

  /// Whether each file gets a line of its own: of thousands, only what they came to is worth reading.
  private var namesFiles: Bool { session.talk.verbose || total <= 20 }

  /// `  001.png  copied  OEBPS/images/cover.png`.
  private func show(_ page: Receipt.PageRecord) {
    let how = (page.isDamaged ? "damaged" : page.how?.rawValue ?? "") + (page.why.map { " (\($0))" } ?? "")
    session.say("  \(page.outputEntry ?? "left out")  \(how)  \(page.sourceEntries.joined(separator: " + "))")
  }

  /// `12 pages: 11 copied, 1 drawn; 3 system files left out`: what is counted are pages of the output, by how each was
  /// made; what the source had besides stands behind.
  private func counts(_ output: Receipt.Output) -> String {
    let made = output.pages.filter { $0.how != nil }
    let words: [(Making, String)] = [
      (.copied, "copied"), (.lossless, "lossless"), (.reencoded, "re-encoded"), (.drawn, "drawn"),
    ]
    let counts = output.counts
    var parts = words.map { how, word in (made.count { $0.how == how }, word) }
    // Pages that were put in are drawn, or what a stage made of that.
    var added = counts.added
    for index in parts.indices.reversed() {
      let taken = min(added, parts[index].0)
      parts[index].0 -= taken
      added -= taken
    }
    parts.append((counts.added, "added"))
    var text =
      counted(made.count, "page") + ": "
      + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    if output.reencodedBytes.before > 0 { text += " (\(output.reencodedBytes.summary))" }
    let shown = counts.accountedFor - counts.dropped - output.pages.count { $0.how == nil }
    if shown != made.count - counts.added { text += ", made of \(counted(shown, "page"))" }
    if counts.dropped > 0 { text += "; \(counts.dropped) dropped" }
    if counts.damaged > 0 { text += "; \(counts.damaged) damaged" }
    if output.leftOut.junkCount > 0 {
      text += "; \(counted(output.leftOut.junkCount, "system file")) left out"
    }
    return text
  }

  // MARK: The bar

  /// Says at once what the run is at, before its first page is done.
  func begin() { state.withLock { draw(&$0, "") } }

  private func draw(_ state: inout State, _ current: String) {
    let now = Reporter.now()
    guard drawsBar, now - state.lastDrawn > 0.1 else { return }
    state.lastDrawn = now
    state.drawn = true
    var parts: [String] = []
    if total > 1 { parts.append("\(state.jobsDone)/\(total) \(deed.noun)s") }
    if let left = state.secondsLeft(of: total, now) { parts.append("\(Reporter.span(left)) left") }
    if state.pagesDone > 0 {
      parts.append("\(Int(Double(state.pagesDone) / max(0.001, now - state.began))) pages/s")
    }
    // The name is what may be cut off where the terminal is narrow.
    parts.append(current.isEmpty ? deed.beginning : current)
    session.terminal.draw(parts.joined(separator: "  "))
  }

  /// `40 s`, `3 min`, `2 h 5 min`.
  static func span(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    if whole < 90 { return "\(max(1, whole)) s" }
    let minutes = (whole + 30) / 60
    return minutes < 90 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private func erase(_ state: inout State) {
    if state.drawn { session.terminal.erase() }
    state.drawn = false
  }

  /// Seconds of a clock that only goes forward.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension Receipt {
  /// What was done to files in place.
  fileprivate var changes: [FileChange] { outputs.compactMap(\.change) }
}

extension FileChange {
  /// `series, number, notes changed in ComicInfo.xml`.
  fileprivate var summary: String {
    documents.map { document in
      var names = document.fields.map(\.field.rawValue)
      if names.count > 6 { names = names.prefix(5) + ["\(names.count - 5) more fields"] }
      let what =
        names.isEmpty
        ? "written otherwise" : names.joined(separator: ", ") + (document.isNew ? "" : " changed")
      return document.isNew ? "\(document.title): \(what)" : "\(what) in \(document.title)"
    }.joined(separator: "; ")
      + (removed.isEmpty ? "" : "; removed \(removed.joined(separator: ", "))")
  }
}
