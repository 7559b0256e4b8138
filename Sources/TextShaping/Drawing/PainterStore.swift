#if Typesetting
  import Synchronization

  /// Painters that are not at work, so that the glyphs they have drawn serve again. There are as many as threads that
  /// draw at the same time.
  ///
  /// `@unchecked Sendable`: a painter is in the store or in the hands of the one caller that took it out, never both.
  final class PainterStore: @unchecked Sendable {
    private let lock = Mutex(())
    private var idle: [GlyphPainter] = []

    func take() -> GlyphPainter { lock.withLock { _ in idle.popLast() } ?? GlyphPainter() }

    func giveBack(_ painter: GlyphPainter) { lock.withLock { _ in idle.append(painter) } }
  }
#endif
