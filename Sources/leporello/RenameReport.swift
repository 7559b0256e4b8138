import BookModel
import Diagnostics
import Execution

/// Carries out planned moves, or shows them.
struct RenameReport {
  let session: Session
  let isJSON: Bool

  /// - Parameter journal: nil to only show what would be done.
  /// - Returns: the exit status.
  func carryOut(_ renaming: Renaming, _ expanded: InputExpansion.Expanded, _ journal: Journal?)
    async throws(Diagnostic) -> Int32
  {
    for failure in expanded.failures { session.show(failure.diagnostic) }
    guard let moves = try await renaming.plan(expanded.inputs) else {
      session.terminal.err("interrupted; nothing was moved")
      return ExitStatus.inputFailed
    }
    var failed = expanded.failures.count
    for move in moves {
      for told in move.told { session.show(told) }
      guard case .fail(let diagnostic) = move.fate else { continue }
      failed += 1
      session.show(diagnostic)
      tell(move.from, nil, "failed", diagnostic)
    }
    guard failed == 0 || journal == nil else {
      session.terminal.err(
        "nothing was moved: \(failed) of \(moves.count) files cannot be renamed as asked")
      return ExitStatus.inputFailed
    }
    var moved = 0
    for move in moves {
      guard case .move(let to) = move.fate else {
        if case .stay = move.fate { tell(move.from, nil, "unchanged") }
        continue
      }
      if Task.isCancelled { break }
      if let journal {
        do throws(Diagnostic) { try await renaming.make(move.from, to, journal) } catch {
          session.show(error)
          tell(move.from, to, "failed", error)
          failed += 1
          if error.rule == .journalFailed { break }
          continue
        }
      }
      moved += 1
      tell(move.from, to, journal == nil ? "planned" : "moved")
    }
    end(moved, of: moves.count, failed, journal)
    return failed > 0 || Task.isCancelled ? ExitStatus.inputFailed : ExitStatus.done
  }

  private func tell(_ from: FilePath, _ to: FilePath?, _ status: String, _ diagnostic: Diagnostic? = nil) {
    if isJSON {
      let json = JSON.members(
        ("rename", .integer(1)), ("status", .string(status)), ("from", .string(from.display)),
        ("to", to.map { .string($0.display) }), ("diagnostics", diagnostic.map { .array([$0.json]) }))
      session.terminal.out(json.text())
    } else if let to, diagnostic == nil {
      session.terminal.out("\(from.display) → \(to.display)")
    }
  }

  private func end(_ moved: Int, of total: Int, _ failed: Int, _ journal: Journal?) {
    let stayed = total - moved - failed
    var parts = ["\(moved) \(journal == nil ? "would be renamed" : "renamed")"]
    if stayed > 0 { parts.append("\(stayed) already named so") }
    if failed > 0 { parts.append("\(failed) failed") }
    session.say("\(total) file\(total == 1 ? "" : "s"): \(parts.joined(separator: ", "))")
    if journal == nil, moved > 0 { session.say("nothing was moved: run without --dry-run") }
    if let path = journal?.path {
      session.say("journal: \(path.display)")
      session.say("to undo: leporello rename --undo '\(path.display)'")
    }
  }
}
