import Archives
public import BookModel
import Diagnostics
import Options
public import PipelineFile
import PluginKit

extension Rule {
  static let sourceEmpty = Rule(
    "source-empty", .input, "A pipeline's source matches no file.",
    advice: "Check the pattern and the working directory, or name inputs on the command line.")
}

extension InputExpansion.Expanded {
  /// Leaves out sources changed more recently than their `settle` time, because something may still be
  /// writing them. Blocks.
  ///
  /// - Parameter now: seconds since 1970.
  public mutating func leaveUnsettled(_ sources: [SourceSpec], now: Double) {
    let found = inputs
    inputs = []
    for input in found {
      let settle = Double(sources[input.source].settle.seconds)
      // A change slightly in the future, as from a server whose clock is ahead, is just as recent.
      if settle > 0, let changed = input.lastChange, abs(now - changed) < settle {
        waiting.append(input.path)
      } else {
        inputs.append(input)
      }
    }
  }
}

extension RunInput {
  /// Seconds since 1970; nil if unknown, in which case reading it will report the reason.
  fileprivate var lastChange: Double? {
    do throws(Diagnostic) {
      return Double(try FileState(path, companions: companions, watchesChange: false).modified) / 1e9
    } catch {
      return nil
    }
  }
}

extension InputExpansion {
  /// The inputs that arguments name, each read as specified by the source that would have found it, or else
  /// by the first one. What a source excludes is left out. Blocks.
  public func expand(_ arguments: [FilePath], asOf sources: [SourceSpec]) -> Expanded {
    var expanded = reading(sources.first).expand(arguments)
    func source(of path: FilePath) -> Int { sources.firstIndex { $0.finds(path) } ?? 0 }
    for index in expanded.inputs.indices {
      expanded.inputs[index].source = source(of: expanded.inputs[index].path)
    }
    func isExcluded(_ path: FilePath) -> Bool {
      let index = source(of: path)
      return sources.indices.contains(index) && sources[index].excludes(path)
    }
    expanded.inputs.removeAll { isExcluded($0.path) }
    expanded.leftAlone.removeAll { isExcluded($0.path) }
    for (path, diagnostic) in expanded.failures where diagnostic.rule == .noBooks {
      let index = source(of: path)
      if sources.indices.contains(index), sources[index].after != .keep {
        expanded.empty.append(path.display)
      }
    }
    let empty = Set(expanded.empty)
    expanded.failures.removeAll { empty.contains($0.path.display) }
    return expanded
  }

  /// The inputs that a pipeline's own sources name, used if the command line names none. Blocks.
  ///
  /// Files match patterns in natural order; a folder output mirrors the folders below a pattern's fixed part.
  /// A folder matched by a pattern or listed under `folders:` is treated like an argument.
  public func expand(_ sources: [SourceSpec]) -> Expanded {
    var expanded = Expanded()
    var seen: Set<FilePath> = []
    for (index, source) in sources.enumerated() {
      var found = Expanded()
      let expansion = reading(source)
      let isEmptied = source.after != .keep
      for glob in source.files {
        expansion.match(glob, foldersOnly: false, isEmptied: isEmptied, into: &found)
      }
      for glob in source.folders {
        expansion.match(glob, foldersOnly: true, isEmptied: isEmptied, into: &found)
      }
      found.dropRepeatedLinks()
      let inputs = found.inputs
      found.inputs = []
      found.leftAlone.removeAll { source.excludes($0.path) }
      for var input in inputs where !source.excludes(input.path) && seen.insert(input.path).inserted {
        input.source = index
        found.inputs.append(input)
      }
      expanded.add(found)
    }
    // What one pattern leaves alone may be matched by another.
    let taken = Set(expanded.inputs.map(\.path))
    var told: Set<FilePath> = []
    expanded.leftAlone.removeAll { taken.contains($0.path) || !told.insert($0.path).inserted }
    return expanded
  }

  /// - Parameters:
  ///   - foldersOnly: whether to skip matching files.
  ///   - isEmptied: whether runs move away what they have read, so that it is normal for nothing to be left.
  private func match(_ glob: Glob, foldersOnly: Bool, isEmptied: Bool, into expanded: inout Expanded) {
    var found = Expanded()
    let start = FilePath((glob.isAbsolute ? "/" : "") + glob.base.joined(separator: "/"))
    let folder = start.bytes.isEmpty ? "." : start
    if foldersOnly, glob.isLiteral {
      found = expand([FilePath(glob.text)])
    } else {
      do throws(Diagnostic) {
        try walk(folder, glob.base, below: [], glob, foldersOnly: foldersOnly, into: &found)
        for index in found.inputs.indices { found.inputs[index].root = start }
        if found.inputs.isEmpty, found.failures.isEmpty {
          let what = foldersOnly ? "folder" : "file"
          let lacking =
            isExistingFolder(folder)
            ? "matches no \(what)" + (found.leftAlone.isEmpty ? "" : " that is a book")
            : "matches no \(what): there is no folder '\(folder.display)'"
          throw .error(
            .sourceEmpty, "'\(glob.text)' \(lacking)",
            remedy: "check the pattern, or name inputs on the command line")
        }
      } catch {
        found.failures.append((FilePath(glob.text), error))
      }
    }
    let isEmpty =
      found.inputs.isEmpty
      && found.failures.allSatisfy {
        [.sourceEmpty, .noBooks].contains($0.diagnostic.rule)
      }
    if isEmptied, isEmpty, isExistingFolder(folder) {
      found.failures = []
      found.empty = [glob.text]
    }
    expanded.add(found)
  }

