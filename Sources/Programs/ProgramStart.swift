import CShims
import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ProgramCall {
  /// Starts the program in a process group of its own, with the given descriptors as its standard files and no
  /// others, default signal handling and nothing blocked.
  ///
  /// - Parameter mark: one more variable of its environment, as `NAME=value`.
  /// - Throws: `program-missing`.
  func start(input: Int32, output: Int32, messages: Int32, mark: String) throws(Diagnostic) -> pid_t {
    guard let program = arguments.first, !program.isEmpty else {
      throw .error(.programMissing, "the command is empty", remedy: "name a program to run")
    }
    guard !arguments.contains(where: { $0.contains(0) }) else {
      throw .error(.programMissing, "an argument of '\(name)' holds a zero byte")
    }
    var process = pid_t()
    let failure = withCStrings(arguments) { arguments in
      withCStrings((environmentList + [mark]).map { Array($0.utf8) }) { environment in
        shim_start_program(arguments[0], arguments, environment, input, output, messages, &process)
      }
    }
    guard failure == 0 else { throw startFailure(failure) }
    return process
  }

  private func startFailure(_ code: Int32) -> Diagnostic {
    let program = String(decoding: arguments[0], as: UTF8.self)
    let reason = String(cString: strerror(code))
    switch code {
    case ENOENT:
      return .error(
        .programMissing, "there is no program '\(program)'",
        remedy: program.contains("/") ? "check the path" : "install it, or give its path")
    case EACCES:
      return .error(
        .programMissing, "'\(program)' is not executable: \(reason)", remedy: "make it executable (chmod +x)")
    case ENOEXEC:
      return .error(
        .programMissing, "'\(program)' is not a program",
        remedy: "begin a script with a line such as #!/bin/sh")
    default: return .error(.programMissing, "'\(program)' cannot be run: \(reason)")
    }
  }
}

/// Lends texts as a list that ends with a null pointer, as `exec` wants it.
private func withCStrings<Result>(
  _ texts: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { text -> UnsafeMutablePointer<CChar> in
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
    for (index, byte) in text.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[text.count] = 0
    return copy
  }
  defer { for copy in copies { copy.deallocate() } }
  return body(copies + [nil])
}
