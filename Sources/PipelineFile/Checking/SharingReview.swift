public import Diagnostics
import Options

extension Rule {
  public static let secretInFile = Rule(
    "secret-in-file", .pipeline, "A pipeline file holds a password or key in plain text.",
    advice: """
      Take the secret from the environment: 'env: [NAME]' at the top, and ${NAME} where it is needed. If the \
      file has been shared already, change the secret.
      """)
  public static let machinePath = Rule(
    "machine-path", .pipeline, "A pipeline file names a path that does not exist on other machines.",
    advice: """
      Use a path relative to the working directory, or a variable: under 'vars:', which --set vars.NAME=… \
      changes, or under 'env:'. Only `check` reports this.
      """)
}

/// Looks for things that should not be in a pipeline file that is committed or shared: secrets, and paths of
/// one machine.
///
/// `leporello check` does this; a run does not, since a file may be for its author's use only.
public struct SharingReview {
  private let file: String?
  private var problems: [Diagnostic] = []

  /// The warnings, in the order of the file.
  public static func problems(of pipeline: PipelineFile) -> [Diagnostic] {
    var review = SharingReview(file: pipeline.file)
    review.look(at: pipeline.node, path: [])
    return review.problems
  }

  private init(file: String?) { self.file = file }

  private mutating func look(at node: YAMLNode, path: [String]) {
    switch node.value {
    case .mapping(let pairs): for pair in pairs { look(at: pair.value, path: path + [pair.key]) }
    case .sequence(let items): for item in items { look(at: item, path: path) }
    case .scalar(let text, _):
      // Prose, conditions and metadata do not contain paths.
      let isProse = path.contains { ["name", "description", "where", "when", "set", "tests"].contains($0) }
      if !node.isNull, !text.contains("${") {
        if SharingReview.isSecret(text, key: path.last ?? "") {
          warn(
            .secretInFile, "'\(path.last ?? "")' looks like a secret in plain text", node.range,
            "take it from the environment: 'env: [NAME]', then ${NAME}")
        } else if !isProse {
          checkPath(text, node.range, isVariable: path.first == "vars")
        }
      }
    }
  }

  private mutating func checkPath(_ text: String, _ range: SourceRange, isVariable: Bool) {
    if let home = SharingReview.home(in: text) {
      warn(
        .machinePath, "'\(text.shortened())' is in a user's home folder (\(home))", range,
        "write it relative to the working directory, or take it from the environment: 'env: [HOME]', then ${HOME}"
      )
    } else if text.hasPrefix("~/") {
      warn(
        .machinePath, "'~' is not a home folder here, but a folder of that name", range,
        "write ${HOME} and declare 'env: [HOME]'")
    } else if !isVariable, SharingReview.isAbsolute(text) {
      warn(
        .machinePath, "'\(text.shortened())' is an absolute path, which other machines may not have", range,
        "write it relative to the working directory, or put it under 'vars:', where --set can change it")
    }
  }

  private mutating func warn(_ rule: Rule, _ message: String, _ range: SourceRange, _ remedy: String) {
    problems.append(.warning(rule, message, at: Place(file: file, range: range), remedy: remedy))
  }

  // MARK: Recognizing texts

  private static let secretWords = [
    "password", "passwd", "passphrase", "secret", "apikey", "accesskey", "privatekey", "credential", "token",
  ]

  private static func isSecret(_ text: String, key: String) -> Bool {
    let word = key.lowercased().filter { $0 != "_" && $0 != "-" }
    if secretWords.contains(where: word.hasSuffix), !text.isEmpty { return true }
    if text.contains("PRIVATE KEY-----") { return true }
    // Keys of code hosts and cloud services have characteristic prefixes.
    let starts = ["ghp_", "gho_", "github_pat_", "glpat-", "AKIA", "xoxb-", "sk_live_"]
    if text.count >= 20, !text.contains(" "), starts.contains(where: text.hasPrefix) { return true }
    return hasPasswordInAddress(text)
  }

  /// `https://user:password@host`.
  private static func hasPasswordInAddress(_ text: String) -> Bool {
    guard let scheme = text.range(ofSubstring: "://") else { return false }
    let authority = text[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.firstIndex(of: "@") else { return false }
    return authority[..<at].contains(":")
  }

  private static func home(in text: String) -> String? {
    let parts = text.split(separator: text.contains("\\") ? "\\" : "/", omittingEmptySubsequences: false)
    guard parts.count > 2 else { return text == "/root" ? text : nil }
    if parts[0].isEmpty, ["home", "Users"].contains(parts[1]), !parts[2].isEmpty, !parts[2].contains("*") {
      return "/\(parts[1])/\(parts[2])"
    }
    if parts[0].isEmpty, parts[1] == "root" { return "/root" }
    let isDrive = parts[0].count == 2 && parts[0].hasSuffix(":")
    return isDrive && parts[1].lowercased() == "users" ? parts[0...2].joined(separator: "\\") : nil
  }

  private static func isAbsolute(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars.prefix(3))
    if text.hasPrefix("file://") { return true }
    if scalars.count > 2, scalars[1] == ":", scalars[0].properties.isAlphabetic, scalars[0].isASCII {
      return scalars[2] == "\\" || scalars[2] == "/"
    }
    return text.hasPrefix("/") && text.count > 1
  }
}

extension String {
  /// The range of the first occurrence of another text.
  fileprivate func range(ofSubstring other: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) {
        return start..<(index(start, offsetBy: other.count))
      }
      start = index(after: start)
    }
    return nil
  }
}