  private func walk(
    _ folder: FilePath, _ names: [String], below: [String], _ glob: Glob, foldersOnly: Bool,
    into expanded: inout Expanded
  ) throws(Diagnostic) {
    guard isExistingFolder(folder) else { return }
    if let refusal = depthRefusal(folder, below.count) { throw refusal }
    let items = NaturalOrder.sorted(try listFolder(folder)) { [String(decoding: $0.name, as: UTF8.self)] }
    let paths = items.map { folder.appending($0.name) }
    let neighbors = neighbors(paths)
    let volumes = VolumeIndex(paths)
    for (item, path) in zip(items, paths) {
      let name = String(decoding: item.name, as: UTF8.self)
      let isMatch = glob.matches(names + [name])
      switch item.kind {
      case .file where !foldersOnly && isMatch, .link where !foldersOnly && isMatch:
        // A later part of an archive is read together with the first.
        let isJunk = EntryPath.isSystemJunk([name]) && !glob.isLiteral
        guard !isJunk, !FolderSurvey.isLaterVolume(path, among: volumes) else { continue }
        if let reason = reasonToLeave(path, foundBy: glob) {
          expanded.leftAlone.append(LeftAlone(path, reason))
          continue
        }
        expanded.inputs.append(
          RunInput(
            path: path, isFolder: false, mirrored: below, siblings: neighbors.siblings,
            isOnlyBookInFolder: neighbors.isOnlyBook))
      case .folder
      where (isMatch || glob.mayMatch(below: names + [name])) && isUnfinished(path, foundBy: glob):
        expanded.leftAlone.append(LeftAlone(path, .unfinished))
      case .folder where isMatch: expanded.add(expand(path, beside: neighbors))
      case .folder where glob.mayMatch(below: names + [name]):
        // A folder that cannot be listed is reported; the others are searched.
        do throws(Diagnostic) {
          try walk(
            path, names + [name], below: below + [name], glob, foldersOnly: foldersOnly, into: &expanded)
        } catch {
          expanded.failures.append((path, error.inFile(path.display)))
        }
      case .link where isMatch: expanded.leftAlone.append(LeftAlone(path, .link))
      case .file, .folder, .link, .special: break
      }
    }
  }

  private func isUnfinished(_ path: FilePath, foundBy glob: Glob) -> Bool {
    UnfinishedName.ending(of: path.nameText).map { !glob.says(ending: $0) } ?? false
  }

  /// Why a file that matches a pattern is not an input; nil if it is one. Files whose ending the pattern
  /// names explicitly are always accepted.
  private func reasonToLeave(_ path: FilePath, foundBy glob: Glob) -> LeftAlone.Reason? {
    if glob.isLiteral { return nil }
    if isUnfinished(path, foundBy: glob) { return .unfinished }
    if isLink(path), !isExistingFile(path) { return .link }
    if !path.fileExtension.isEmpty, glob.says(ending: "." + path.fileExtension) { return nil }
    switch kind(of: path) {
    case .book, .unreadable: return nil
    case .picture: return .loosePicture
    case .unknown: return .unknown
    }
  }
}

extension SourceSpec {
  /// Whether its patterns lead to a path or to a folder that contains it.
  package func finds(_ path: FilePath) -> Bool { pattern(finding: path) != nil }

  /// The fixed folder of the pattern that leads to a path; nil if none does.
  package func base(of path: FilePath) -> FilePath? {
    pattern(finding: path).map { FilePath(($0.isAbsolute ? "/" : "") + $0.base.joined(separator: "/")) }
  }

  private func pattern(finding path: FilePath) -> Glob? {
    let parts = path.display.split(separator: "/").map(String.init).filter { $0 != "." }
    return (files + folders).first { glob in
      glob.isAbsolute == path.isAbsolute
        && (glob.matches(parts) || parts.indices.contains { glob.matches(Array(parts[..<$0])) })
    }
  }

  /// Whether a path is excluded: by the complete path or, for a relative pattern, by its last components.
  public func excludes(_ path: FilePath) -> Bool {
    let parts = path.display.split(separator: "/").map(String.init).filter { $0 != "." }
    return exclude.contains { glob in
      glob.isAbsolute
        ? path.isAbsolute && glob.matches(parts)
        : parts.indices.contains { glob.matches(Array(parts[$0...])) }
    }
  }
}
