import Diagnostics
import Options

/// Makes sure that the advice of a diagnostic can be followed where it is given: code that knows what to do need not know
/// which command it runs for.
struct Advice: Sendable {
  /// Names of all flags that the command takes, without dashes.
  private let flags: Set<String>

  init(_ groups: [FlagGroup]) { flags = Set(groups.flatMap { $0.flags.map(\.name) } + ["help", "version"]) }

  /// Flags of `convert` that are keys of a sink or a reader in a pipeline file.
  private static let keys: Set<String> = [
    "exists", "collisions", "names-encoding", "password", "as-comic", "undrawable", "separate-hard-links",
  ]

  /// The diagnostic with flags that the command does not take put as keys of a pipeline file, where they are some; what
  /// else of the advice names such a flag is left out.
  func followable(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let remedy = diagnostic.remedy, remedy.contains("--") else { return diagnostic }
    var told = diagnostic
    // Clauses with the marks that part them from those before.
    var clauses: [Substring] = []
    var rest = remedy[...]
    while let mark = rest.dropFirst().firstRange(of: /(; |, or |, and |: |, )/) {
      clauses.append(rest[..<mark.lowerBound])
      rest = rest[mark.lowerBound...]
    }
    clauses.append(rest)
    let kept = clauses.compactMap(clause)
    let text = kept.joined().trimmingPrefix(/^(; |, or |, and |: |, )/)
    told.remedy = text.isEmpty ? nil : String(text)
    return told
  }

  /// A clause that can be followed; nil for one that cannot.
  private func clause(_ text: Substring) -> String? {
    // Another command, spelled out with its flags.
    if text.contains("`") { return String(text) }
    var result = String(text)
    for match in text.matches(of: /--([a-z][a-z-]*)( [a-z]+(?=$|[ ,;']))?/).reversed() {
      let name = String(match.output.1)
      if flags.contains(name) || name.hasPrefix("no-") && flags.contains(String(name.dropFirst(3))) {
        continue
      }
      guard Advice.keys.contains(name) else { return nil }
      let words = name.split(separator: "-").map(String.init)
      let key = words[0] + words.dropFirst().map(\.capitalized).joined()
      let value = match.output.2.map { $0.drop { $0 == " " } }
      // The word behind a flag is its value only where it takes one.
      let isFlag = name == "as-comic" || name == "separate-hard-links"
      let written = "'\(key): \(isFlag ? "yes" : value.map(String.init) ?? "…")'"
      let end = isFlag ? match.output.1.endIndex : match.range.upperBound
      result.replaceSubrange(
        String.Index(
          utf16Offset: text.utf16.distance(from: text.startIndex, to: match.range.lowerBound), in: result)..<String
          .Index(utf16Offset: text.utf16.distance(from: text.startIndex, to: end), in: result),
        with: written)
    }
    return result
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
