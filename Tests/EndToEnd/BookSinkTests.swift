import Foundation
import Testing

/// EPUB and PDF as outputs, looked at with the tools of others.
@Suite("EPUB and PDF as outputs")
struct BookSinkTests {
  private static func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox()
    try sandbox.copy(PipelineTests.fixtures.appending(path: "paper-fox-1.epub"), to: "fox.epub")
    try sandbox.copy(PipelineTests.fixtures.appending(path: "tin-robot-3.cbz"), to: "robot.cbz")
    return sandbox
  }

  private static func epubcheck(_ name: String, in sandbox: Sandbox) async throws -> Outcome {
    try await sandbox.tool("java", ["-jar", "/usr/share/java/epubcheck.jar", "--failonwarnings", name])
  }

  @Test(
    "an EPUB that is made is valid, for whatever reader", arguments: ["standard", "kobo", "kindle", "apple"])
  func validEPUB(_ reader: String) async throws {
    let sandbox = try await Self.sandbox()
    for input in ["fox.epub", "robot.cbz"] {
      let name = "made.kepub.epub"
      let made = try await sandbox.run(
        expecting: 0, "convert", input, "-o", name, "--for", reader, "--exists", "replace", changing: [name])
      #expect(!made.standardError.contains("kobo-name"), "\(made)")
      let check = try await Self.epubcheck(name, in: sandbox)
      #expect(check.status == 0, "\(check)")
    }
  }

  @Test("a book for Kobo that is called otherwise is warned of")
  func koboName() async throws {
    let sandbox = try await Self.sandbox()
    let outcome = try await sandbox.run(expecting: 0, "convert", "robot.cbz", "-o", "a.epub", "--for", "kobo")
    #expect(outcome.standardError.contains("[kobo-name]"), "\(outcome)")
  }

  @Test("pictures come through an EPUB byte for byte, with metadata, direction, sides and contents")
  func throughEPUB() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.run(expecting: 0, "convert", "fox.epub", "-o", "straight.cbz")
    try await sandbox.run(expecting: 0, "convert", "fox.epub", "-o", "made.epub")
    try await sandbox.run(expecting: 0, "convert", "made.epub", "-o", "round.cbz")
    let (straight, round) = (try await sandbox.book("straight.cbz"), try await sandbox.book("round.cbz"))
    #expect(straight.pages.map(\.sha256) == round.pages.map(\.sha256))
    for element in ["Title", "Series", "Number", "Writer", "Publisher", "LanguageISO", "Manga", "Summary"] {
      #expect(straight[info: element] == round[info: element], "\(element)")
    }
    let json = try await sandbox.run(expecting: 0, "inspect", "--json", "made.epub").standardOutput
    let book = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let sides = try #require(book["pages"] as? [[String: Any]]).map { $0["side"] as? String }
    #expect(sides.prefix(3) == ["left", "right", "left"])
    #expect((book["outline"] as? [[String: Any]])?.contains { $0["title"] as? String == "The Storm" } == true)
  }

  @Test(
    "every item of an EPUB shows one picture, has no text, and is named in plain letters, as Komga wants it")
  func komga() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.run(expecting: 0, "convert", "fox.epub", "-o", "made.epub")
    let check = """
      import re, zipfile
      book = zipfile.ZipFile("made.epub")
      assert book.infolist()[0].filename == "mimetype" and book.infolist()[0].compress_type == 0
      package = book.read("EPUB/package.opf").decode()
      assert 'property="rendition:layout">pre-paginated<' in package
      items = dict(re.findall(r'href="([^"]*)" id="([^"]*)"', package))
      spine = re.findall(r'idref="([^"]*)"', package)
      assert len(spine) == 10 and "nav" not in spine
      shown = []
      for href, id in items.items():
          assert href.isascii()
          if id in spine:
              page = book.read("EPUB/" + href).decode()
              shown += re.findall(r'src="([^"]*)"', page)
              assert re.sub(r"<[^>]*>|\\s", "", page.split("<body>")[1]) == "", page
      assert len(shown) == len(set(shown)) == 10, shown
      """
    let outcome = try await sandbox.tool("python3", ["-c", check])
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test("a PDF that is made has no errors, and gives back the very pictures")
  func pdf() async throws {
    let sandbox = try await Self.sandbox()
    for input in ["fox.epub", "robot.cbz"] {
      try await sandbox.run(
        expecting: 0, "convert", input, "-o", "made.pdf", "--exists", "replace", changing: ["made.pdf"])
      let check = try await sandbox.tool("qpdf", ["--check", "made.pdf"])
      #expect(check.status == 0, "\(check)")
    }
    try sandbox.write("", to: "x")
    let draw = """
      import subprocess, zipfile
      from PIL import Image
      names = sorted(n for n in zipfile.ZipFile("jpegs.cbz").namelist())
      subprocess.run(["pdfimages", "-all", "made.pdf", "out"], check=True)
      for place, name in enumerate(names):
          made = open("out-%03d.jpg" % place, "rb").read()
          assert made == zipfile.ZipFile("jpegs.cbz").read(name), name
      """
    let books = """
      import io, zipfile
      from PIL import Image
      with zipfile.ZipFile("jpegs.cbz", "w") as z:
          for place, mode in enumerate(["L", "RGB", "CMYK", "RGB"]):
              image = Image.new(mode, (40 + place, 60), tuple([90, 40, 200, 10][:len(Image.new(mode, (1, 1)).getbands())]) if mode != "L" else 90)
              out = io.BytesIO(); image.save(out, "JPEG", quality=80, progressive=place == 3)
              z.writestr("%d.jpg" % place, out.getvalue())
      """
    let made = try await sandbox.tool("python3", ["-c", books])
    #expect(made.status == 0, "\(made)")
    try await sandbox.run(
      expecting: 0, "convert", "jpegs.cbz", "-o", "made.pdf", "--exists", "replace", changing: ["made.pdf"])
    let same = try await sandbox.tool("python3", ["-c", draw])
    #expect(same.status == 0, "\(same)")
  }

  @Test(
    "a page of a PDF looks like its picture: turned by EXIF, in colors, gray, a palette or with transparency")
  func looks() async throws {
    let sandbox = try await Self.sandbox()
    let books = """
      import io, zipfile
      from PIL import Image
      def shape(mode):
          image = Image.new("RGB", (80, 120), (250, 240, 230))
          image.paste((200, 30, 40), (0, 0, 40, 30)); image.paste((20, 90, 180), (40, 90, 80, 120))
          return image.convert(mode, dither=Image.Dither.NONE)
      with zipfile.ZipFile("all.cbz", "w") as z:
          for turn in range(1, 9):
              exif = Image.Exif(); exif[0x112] = turn
              out = io.BytesIO(); shape("RGB").save(out, "JPEG", quality=95, exif=exif)
              z.writestr("a%d.jpg" % turn, out.getvalue())
          for name, mode in [("b", "L"), ("c", "P"), ("d", "1"), ("e", "RGB")]:
              out = io.BytesIO(); shape(mode).save(out, "PNG"); z.writestr(name + ".png", out.getvalue())
          clear = shape("RGBA"); clear.putalpha(Image.new("L", (80, 120), 128))
          out = io.BytesIO(); clear.save(out, "PNG"); z.writestr("f.png", out.getvalue())
          out = io.BytesIO(); shape("CMYK").save(out, "JPEG", quality=95); z.writestr("g.jpg", out.getvalue())
      """
    let made = try await sandbox.tool("python3", ["-c", books])
    #expect(made.status == 0, "\(made)")
    try await sandbox.run(expecting: 0, "convert", "all.cbz", "-o", "all.pdf", "--dpi", "72")
    let compare = """
      import glob, io, subprocess, zipfile
      from PIL import Image, ImageChops, ImageOps, ImageStat
      subprocess.run(["pdftoppm", "-r", "72", "-png", "all.pdf", "page"], check=True)
      book = zipfile.ZipFile("all.cbz")
      names = sorted(book.namelist())
      for name, page in zip(names, sorted(glob.glob("page-*.png"))):
          own = ImageOps.exif_transpose(Image.open(io.BytesIO(book.read(name))))
          if name == "f.png":
              white = Image.new("RGBA", own.size, "white"); white.alpha_composite(own); own = white
          shown = Image.open(page).convert("RGB")
          assert shown.size == own.size, (name, shown.size, own.size)
          difference = max(ImageStat.Stat(ImageChops.difference(own.convert("RGB"), shown)).mean)
          assert difference < (30 if name == "g.jpg" else 4), (name, difference)
      assert len(names) == len(glob.glob("page-*.png"))
      """
    let same = try await sandbox.tool("python3", ["-c", compare])
    #expect(same.status == 0, "\(same)")
  }

  @Test(
    "a PDF says title, authors, direction and contents, and keeps ComicInfo.xml; paper and layout are as asked"
  )
  func pdfFacts() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.run(expecting: 0, "convert", "fox.epub", "-o", "fox.pdf", "--page-size", "a5")
    let info = try await sandbox.tool("pdfinfo", ["fox.pdf"]).standardOutput
    for text in ["Paper Fox 1: The Folded Sea", "Mori Origa", "419.52", "595.27"] {
      #expect(info.contains(text), "\(text): \(info)")
    }
    let json = try await sandbox.tool("qpdf", ["--json", "fox.pdf"]).standardOutput
    for text in ["/R2L", "The Storm", "/SinglePage", "ComicInfo.xml"] {
      #expect(json.contains(text), "\(text)")
    }
    try await sandbox.run(expecting: 0, "convert", "fox.epub", "-o", "two.pdf")
    #expect(try await sandbox.tool("qpdf", ["--json", "two.pdf"]).standardOutput.contains("/TwoPageRight"))
  }

  @Test("what is made twice is the same, at any number of threads")
  func same() async throws {
    let sandbox = try await Self.sandbox()
    for ending in ["epub", "pdf"] {
      try await sandbox.run(expecting: 0, "convert", "fox.epub", "-o", "1.\(ending)", "--jobs", "1")
      try await sandbox.run(expecting: 0, "convert", "fox.epub", "-o", "2.\(ending)", "--jobs", "4")
      #expect(try sandbox.data("1.\(ending)") == sandbox.data("2.\(ending)"))
    }
  }

  @Test(
    "pages in formats that these cannot hold are written in one that they can, and a wish for another is refused"
  )
  func formats() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.run(expecting: 0, "convert", "robot.cbz", "-o", "webp.cbz", "--encode", "webp")
    for ending in ["epub", "pdf"] {
      let outcome = try await sandbox.run(expecting: 0, "convert", "webp.cbz", "-o", "a.\(ending)", "-v")
      #expect(outcome.standardError.contains("[format-replaced]"), "\(outcome)")
      let refused = try await sandbox.run(["convert", "robot.cbz", "-o", "b.\(ending)", "--encode", "webp"])
      #expect(refused.status != 0 && refused.standardError.contains("[format-not-held]"), "\(refused)")
    }
  }
}
