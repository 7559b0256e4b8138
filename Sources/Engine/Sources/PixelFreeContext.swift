import Archives
import BookModel
import Diagnostics
import Imaging
import PluginKit
import Programs

/// A book's context for plans that decode nothing: whoever asks for pixels is told that they are not read.
struct PixelFreeContext: BookContext {
  let open: OpenSources

  var limits: Limits { open.limits }
  func report(_ diagnostic: Diagnostic) { open.report(diagnostic) }

  func facts(of picture: Picture) async throws(Diagnostic) -> PictureFacts? {
    try await open.facts(of: picture)
  }

  func raster(of picture: Picture) async throws(Diagnostic) -> Raster {
    throw .error(.pixelsNotRead, "no picture is decoded for this plan", remedy: "plan without --no-pixels")
  }

  func bytes(of entry: EntryReference) async throws(Diagnostic) -> [UInt8] { try await open.bytes(of: entry) }

  func prefix(of entry: EntryReference, count: Int) async throws(Diagnostic) -> [UInt8] {
    try await open.prefix(of: entry, count: count)
  }

  var threads: Int { open.threads }

  func entries(of source: SourceID) async throws(Diagnostic) -> [ContainerEntry] {
    try await open.entries(of: source)
  }

  func stated(_ entry: EntryReference) -> (size: Int?, crc32: UInt32?) { open.stated(entry) }

  var scratch: FilePath { open.scratch }
  func run(_ call: ProgramCall) async throws(Diagnostic) -> ProgramOutcome { try await open.run(call) }
}

extension Rule {
  static let pixelsNotRead = Rule(
    "pixels-not-read", .input,
    "A stage has to see pixels to plan, but the plan was made without decoding any.",
    advice: """
      Nothing: the plan shows the stage as undecided. Run it without --no-pixels to see what the stage will \
      do.
      """)
}
