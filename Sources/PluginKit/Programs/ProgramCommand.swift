import Archives
public import BookModel
public import Diagnostics
public import Programs

extension Rule {
  public static let commandInvalid = Rule(
    "command-invalid", .pipeline,
    "The command line of a program is incomplete, or uses a placeholder it does not have.",
    advice: "Write the command as a list of words; {input} and {output} stand for the files it is given.")
}

/// A command as plugins are given it: a program and arguments with places in braces, such as `{input}`.
public struct ProgramCommand: Hashable, Sendable {
  public let arguments: [String]
  /// Whether the one text is a command line for `/bin/sh`.
  public let isShell: Bool
  /// Seconds it may take.
  public let seconds: Int

  /// - Parameters:
  ///   - required: places that the command has to have.
  ///   - allowed: others that it may have.
  /// - Throws: `command-invalid`.
  public init(
    _ arguments: [String], shell: Bool = false, seconds: Int, required: [String] = [], allowed: [String] = []
  ) throws(Diagnostic) {
    guard let program = arguments.first, !program.isEmpty else {
      throw .error(.commandInvalid, "the command is empty", remedy: "write command: [PROGRAM, ARGUMENT, …]")
    }
    if shell, arguments.count > 1 {
      throw .error(
        .commandInvalid,
        "with 'shell' the command is one text for the shell, not a list of \(arguments.count)")
    }
    if !shell, arguments.count == 1, program.contains(" "), required.contains(where: { program.contains($0) })
    {
      throw .error(
        .commandInvalid, "the command is one text, which needs a shell",
        remedy: "write a list, [PROGRAM, ARGUMENT, …], or 'shell: true' beside it")
    }
    let known = required + allowed
    for place in arguments.flatMap(ProgramCommand.places) where !known.contains(place) {
      guard let near = closestMatch(to: place, in: known) else { continue }
      throw .error(
        .commandInvalid, "the command has a place '{\(place)}', which does not exist",
        remedy: "did you mean '{\(near)}'?")
    }
    for place in required where !arguments.contains(where: { $0.contains("{\(place)}") }) {
      throw .error(
        .commandInvalid, "the command has no place for '{\(place)}'",
        remedy: "add \"{\(place)}\" where the program takes it")
    }
    self.arguments = arguments
    isShell = shell
    self.seconds = seconds
  }

  /// The call it comes to. What stands in braces and is none of the values stays as it is.
  public func call(
    _ values: [String: [UInt8]] = [:], input: [UInt8] = [], maxOutputBytes: Int = 64 << 20
  ) -> ProgramCall {
    let own = arguments.map { filled(Array($0.utf8), values) }
    let shell = ["/bin/sh", "-c"].map { Array($0.utf8) }
    return ProgramCall(
      isShell ? shell + own : own, input: input, seconds: seconds, maxOutputBytes: maxOutputBytes)
  }

  /// The files among its words: the script an interpreter is given, a table it reads. Where one of them changes, so
  /// may what the program makes. Programs found by PATH don't count.
  public var files: [FilePath] {
    let words = isShell ? arguments[0].split(separator: " ").map(String.init) : arguments
    return words.map { FilePath($0) }.filter { pathExists($0) && !isExistingFolder($0) }
  }

  /// The program's name, for messages.
  public var name: String {
    if isShell { return "sh" }
    return FilePath(arguments.first ?? "").nameText
  }

  private func filled(_ text: [UInt8], _ values: [String: [UInt8]]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = text[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")),
        let value = values[String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)]
      {
        out += isShell ? ProgramCommand.quoted(value) : value
        rest = rest[(end + 1)...]
      } else {
        out.append(byte)
        rest.removeFirst()
      }
    }
    return out
  }

  /// The names in braces in a text.
  private static func places(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      guard let end = part.firstIndex(of: "}") else { return nil }
      let name = part[..<end]
      return !name.isEmpty && name.allSatisfy { $0.isLetter || $0 == "." } ? String(name) : nil
    }
  }

  /// A value as one word of a shell's command line (POSIX Shell 2.2.2).
  private static func quoted(_ value: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [UInt8(ascii: "'")]
    for byte in value { out += byte == UInt8(ascii: "'") ? Array("'\\''".utf8) : [byte] }
    return out + [UInt8(ascii: "'")]
  }

  /// The command in one canonical form, for recipes.
  public var text: String {
    isShell
      ? arguments[0]
      : arguments.map { $0.contains(" ") || $0.isEmpty ? "'\($0)'" : $0 }.joined(separator: " ")
  }
}

extension ProgramOutcome {
  /// Reports what the program said, then fails unless it ended well.
  func check(_ name: String, in report: (Diagnostic) -> Void) throws(Diagnostic) {
    for warning in warnings(name) { report(warning) }
    try check(name)
  }
}
