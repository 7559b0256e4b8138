import BookModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program to be run, with all it gets: arguments, standard input, and what it may cost.
public struct ProgramCall: Sendable {
  /// The program and its arguments, byte for byte. A program without a `/` in its name is looked for in `PATH`.
  public var arguments: [[UInt8]]
  public var input: [UInt8]
  /// Seconds until it is stopped.
  public var seconds: Int
  /// Bytes it may write to its standard output.
  public var maxOutputBytes: Int
  /// Variables beyond `inheritedEnvironment()`.
  public var environment: [String: String]

  /// Seconds between asking it to end and killing it.
  static let grace = 2.0
  /// Bytes of the standard error that are kept.
  static let maxMessageBytes = 64 << 10

  public init(
    _ arguments: [[UInt8]], input: [UInt8] = [], seconds: Int = 60, maxOutputBytes: Int = 64 << 20,
    environment: [String: String] = [:]
  ) {
    self.arguments = arguments
    self.input = input
    self.seconds = seconds
    self.maxOutputBytes = maxOutputBytes
    self.environment = environment
  }

  /// The program's name, for messages.
  public var name: String { arguments.first.map { FilePath(bytes: $0).nameText } ?? "" }

  /// The part of this process's environment that programs get to see; everything else (keys, tokens) stays out.
  public static let inheritedNames = [
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "SOURCE_DATE_EPOCH",
  ]

  /// The variables a program gets, as `NAME=value`, sorted by name: those of `inheritedNames` and `LC_…` that are
  /// set, and its own. One more is added when it is started: `LEPORELLO_CALL`, by which what it starts is known.
  var environmentList: [String] {
    var values: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      entry += 1
      let variable = String(cString: text)
      guard let split = variable.firstIndex(of: "=") else { continue }
      let name = String(variable[..<split])
      guard name.hasPrefix("LC_") || ProgramCall.inheritedNames.contains(name) else { continue }
      values[name] = String(variable[variable.index(after: split)...])
    }
    values.merge(environment) { _, own in own }
    return values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
