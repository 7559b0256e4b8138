import FuzzTargets

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Feeds libFuzzer's bytes to one of the targets, which FUZZ_TARGET names; built and run by `make fuzz` only.

/// libFuzzer's own loop over a corpus.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
private let target = FuzzTarget(rawValue: name)

/// SwiftPM links an executable's main under this name; libFuzzer needs one that is called, not its own.
@_cdecl("Fuzzer_main")
public func fuzz(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  guard target != nil else {
    // What `make fuzz` goes over: a target and the folder of its seeds on each line.
    for target in FuzzTarget.allCases { print(target.rawValue, target.seeds) }
    return name.isEmpty ? 0 : 2
  }
  var count = count
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments
  return runFuzzer(&count, &arguments) { data, count in
    target?.run([UInt8](UnsafeBufferPointer(start: data, count: count)))
    return 0
  }
}
