package import BookModel
import Diagnostics
import Imaging
package import PluginKit

extension OpenSources {
  /// Bytes a page takes at most while it is being made: what the memory budget is charged. A page that is copied
  /// takes its own bytes; any other its sources' bytes, what is made of them, the largest raster on the way, and
  /// beside that another raster or what the codecs work with, whichever is more.
  ///
  /// A picture whose header cannot be read is charged by its bytes; it is told of when it is rendered.
  package func cost(of page: Page, with renditions: [Rendition] = []) async -> Int {
    var extent = await extent(of: page.picture)
    if case .entry(let reference) = page.picture, page.encoding == nil {
      guard !renditions.isEmpty else { return bytes(reference) }
    } else {
      extent.encoded *= 2
      extent.working = max(extent.working, await encodingMemory(of: page, extent.pixels))
    }
    return extent.encoded + extent.pixels * 4 + max(extent.pixels * 4, extent.working)
  }

  private struct Extent {
    /// Of the largest picture of a recipe, joined ones together.
    var pixels = 0
    /// Bytes of its entries.
    var encoded = 0
    /// What the most demanding decoder of an entry takes.
    var working = 0

    mutating func add(_ other: Extent) {
      pixels += other.pixels
      encoded += other.encoded
      working = max(working, other.working)
    }
  }

  private func bytes(_ reference: EntryReference) -> Int { stated(reference).size ?? (16 << 20) }

  private func extent(of picture: Picture) async -> Extent {
    switch picture {
    case .entry(let reference):
      let encoded = bytes(reference)
      guard let facts = await knownFacts(of: picture) else {
        return Extent(pixels: encoded * 4, encoded: encoded)
      }
      return Extent(
        pixels: facts.size.area, encoded: encoded, working: facts.format.decodingMemory(facts))
    case .blank(let blank): return Extent(pixels: blank.size?.area ?? 0)
    case .drawn(let drawing):
      var extent = Extent(
        pixels: drawing.base.facts.size.area, encoded: drawing.base.material.reduce(0) { $0 + bytes($1) })
      for layer in drawing.base.layers { extent.add(await self.extent(of: layer)) }
      return extent
    case .derived(_, let inputs):
      var extent = Extent()
      for input in inputs { extent.add(await self.extent(of: input)) }
      extent.pixels = max(extent.pixels, await knownFacts(of: picture)?.size.area ?? 0)
      return extent
    }
  }

  /// What encoding the page's result takes; where its size is unknown, that of the largest picture on the way.
  private func encodingMemory(of page: Page, _ pixels: Int) async -> Int {
    var sources: [PictureFacts] = []
    for entry in page.picture.pictureEntries {
      if let facts = await knownFacts(of: .entry(entry)) { sources.append(facts) }
    }
    let result = await knownFacts(of: page.picture)
    let choice = EncodingChoice(page.encoding, sources: sources, result: result)
    let size = result?.size ?? Size(width: pixels, height: 1)
    return choice.format.encodingMemory(size, choice.request)
  }

  private func knownFacts(of picture: Picture) async -> PictureFacts? {
    do throws(Diagnostic) { return try await facts(of: picture) } catch { return nil }
  }
}
