"""EPUB input: finding pages, their order, covers, marks, and what is no comic."""
from . import png
from .casebook import case
from .epubs import FIXED, PNG, SVG, XHTML, Item, document, epub, numbered, page, picture

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 60 90">{}</svg>'


@case("F01-spine-order")
def spine_order(folder):
    """The spine says 2-4-1-3; names, manifest and archive say otherwise; the package is not called content.opf."""
    folder.put("book.epub", numbered(4, [2, 4, 1, 3], package="book/volume one.opf"))


@case("F02-deep-folders")
def deep_folders(folder):
    """Documents in one folder, pictures three deep in another, a small cover picture outside both."""
    items = []
    for number in (1, 2, 3):
        items += [
            Item(f"x{number}", f"docs/{number}.xhtml", XHTML, picture(f"../art/full/hd/{number}.png")),
            Item(f"i{number}", f"art/full/hd/{number}.png", PNG, png.page(number)),
        ]
    items.append(Item("cover", "../thumb.png", PNG, png.page(900, 20, 30), "cover-image", path="thumb.png"))
    folder.put("book.epub", epub(items, ["x1", "x2", "x3"]))


@case("F03-percent-names")
def percent_names(folder):
    """A blank, a literal percent sequence and a number sign in names; references are percent-encoded or literal."""
    folder.put("book.epub", epub(
        page(1, "my%20art/a%201.png", data=png.page(1), path="OEBPS/my art/a 1.png")
        + page(2, "my%20art/b%232.png", path="OEBPS/my art/b#2.png")
        + page(3, "my%20art/c%203.png", path="OEBPS/my%20art/c%203.png"),
        ["x1", "x2", "x3"]))


@case("F04-other-spellings")
def other_spellings(folder):
    """Names stored decomposed, in Japanese, and in other letter case than the references say."""
    folder.put("book.epub", epub(
        page(1, "\u00fcber.png", path="OEBPS/u\u0308ber.png")
        + page(2, "%E7%B5%B5%EF%BC%92.png", path="OEBPS/\u7d75\uff12.png")
        + page(3, "pages/scan.png", path="OEBPS/Pages/SCAN.PNG"),
        ["x1", "x2", "x3"]))


def _blank_second(placed):
    items = [item for number in (1, 2, 3, 4) for item in page(number)]
    items.append(Item("blank", "blank.xhtml", XHTML, document("<div> </div>")))
    sides = iter(["right", "left"] * 3)
    spine = [(ref, f'properties="rendition:page-spread-{next(sides)}"' if placed else "")
             for ref in ("x1", "blank", "x2", "x3", "x4")]
    return epub(items, spine, metadata=FIXED if placed else "")


@case("F05-blank-page")
def blank_page(folder):
    """A spine item without a picture: with page sides given, and in a book that gives none."""
    folder.put("placed.epub", _blank_second(True))
    folder.put("unplaced.epub", _blank_second(False))


@case("F06-older-fixed-layout")
def older_fixed_layout(folder):
    """Fixed layout said by Apple's display options, by Kobo's, and by Kindle's meta names."""
    options = ('<?xml version="1.0"?><display_options><platform name="*">'
               '<option name="fixed-layout">true</option></platform></display_options>')
    for maker, name in (("apple", "com.apple.ibooks"), ("kobo", "com.kobobooks")):
        folder.put(f"{maker}.epub", numbered(
            3, version="2.0", files=[(f"META-INF/{name}.display-options.xml", options)]))
    meta = '<meta name="fixed-layout" content="true"/><meta name="original-resolution" content="60x90"/>'
    folder.put("kindle.epub", numbered(3, version="2.0", metadata=meta))
    folder.put("none.epub", numbered(3, version="2.0"))


@case("F07-text-and-pictures")
def text_and_pictures(folder):
    """Lettering as live text over art; a fixed-layout book without any picture; a novel with one illustration."""
    items = [item for number in range(1, 13) for item in page(number)]
    items[2] = Item("x2", "page2.xhtml", XHTML, document(
        '<img src="images/2.png" alt=""/><p style="position:absolute">Watch out!</p>'))
    folder.put("lettered.epub", epub(items, [f"x{n}" for n in range(1, 13)], metadata=FIXED))
    colophon = Item("colophon", "colophon.xhtml", XHTML, document("<p>Printed nowhere.</p>"))
    folder.put("colophon.epub", epub(items[:2] + items[4:] + [colophon],
                                     [f"x{n}" for n in (1, *range(3, 13))] + ["colophon"]))
    words = [Item(f"t{n}", f"t{n}.xhtml", XHTML, document(f"<h1>{n}</h1><p>{'Nothing happened. ' * 50}</p>"))
             for n in range(6)]
    folder.put("wordless.epub", epub(words[:1], ["t0"], metadata=FIXED))
    folder.put("novel.epub", epub(page(1) + words, ["x1"] + [f"t{n}" for n in range(6)]))


