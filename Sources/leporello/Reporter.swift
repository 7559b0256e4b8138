import BookModel
import Diagnostics
import Execution
import PluginKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Tells of a run as it goes: a bar on a terminal, a plain line for each book otherwise, receipts as JSON.
final class Reporter: Sendable {
  private let session: Session
  private let isJSON: Bool
  private let total: Int
  private let state: Mutex<State>

  private struct State {
    var booksDone = 0
    var pagesDone = 0
    var drawn = false
    var lastDrawn = 0.0
    let began = Reporter.now()
  }

  init(session: Session, isJSON: Bool, total: Int) {
    self.session = session
    self.isJSON = isJSON
    self.total = total
    state = Mutex(State())
  }

  private var drawsBar: Bool { session.terminal.isInteractive && !session.talk.quiet }

  func tell(_ event: RunEvent) {
    switch event {
    case .planned: break
    case .page(let path, let done, let of):
      state.withLock { state in
        state.pagesDone += 1
        draw(&state, "\(path.nameText)  page \(done)/\(of)")
      }
    case .book(let receipt):
      state.withLock { state in
        state.booksDone += 1
        erase(&state)
        if isJSON { session.terminal.out(receipt.json.text()) }
        show(receipt)
      }
    }
  }

  /// The last words: how many of each, and every failure by name where there were several books.
  func end(_ summary: RunSummary) {
    state.withLock { erase(&$0) }
    if summary.isInterrupted { session.terminal.err("interrupted; unfinished outputs have been removed") }
    guard summary.receipts.count > 1 else { return }
    let words: [(Receipt.Status, String)] = [
      (.written, "written"), (.damaged, "written with damaged pages"),
      (.unchanged, "unchanged since an earlier run"), (.skipped, "skipped"),
      (.waiting, "changed too recently and left to the next run"), (.failed, "failed"),
      (.notReached, "not reached"),
    ]
    let counts = words.filter { summary.count($0.0) > 0 }.map { "\(summary.count($0.0)) \($0.1)" }
    let failed = summary.receipts.filter { $0.status == .failed }
    let line = "\(summary.receipts.count) books: " + counts.joined(separator: ", ")
    if failed.isEmpty { session.say(line) } else { session.terminal.err(line) }
    for receipt in failed {
      session.terminal.err(
        "  failed: \(receipt.source.path.display): \(receipt.diagnostics(.error).last?.message ?? "")")
    }
  }

  // MARK: One book

  private func show(_ receipt: Receipt) {
    for diagnostic in receipt.diagnostics { session.show(diagnostic) }
    for output in receipt.outputs { show(output, of: receipt) }
    let source = receipt.source.path.display
    switch receipt.source.after {
    case .moved(let path): session.say("  moved to \(path.display)")
    case .trashed: session.say("  put into the trash")
    // Where nothing was written, nobody expects it to go.
    case .kept where !receipt.outputs.contains(where: \.isWritten) && receipt.status == .failed: break
    case .kept(let why): session.say("  \(source) stays where it is: \(why)")
    case nil: break
    }
    if receipt.status == .waiting, session.talk.verbose { session.say("\(source): left to the next run") }
  }

  private func show(_ output: Receipt.Output, of receipt: Receipt) {
    let source = receipt.source.path.display
    let path = output.path?.display ?? "'\(output.sink)'"
    switch output.status {
    case .written, .damaged:
      session.say("\(source) → \(path): \(counts(output))")
      if session.talk.verbose { output.pages.forEach(show) }
      for dropped in output.dropped {
        session.say(
          "  dropped \(dropped.name)\(dropped.sha256.map { " (\(dropped.byteCount ?? 0) bytes, SHA-256 \($0))" } ?? "")"
        )
      }
      for name in output.leftOut.names { session.say("  not carried over: \(name)") }
    case .skipped: session.say("\(source): skipped, \(path) exists")
    case .unchanged: if session.talk.verbose { session.say("\(source): unchanged, \(path) is as written") }
    case .failed where receipt.outputs.count > 1: session.say("\(source) → \(path): not written")
    case .notReached where receipt.outputs.count > 1: session.say("\(source) → \(path): not reached")
    case .failed, .notReached, .waiting: break
    }
  }

  /// `  001.png  copied  OEBPS/images/cover.png`.
  private func show(_ page: Receipt.PageRecord) {
    let how = (page.isDamaged ? "damaged" : page.how?.rawValue ?? "") + (page.why.map { " (\($0))" } ?? "")
    session.say("  \(page.outputEntry ?? "left out")  \(how)  \(page.sourceEntries.joined(separator: " + "))")
  }

  /// `12 pages: 11 copied, 1 drawn; 3 system files left out`.
  private func counts(_ output: Receipt.Output) -> String {
    let counts = output.counts
    let pages = output.pages.count { $0.how != nil }
    let parts: [(Int, String)] = [
      (counts.copied, "copied"), (counts.lossless, "lossless"), (counts.reencoded, "re-encoded"),
      (counts.drawn, "drawn"),
      (counts.added, "added"), (counts.dropped, "dropped"), (counts.damaged, "damaged"),
    ]
    var text = "\(pages) page\(pages == 1 ? "" : "s"): "
    text += parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    if output.reencodedBytes.before > 0 { text += " (\(output.reencodedBytes.summary))" }
    if output.leftOut.junkCount > 0 { text += "; \(output.leftOut.junkCount) system files left out" }
    return text
  }

  // MARK: The bar

  private func draw(_ state: inout State, _ current: String) {
    let now = Reporter.now()
    guard drawsBar, now - state.lastDrawn > 0.1 else { return }
    state.lastDrawn = now
    state.drawn = true
    let rate = Double(state.pagesDone) / max(0.001, now - state.began)
    let books = total > 1 ? "\(state.booksDone)/\(total) books  " : ""
    let line = "\(books)\(current)  \(Int(rate)) pages/s"
    session.terminal.errRaw("\r\u{1B}[2K" + line.prefix(max(10, session.terminal.columns - 1)))
  }

  private func erase(_ state: inout State) {
    if state.drawn { session.terminal.errRaw("\r\u{1B}[2K") }
    state.drawn = false
  }

  /// Seconds of a clock that only goes forward.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
