import Diagnostics
import Options

/// The forms in which `check` tells what it has found.
enum CheckForm: String, OptionEnumeration {
  case text
  /// A diagnostic a line.
  case json
  case sarif
  /// Lines that CI systems turn into annotations beside the code.
  case github, azure
  /// GitLab's code quality report.
  case gitlab

  /// The form of annotations that the CI system the program runs in understands; nil outside of such.
  static func annotations(_ environment: (String) -> String?) -> CheckForm? {
    // Gitea and Forgejo say that they are GitHub's, and understand its lines.
    if environment("GITHUB_ACTIONS") == "true" { return .github }
    return environment("TF_BUILD")?.lowercased() == "true" ? .azure : nil
  }
}

extension Diagnostic {
  /// The diagnostic as a line that a CI system shows beside the line of the file.
  func annotation(_ form: CheckForm) -> String? {
    switch form {
    case .github: githubCommand
    case .azure: azureCommand
    default: nil
    }
  }

  private var told: String { message + (remedy.map { "; \($0)" } ?? "") }

  /// A workflow command of GitHub Actions: `::error file=…,line=…,col=…::message`.
  private var githubCommand: String {
    let word =
      switch severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties: [(String, String)] = []
    if let file = place.file { properties.append(("file", file)) }
    if let range = place.range {
      properties += [("line", "\(range.start.line)"), ("endLine", "\(range.end.line)")]
      properties += [("col", "\(range.start.column)"), ("endColumn", "\(range.end.column)")]
    }
    properties.append(("title", rule.id))
    let text = properties.map {
      "\($0)=\($1.escaped([("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")]))"
    }
    return "::\(word) \(text.joined(separator: ","))::"
      + told.escaped([("%", "%25"), ("\r", "%0D"), ("\n", "%0A")])
  }

  /// A logging command of Azure Pipelines: `##vso[task.logissue …]message`, which knows no notes.
  private var azureCommand: String? {
    guard severity != .note else { return nil }
    var text = "type=\(severity.rawValue)"
    if let file = place.file { text += ";sourcepath=" + file.azureEscaped }
    if let start = place.range?.start { text += ";linenumber=\(start.line);columnnumber=\(start.column)" }
    return "##vso[task.logissue \(text);code=\(rule.id)]" + told.azureEscaped
  }

  /// An entry of GitLab's code quality report.
  var codeQuality: JSON {
    let word =
      switch severity {
      case .error: "major"
      case .warning: "minor"
      case .note: "info"
      }
    let line = place.range?.start.line ?? 1
    let file = place.file ?? ""
    return .members(
      ("description", .string(told)), ("check_name", .string(rule.id)), ("severity", .string(word)),
      (
        "fingerprint",
        .string(fingerprint("\(rule.id)\n\(file)\n\(line):\(place.range?.start.column ?? 1)\n\(message)"))
      ),
      ("location", .members(("path", .string(file)), ("lines", .members(("begin", .integer(line)))))))
  }

  /// FNV-1a, 64 bits: tells entries apart, no more.
  private func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension String {
  fileprivate func escaped(_ table: [(Character, String)]) -> String {
    var text = ""
    for scalar in unicodeScalars {
      text += table.first { $0.0 == Character(scalar) }?.1 ?? String(scalar)
    }
    return text
  }

  fileprivate var azureEscaped: String {
    escaped([("%", "%AZP25"), ("\r", "%0D"), ("\n", "%0A"), (";", "%3B"), ("]", "%5D")])
  }
}
