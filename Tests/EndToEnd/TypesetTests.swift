import Foundation
import Testing

/// Text that becomes pages.
@Suite("Text as pages")
struct TypesetTests {
  /// A novel of two chapters with a picture between them.
  private static func novel(in sandbox: Sandbox) async throws {
    let script = """
      import io, zipfile
      from PIL import Image
      picture = io.BytesIO(); Image.new("L", (300, 400), 120).save(picture, "PNG")
      def page(title, body):
          return ('<html xmlns="http://www.w3.org/1999/xhtml"><head><title>%s</title></head><body>%s</body></html>' % (title, body))
      chapter = "".join("<p>The harbor lay still, and paragraph %d had nothing to add to it but a few words more.</p>" % n for n in range(60))
      with zipfile.ZipFile("novel.epub", "w") as z:
          z.writestr("mimetype", "application/epub+zip")
          z.writestr("META-INF/container.xml", '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
          z.writestr("p.opf", '''<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>Harbor</dc:title><dc:language>en</dc:language></metadata>
          <manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/><item id="n" href="n.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="p" href="p.png" media-type="image/png"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>''')
          z.writestr("n.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol><li><a href="a.xhtml">One</a></li><li><a href="b.xhtml">Two</a></li></ol></nav></body></html>')
          z.writestr("a.xhtml", page("One", "<h1>One</h1>" + chapter))
          z.writestr("b.xhtml", page("Two", "<h1>Two</h1><p>A picture follows.</p><p><img src='p.png' alt=''/></p>" + chapter))
          z.writestr("p.png", picture.getvalue())
      """
    let made = try await sandbox.tool("python3", ["-c", script])
    #expect(made.status == 0, "\(made)")
  }

  @Test("a novel becomes a comic archive by itself, with its chapters, and says so")
  func novel() async throws {
    let sandbox = try await Sandbox()
    try await Self.novel(in: sandbox)
    let outcome = try await sandbox.run(
      expecting: 0, "convert", "novel.epub", "-o", "novel.cbz", "-v", "--typeset=632x840")
    #expect(outcome.standardError.contains("2 sections of text set as"), "\(outcome)")
    let look = """
      import io, re, zipfile
      from PIL import Image
      book = zipfile.ZipFile("novel.cbz")
      names = sorted(n for n in book.namelist() if n.endswith(".png"))
      assert len(names) > 4, names
      for name in names:
          page = Image.open(io.BytesIO(book.read(name)))
          assert page.size == (632, 840) and page.mode == "L", (name, page.size, page.mode)
          # Ink, and none of it on the page's edge; the number stands in the margin below.
          assert page.getextrema()[0] < 60, name
          edges = [page.crop(b) for b in [(0, 0, 632, 20), (0, 834, 632, 840), (0, 0, 20, 840), (612, 0, 632, 840)]]
          assert all(e.getextrema()[0] == 255 for e in edges), name
      info = book.read("ComicInfo.xml").decode()
      marks = re.findall(r'Bookmark="([^"]*)"', info)
      assert marks == ["One", "Two"], marks
      """
    let looked = try await sandbox.tool("python3", ["-c", look])
    #expect(looked.status == 0, "\(looked)")
  }

  @Test("the same pages come of it at any number of threads, in any language and home of the user")
  func deterministic() async throws {
    let sandbox = try await Sandbox()
    try await Self.novel(in: sandbox)
    try sandbox.write("<fontconfig><dir>/nowhere</dir></fontconfig>", to: "fonts.conf")
    try await sandbox.run(expecting: 0, "convert", "novel.epub", "-o", "1.cbz", "--jobs", "1")
    let other = try await sandbox.run(
      ["convert", "novel.epub", "-o", "2.cbz", "--jobs", "4"],
      environment: [
        "LANG": "ja_JP.UTF-8", "HOME": "/nowhere", "FONTCONFIG_FILE": "fonts.conf", "TZ": "Asia/Tokyo",
      ])
    #expect(other.status == 0, "\(other)")
    #expect(try sandbox.data("1.cbz") == sandbox.data("2.cbz"))
  }

  @Test("pages of text go through the stages behind, and into a PDF")
  func further() async throws {
    let sandbox = try await Sandbox()
    try await Self.novel(in: sandbox)
    try await sandbox.run(
      expecting: 0, "convert", "novel.epub", "-o", "paper.cbz", "--paper", "cream", "--typeset=316x420")
    try await sandbox.run(expecting: 0, "convert", "novel.epub", "-o", "novel.pdf", "--typeset=316x420")
    let check = try await sandbox.tool("qpdf", ["--check", "novel.pdf"])
    #expect(check.status == 0, "\(check)")
  }

  @Test("text stays text where an EPUB is asked for: it is refused, not turned into pictures")
  func epub() async throws {
    let sandbox = try await Sandbox()
    try await Self.novel(in: sandbox)
    let outcome = try await sandbox.run(["convert", "novel.epub", "-o", "pictures.epub"])
    #expect(outcome.status != 0 && outcome.standardError.contains("this book is text"), "\(outcome)")
  }
}
