import BookModel
import Diagnostics
import Imaging

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// Feeds libFuzzer's bytes to the parts that read pictures; built and run by `make fuzz` only.
// FUZZ_TARGET names the part: `probe` (headers and structure) or `decode` (pixels, by the magic of the bytes).

/// libFuzzer's own loop over a corpus.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// SwiftPM links an executable's main under this name; libFuzzer needs one that is called, not its own.
@_cdecl("FuzzPictures_main")
public func fuzzPictures(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  var count = count
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments
  let target = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? "none"
  switch target {
  case "probe":
    return runFuzzer(&count, &arguments) { data, count in
      probe([UInt8](UnsafeBufferPointer(start: data, count: count)))
      return 0
    }
  case "decode":
    return runFuzzer(&count, &arguments) { data, count in
      decode([UInt8](UnsafeBufferPointer(start: data, count: count)))
      return 0
    }
  default:
    print("FUZZ_TARGET names no target: \(target)")
    return 2
  }
}

/// The header from the whole and from half of it, then the structure. Sizes have to keep to the limits.
private func probe(_ bytes: [UInt8]) {
  let limits = Limits()
  _ = try? probeHeader(Array(bytes.prefix(bytes.count / 2)), isWhole: false, limits: limits)
  guard let facts = try? inspectPicture(bytes, limits: limits).facts else { return }
  precondition((1...limits.maxPixels).contains(facts.size.area), "a size beyond the limits")
}

/// All pixels, or a diagnostic; never another size than the header's.
private func decode(_ bytes: [UInt8]) {
  var limits = Limits()
  limits.maxPixels = 1 << 18
  guard let raster = try? decodePicture(bytes, limits: limits) else { return }
  guard case .facts(let facts)? = try? probeHeader(bytes, isWhole: true, limits: limits) else {
    preconditionFailure("pixels without a header")
  }
  precondition(raster.size == facts.size, "another size than the header's")
}