@case("F08-ways-to-show-a-picture")
def ways_to_show(folder):
    """One picture each: img, SVG image with either href, object, SVG in the spine, CSS background, PNG in the spine."""
    image = '<image width="60" height="90" {}="{}"/>'
    bodies = {
        "a": '<img src="1.png" alt=""/>',
        "b": DRAWING.format(image.format("xlink:href", "2.png")),
        "c": DRAWING.format(image.format("href", "3.png")),
        "d": '<object type="image/png" data="4.png"></object>',
        "f": '<div class="sheet" style="background-image: url(\'6.png\'); width: 60px; height: 90px"></div>',
    }
    items = [Item(key, f"{key}.xhtml", XHTML, document(body)) for key, body in bodies.items()]
    items.append(Item("e", "e.svg", SVG, DRAWING.format(image.format("xlink:href", "5.png"))))
    items += [Item(f"i{n}", f"{n}.png", PNG, png.page(n)) for n in range(1, 8)]
    folder.put("book.epub", epub(items, ["a", "b", "c", "d", "e", "f", "i7"], metadata=FIXED))


@case("F09-covers")
def covers(folder):
    """A cover outside the spine, declared by property, by meta with an id, by meta with a name, by the guide; or not."""
    def book(metadata="", tail="", property="", version="2.0"):
        items = page(1) + page(2)
        items.append(Item("art", "front.png", PNG, png.page(900, paper=(60, 90, 150)), property))
        items.append(Item("wrap", "front.xhtml", XHTML, picture("front.png")))
        return epub(items, ["x1", "x2"], metadata=metadata, tail=tail, version=version)

    folder.put("property.epub", book(property="cover-image", version="3.0"))
    folder.put("meta-id.epub", book('<meta name="cover" content="art"/>'))
    folder.put("meta-name.epub", book('<meta name="cover" content="front.png"/>'))
    folder.put("guide.epub", book(tail='<guide><reference type="cover" title="Cover" href="front.xhtml"/></guide>'))
    folder.put("none.epub", book())


@case("F10-cover-repeats-page-one")
def cover_repeats(folder):
    """The declared cover is a copy of page 1, byte for byte or smaller; marks stand on pages 1 and 3."""
    toc = document('<nav epub:type="toc"><ol><li><a href="page1.xhtml">Front</a></li>'
                   '<li><a href="page3.xhtml">Second tale</a></li></ol></nav>')
    for name, copy in (("same-bytes", png.page(1)), ("smaller", png.page(1, 30, 45, side=2))):
        items = [item for number in (1, 2, 3) for item in page(number)]
        items.append(Item("copy", "copy.png", PNG, copy, "cover-image"))
        items.append(Item("nav", "nav.xhtml", XHTML, toc, "nav"))
        folder.put(f"{name}.epub", epub(items, ["x1", "x2", "x3"]))


@case("F11-meaningless-names")
def meaningless_names(folder):
    """Picture names count in base 36, so no sorting of them gives the spine's order."""
    names = ["rsrc1Z", "rsrc20", "rsrc3", "rsrc2K", "rsrc1A0"]
    items = [item for n, name in enumerate(names, 1) for item in page(n, f"image_{name}.png")]
    folder.put("book.epub", epub(items, [f"x{n}" for n in range(1, 6)]))


@case("epub-refused")
def refused(folder):
    """Books that must be refused with a reason: DRM, a file missing, no package document."""
    def locked(algorithm, uri):
        encryption = ('<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
                      'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>'
                      f'<enc:EncryptionMethod Algorithm="{algorithm}"/><enc:CipherData>'
                      f'<enc:CipherReference URI="{uri}"/></enc:CipherData></enc:EncryptedData></encryption>')
        return numbered(2, files=[("META-INF/encryption.xml", encryption)])

    folder.put("drm.epub", locked("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OEBPS/images/1.png"))
    folder.put("fonts-only.epub", locked("http://www.idpf.org/2008/embedding", "OEBPS/fonts/a.otf"))
    items = page(1) + [Item("x2", "page2.xhtml", XHTML, picture("images/gone.png"))]
    folder.put("missing-picture.epub", epub(items, ["x1", "x2"], metadata=FIXED))


@case("epub-pages")
def pages(folder):
    """linear="no" in the middle, two pictures on one item, the same picture twice, two tiles that make one page."""
    items = [item for number in (1, 2, 4) for item in page(number)]
    items += [
        Item("pair", "pair.xhtml", XHTML, document('<img src="images/5.png" alt=""/><img src="images/6.png" alt=""/>')),
        Item("i5", "images/5.png", PNG, png.page(5, 60, 90)), Item("i6", "images/6.png", PNG, png.page(6, 40, 90)),
        Item("again", "again.xhtml", XHTML, document('<img src="images/7.png" alt=""/><img src="images/7.png" alt=""/>')),
        Item("i7", "images/7.png", PNG, png.page(7)),
    ]
    folder.put("book.epub", epub(items, ["x1", ("x2", 'linear="no"'), "x4", "pair", "again"], metadata=FIXED))
    folder.put("rtl.epub", numbered(3, spine_attributes='page-progression-direction="rtl"', metadata=FIXED))
