import BookModel
import Diagnostics
import Testing

@testable import Imaging

@Suite("Work on pictures that is stopped")
struct InterruptionTests {
  /// They work in place, so that rows they have not come to are as before.
  private static let operations: [any PixelOperation] = [
    PaperOperation(PaperSettings(showThrough: 0.3, grain: 0.5, warmth: 0.5, blackLift: 0.2)),
    SharpenOperation(),
    QuantizeOperation(levels: [0, 85, 170, 255], dither: .ordered),
  ]

  /// Runs work in a task that has been cancelled before it begins.
  private func cancelled<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async -> Swift.Result<Result, any Error> {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try work()
    }.result
  }

  @Test("leaves rows alone that it has not come to", arguments: operations.indices)
  func operation(_ index: Int) async throws {
    let page = Raster(size: Size(width: 80, height: 120), layout: .rgb) { samples in
      for place in samples.indices { samples[place] = place & 3 == 3 ? 255 : UInt8(place / 7 & 255) }
    }
    var done = page
    #expect(try Self.operations[index].apply(to: &done) == .changed)
    #expect(done != page)
    let stopped = try await cancelled {
      var raster = page
      _ = try Self.operations[index].apply(to: &raster)
      return raster
    }.get()
    #expect(stopped == page)
  }

  @Test("ends on coefficients, too")
  func coefficients() async throws {
    let page = Raster(size: Size(width: 80, height: 112), filledWith: 90)
    let part = LosslessJPEGPart(try encodePicture(page, as: .jpeg, EncodeRequest()).bytes, [.turn(.right)])
    guard case .success = transformJPEG(part) else {
      Issue.record("it cannot be turned at all")
      return
    }
    guard case .failure(let obstacle) = try await cancelled({ transformJPEG(part) }).get() else {
      Issue.record("it went on")
      return
    }
    #expect(obstacle.description.contains("stopped on the way"))
  }

  @Test(
    "is said to be interrupted, not damaged, by decoding and encoding",
    arguments: [ImageFormat.jpeg, .png, .webp])
  func codecs(_ format: ImageFormat) async throws {
    let page = Raster(size: Size(width: 80, height: 120), layout: .rgb, filledWith: 90)
    let bytes = try encodePicture(page, as: format, EncodeRequest()).bytes
    for result in [
      await cancelled { _ = try decodePicture(bytes) },
      await cancelled { _ = try encodePicture(page, as: format, EncodeRequest()) },
    ] {
      guard case .failure(let error as Diagnostic) = result else {
        Issue.record("it went on")
        return
      }
      #expect(error.rule == .interrupted)
      #expect(error.rule.category != .damage)
    }
  }
}
