import Foundation
import Testing

/// TIFFs that hold several scans, as scanners write whole chapters into one file.
@Suite("TIFFs of several scans")
struct ScanTests {
  /// `scan.cbz` with one TIFF of three scans of different sizes and grays, `pages.cbz` with the same as PNGs.
  private func sandbox(_ options: String, mode: String = "RGB", name: String = "scan.tif") async throws
    -> Sandbox
  {
    let sandbox = try await Sandbox()
    let script = """
      import io, zipfile
      from PIL import Image
      def page(n):
          image = Image.new("RGB", (40 + n, 60), (40 * n, 90, 200))
          for x in range(0, 40, 3): image.putpixel((x, n * 7), (250, 250, 20 * n))
          return image.convert("\(mode)")
      pages = [page(n) for n in (1, 2, 3)]
      out = io.BytesIO()
      pages[0].save(out, "TIFF", save_all=True, append_images=pages[1:], \(options))
      with zipfile.ZipFile("scan.cbz", "w") as z:
          z.writestr("\(name)", out.getvalue())
          png = io.BytesIO()
          pages[0].save(png, "PNG")
          z.writestr("z.png", png.getvalue())
      with zipfile.ZipFile("pages.cbz", "w") as z:
          for n, image in enumerate(pages):
              png = io.BytesIO()
              image.save(png, "PNG")
              z.writestr("%d.png" % n, png.getvalue())
      """
    let made = try await sandbox.tool("python3", ["-c", script])
    try #require(made.status == 0, "\(made)")
    return sandbox
  }

  /// Whether the first pages of a written book show what those of `pages.cbz` do.
  private func isSame(_ path: String, in sandbox: Sandbox) async throws -> Outcome {
    let script = """
      import io, sys, zipfile
      from PIL import Image
      def pages(path):
          z = zipfile.ZipFile(path)
          return [Image.open(io.BytesIO(z.read(n))).convert("RGB") for n in z.namelist() if not n.endswith(".xml")]
      got, want = pages(sys.argv[1]), pages("pages.cbz")
      assert len(got) == 4, len(got)
      for a, b in zip(got, want): assert a.size == b.size and a.tobytes() == b.tobytes(), (a.size, b.size)
      """
    return try await sandbox.tool("python3", ["-c", script, path])
  }

  @Test(
    "each scan is a page of its own, as it is or worked on, and the source is whole",
    arguments: [
      ("compression='tiff_lzw'", "RGB"), ("compression='raw'", "RGB"), ("compression='tiff_deflate'", "L"),
      ("compression='group4'", "1"), ("compression='packbits'", "P"),
      ("compression='tiff_lzw', big_tiff=True", "RGB"),
    ])
  func pages(_ options: String, _ mode: String) async throws {
    let sandbox = try await sandbox(options, mode: mode)
    try sandbox.write(
      "leporello: 1\nsource: { files: \"in/*.cbz\", after: { move: done } }\nsink: { cbz: out/ }\n",
      to: "p.yaml")
    try sandbox.copy(sandbox.folder.appending(path: "scan.cbz"), to: "in/scan.cbz")
    let kept = try await sandbox.run(expecting: 0, "run", "p.yaml", "--json", changing: ["in/scan.cbz"])
    #expect(!kept.standardError.contains("animated") && !kept.standardError.contains("warning"), "\(kept)")
    #expect(sandbox.exists("done/scan.cbz"))
    #expect(try kept.receipts().first?.output?.counts?["lossless"] == 3)
    let same = try await isSame("out/scan.cbz", in: sandbox)
    #expect(same.status == 0, "\(same)")
    let png = try await sandbox.run(
      expecting: 0, "convert", "scan.cbz", "-o", "png.cbz", "--no-metadata", "--encode", "png", "--lossless")
    #expect(!png.standardError.contains("animated"), "\(png)")
    let samePNG = try await isSame("png.cbz", in: sandbox)
    #expect(samePNG.status == 0, "\(samePNG)")
    #expect(try await sandbox.book("png.cbz").pages.allSatisfy { $0.format == "png" })
    let inspected = try await sandbox.run(expecting: 0, "inspect", "scan.cbz")
    #expect(inspected.standardOutput.contains("scan(2) of scan.tif"), "\(inspected)")
  }

  @Test(
    "a TIFF under another name is one page, with a warning that names it and counts, and its source stays")
  func otherName() async throws {
    let sandbox = try await sandbox("compression='tiff_lzw'", name: "scan.jpg")
    try sandbox.write(
      "leporello: 1\nsource: { files: \"in/*.cbz\", after: { move: done } }\nsink: { cbz: out/ }\n",
      to: "p.yaml")
    try sandbox.copy(sandbox.folder.appending(path: "scan.cbz"), to: "in/scan.cbz")
    let outcome = try await sandbox.run(expecting: 0, "run", "p.yaml")
    #expect(outcome.standardError.contains("scan.jpg") && outcome.standardError.contains("holds 3 pictures"))
    #expect(!outcome.standardError.contains("animated") && sandbox.exists("in/scan.cbz"), "\(outcome)")
  }
}
