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
  /// Leaves out sources that were changed less than their `settle` ago: somebody may still be writing them. Blocks.
  ///
  /// - Parameter now: seconds since 1970.
  public mutating func leaveUnsettled(_ sources: [SourceSpec], now: Double) {
    let found = inputs
    inputs = []
    for input in found {
      let settle = Double(sources[input.source].settle.seconds)
      // A clock that runs a little ahead, as a server's may, is no better sign of rest.
      if settle > 0, let changed = input.lastChange, abs(now - changed) < settle {
        waiting.append(input.path)
      } else {
        inputs.append(input)
      }
    }
  }
}

extension RunInput {
  /// Seconds since 1970; nil where it cannot be told, which the reading of it will tell better.
  fileprivate var lastChange: Double? {
    do throws(Diagnostic) {
      return Double(try FileState(path, companions: companions, watchesChange: false).modified) / 1e9
    } catch {
      return nil
    }
  }
}

extension InputExpansion {
  /// The inputs that arguments name, each read as the source says that would have found it, else the first one. What
  /// a source leaves out is left out. Blocks.
  public func expand(_ arguments: [FilePath], asOf sources: [SourceSpec]) -> Expanded {
    var expanded = recursively(sources.first?.recursive ?? false).expand(arguments)
    for index in expanded.inputs.indices {
      let path = expanded.inputs[index].path
      expanded.inputs[index].source = sources.firstIndex { $0.finds(path) } ?? 0
    }
    expanded.inputs.removeAll { sources.indices.contains($0.source) && sources[$0.source].excludes($0.path) }
    return expanded
  }

  /// The inputs that a pipeline's own sources name, where the command line names none. Blocks.
  ///
  /// Files match patterns in natural order; what lies below a pattern's fixed folders is mirrored by a folder
  /// output. A folder a pattern matches, or one under `folders:`, means what it would as an argument.
  public func expand(_ sources: [SourceSpec]) -> Expanded {
    var expanded = Expanded()
    var seen: Set<FilePath> = []
    for (index, source) in sources.enumerated() {
      var found = Expanded()
      let expansion = recursively(source.recursive)
      for glob in source.files { expansion.match(glob, foldersOnly: false, into: &found) }
      for glob in source.folders { expansion.match(glob, foldersOnly: true, into: &found) }
      for var input in found.inputs where !source.excludes(input.path) && seen.insert(input.path).inserted {
        input.source = index
        expanded.inputs.append(input)
      }
      expanded.failures += found.failures
      expanded.ignored += found.ignored
    }
    return expanded
  }

  /// - Parameter foldersOnly: whether files that match are passed over.
  private func match(_ glob: Glob, foldersOnly: Bool, into expanded: inout Expanded) {
    if foldersOnly, glob.isLiteral {
      let named = expand([FilePath(glob.text)])
      expanded.inputs += named.inputs
      expanded.failures += named.failures
      expanded.ignored += named.ignored
      return
    }
    let start = FilePath((glob.isAbsolute ? "/" : "") + glob.base.joined(separator: "/"))
    let before = (inputs: expanded.inputs.count, failures: expanded.failures.count)
    do throws(Diagnostic) {
      try walk(
        start.bytes.isEmpty ? "." : start, glob.base, below: [], glob, foldersOnly: foldersOnly,
        into: &expanded)
      for index in expanded.inputs.indices.dropFirst(before.inputs) { expanded.inputs[index].root = start }
      if expanded.inputs.count == before.inputs, expanded.failures.count == before.failures {
        throw .error(
          .sourceEmpty, "'\(glob.text)' matches no \(foldersOnly ? "folder" : "file")",
          remedy: "check the pattern, or name inputs on the command line")
      }
    } catch {
      expanded.failures.append((FilePath(glob.text), error))
    }
  }

  private func walk(
    _ folder: FilePath, _ names: [String], below: [String], _ glob: Glob, foldersOnly: Bool,
    into expanded: inout Expanded
  ) throws(Diagnostic) {
    guard isExistingFolder(folder) else { return }
    if let refusal = depthRefusal(folder, below.count) { throw refusal }
    let items = NaturalOrder.sorted(try listFolder(folder)) { [String(decoding: $0.name, as: UTF8.self)] }
    let neighbors = neighbors(items.map { folder.appending($0.name) })
    for item in items {
      let name = String(decoding: item.name, as: UTF8.self)
      let path = folder.appending(item.name)
      switch item.kind {
      case .file where !foldersOnly && glob.matches(names + [name]):
        expanded.inputs.append(
          RunInput(
            path: path, isFolder: false, mirrored: below, siblings: neighbors.siblings,
            isOnlyBookInFolder: neighbors.isOnlyBook))
      case .folder where glob.matches(names + [name]):
        let inside = expand([path])
        expanded.inputs += inside.inputs
        expanded.failures += inside.failures
        expanded.ignored += inside.ignored
      case .folder where glob.mayMatch(below: names + [name]):
        // One that cannot be listed is told of, and the others are looked into.
        do throws(Diagnostic) {
          try walk(
            path, names + [name], below: below + [name], glob, foldersOnly: foldersOnly, into: &expanded)
        } catch {
          expanded.failures.append((path, error.inFile(path.display)))
        }
      case .file, .folder, .link, .special: break
      }
    }
  }
}

extension SourceSpec {
  /// Whether its patterns lead to a path, or to a folder it lies in.
  package func finds(_ path: FilePath) -> Bool { pattern(finding: path) != nil }

  /// The folder that the pattern which leads to a path begins with; nil where none does.
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

  /// Whether a path is passed over: by the whole of it, or by its last parts for a relative pattern.
  public func excludes(_ path: FilePath) -> Bool {
    let parts = path.display.split(separator: "/").map(String.init).filter { $0 != "." }
    return exclude.contains { glob in
      glob.isAbsolute
        ? path.isAbsolute && glob.matches(parts)
        : parts.indices.contains { glob.matches(Array(parts[$0...])) }
    }
  }
}
