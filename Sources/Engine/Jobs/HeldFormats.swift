import BookModel
import Diagnostics
import Imaging

extension Rule {
  static let formatNotHeld = Rule(
    "format-not-held", .pipeline, "A stage sets a picture format that the sink cannot hold.",
    advice: "Set another format with the stage 'encode', or write to a CBZ or a folder.")
  static let formatReplaced = Rule(
    "format-replaced", .output,
    "Pages are in a picture format that the sink cannot hold, and are written in another.",
    advice: "Nothing has to be done. Choose format and quality with the stage 'encode' to decide yourself.")
}

extension Book {
  /// Has pages in formats that a sink cannot hold written in one that it can: PNG where nothing was lost so far, else
  /// JPEG.
  ///
  /// - Throws: `format-not-held` where somebody asked for another format.
  mutating func write(only formats: Set<ImageFormat>, for sink: String, facts sources: OpenSources)
    async throws(Diagnostic)
  {
    var replaced: [ImageFormat: Int] = [:]
    for (index, page) in pages.enumerated() {
      if let stated = page.encoding?.format.imageFormat {
        guard formats.contains(stated) else {
          throw .error(
            .formatNotHeld,
            "'\(sink)' cannot hold \(stated.displayName), which the pages are to be written in",
            remedy: "choose another format with 'encode' (--encode on the command line)")
        }
        continue
      }
      guard let own = await sources.format(of: page), !formats.contains(own.format) else { continue }
      let isLossless = own.fidelity == .lossless || own.format.isLossless == true
      var encoding = page.encoding ?? PictureEncoding()
      encoding.format = isLossless || !formats.contains(.jpeg) ? .png : .jpeg
      pages[index].encoding = encoding
      replaced[own.format, default: 0] += 1
    }
    for (format, count) in replaced.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      sources.report(
        .note(
          .formatReplaced,
          "\(counted(count, "page")) in \(format.displayName), which '\(sink)' cannot hold, written as JPEG or PNG"
        ))
    }
  }
}

extension OpenSources {
  /// What is known of a page's picture; nil where its pixels would have to be seen, or where it is damaged, which is
  /// told when the page is made.
  fileprivate func format(of page: Page) async -> PictureFacts? {
    do throws(Diagnostic) { return try await facts(of: page.picture) } catch { return nil }
  }
}
