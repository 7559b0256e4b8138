import Effects
import Engine

/// What a run does with its jobs, in the words it is told in.
enum Deed {
  case write
  /// Changes metadata in place; without a journal it only shows what would change.
  case rewrite(Journal?)
  /// Moves files; without a journal it only shows where to.
  case move(Journal?)
  /// Takes back what a journal tells of; without a journal of its own it only shows what.
  case undo(Journal?)

  /// What the sources of one job are called.
  var noun: String { if case .write = self { "book" } else { "file" } }

  /// What progress says before anything is done.
  var beginning: String {
    switch self {
    case .write: "reading"
    case .rewrite, .move, .undo: "working"
    }
  }

  /// Where what is done is written down; nil where nothing is done.
  var journal: Journal? {
    switch self {
    case .write: nil
    case .rewrite(let journal), .move(let journal), .undo(let journal): journal
    }
  }

  /// The words for what became of jobs, in the order they are counted at the end.
  var words: [(Receipt.Status, String)] {
    switch self {
    case .write:
      [
        (.written, "written"), (.damaged, "written with damaged pages"),
        (.unchanged, "unchanged since an earlier run"), (.skipped, "skipped"),
        (.waiting, "changed too recently and left to the next run"), (.failed, "failed"),
        (.notReached, "not reached"),
      ]
    case .rewrite:
      [
        (.changed, "changed"), (.planned, "would change"), (.unchanged, "nothing to change"),
        (.waiting, "changed too recently and left to the next run"), (.failed, "failed"),
      ]
    case .move:
      [
        (.moved, "renamed"), (.planned, "would be renamed"), (.unchanged, "already named so"),
        (.failed, "failed"), (.notReached, "not renamed"),
      ]
    case .undo:
      [
        (.restored, "restored"), (.planned, "would be restored"), (.unchanged, "nothing to undo"),
        (.failed, "failed"),
      ]
    }
  }

  /// What to say where nothing was to be done, only shown.
  var reminder: String? {
    switch self {
    case .rewrite(nil): "nothing was written: add --in-place to write these changes"
    case .move(nil): "nothing was moved: run without --dry-run"
    case .undo(nil): "nothing was restored: run without --dry-run"
    case .write, .rewrite, .move, .undo: nil
    }
  }

  /// What to say where the run ended early.
  var interruption: String {
    switch self {
    case .write: "interrupted; unfinished outputs have been removed"
    case .rewrite, .move, .undo:
      journal?.holdsChanges == true
        ? "stopped before the end: every file is whole, and the journal lists those that were changed"
        : "stopped before the end: no file was changed"
    }
  }

  /// The command that takes back what was done.
  var undoCommand: String { if case .move = self { "rename" } else { "tag" } }
}
