package import BookModel
import Diagnostics
import PluginKit

extension OpenSources {
  /// Bytes a page takes while it is being made: what the memory budget is charged. A page that is copied takes
  /// its own bytes; any other its sources' bytes and two rasters of the largest picture on the way.
  ///
  /// A picture whose header cannot be read is charged by its bytes; it is told of when it is rendered.
  package func cost(of page: Page) async -> Int {
    if case .entry(let reference) = page.picture, page.encoding == nil { return bytes(reference) }
    let (pixels, encoded) = await extent(of: page.picture)
    return encoded * 2 + pixels * 4 * 2
  }

  private func bytes(_ reference: EntryReference) -> Int { stated(reference).size ?? (16 << 20) }

  /// The pixels of the largest picture of a recipe, joined ones together, and the bytes of its entries.
  private func extent(of picture: Picture) async -> (pixels: Int, encoded: Int) {
    switch picture {
    case .entry(let reference):
      let encoded = bytes(reference)
      guard let facts = await knownFacts(of: picture) else { return (encoded * 4, encoded) }
      return (facts.size.area, encoded)
    case .blank(let blank): return (blank.size?.area ?? 0, 0)
    case .derived(_, let inputs):
      var (pixels, encoded) = (0, 0)
      for input in inputs {
        let part = await extent(of: input)
        pixels += part.pixels
        encoded += part.encoded
      }
      return (max(pixels, await knownFacts(of: picture)?.size.area ?? 0), encoded)
    }
  }

  private func knownFacts(of picture: Picture) async -> PictureFacts? {
    do throws(Diagnostic) { return try await facts(of: picture) } catch { return nil }
  }
}
