"""EPUB packages: package document, container file, pages; and small books of numbered pages."""
import dataclasses
from xml.sax.saxutils import escape

from . import png, zips

XHTML, PNG, SVG = "application/xhtml+xml", "image/png", "image/svg+xml"
FIXED = '<meta property="rendition:layout">pre-paginated</meta>'


@dataclasses.dataclass
class Item:
    """A manifest item. `href` stands in the package as given; `path` is the entry, where that differs."""

    id: str
    href: str
    media: str
    data: object = None
    properties: str = ""
    path: str = None


def document(body, title="Page", size=(60, 90), head=""):
    """An XHTML page."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">\n'
        f"<head><title>{escape(title)}</title>"
        f'<meta name="viewport" content="width={size[0]}, height={size[1]}"/>{head}</head>\n'
        f"<body>{body}</body></html>\n")


def picture(source):
    return document(f'<img src="{source}" alt=""/>')


def epub(items, spine, *, package="OEBPS/content.opf", metadata="", title="Numbered Pages", version="3.0",
         spine_attributes="", tail="", files=(), language="en", identifier="urn:uuid:7d1c5be2-0f4f-4f6e-a7f5-1a2b3c4d5e6f"):
    """An EPUB. `spine`: ids, or (id, attributes) pairs; `files`: further entries, as (path, data)."""
    folder = package.rpartition("/")[0]
    prefix = folder + "/" if folder else ""
    manifest = "\n".join(
        f'    <item id="{item.id}" href="{escape(item.href)}" media-type="{item.media}"'
        + (f' properties="{item.properties}"' if item.properties else "") + "/>" for item in items)
    refs = "\n".join(
        f'    <itemref idref="{ref}"/>' if isinstance(ref, str) else f'    <itemref idref="{ref[0]}" {ref[1]}/>'
        for ref in spine)
    opf = f"""<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="{version}" unique-identifier="id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:identifier id="id">{identifier}</dc:identifier>
    <dc:title>{escape(title)}</dc:title>
    <dc:language>{language}</dc:language>
    {metadata}
  </metadata>
  <manifest>
{manifest}
  </manifest>
  <spine {spine_attributes}>
{refs}
  </spine>
  {tail}
</package>
"""
    container = f"""<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="{package}" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
    entries = [zips.Entry("mimetype", b"application/epub+zip"), zips.Entry("META-INF/container.xml", container, True)]
    entries.append(zips.Entry(package, opf, True))
    for item in items:
        if item.data is not None:
            packed = not (item.media.startswith("image/") and item.media != SVG)
            entries.append(zips.Entry(item.path or prefix + item.href, item.data, packed))
    entries += [zips.Entry(path, data, True) for path, data in files]
    return zips.zipped(entries)


def page(number, href=None, source=None, data=None, path=None):
    """The two items of a page: its document `x<number>` and its picture `i<number>`."""
    href = href or f"images/{number}.png"
    return [
        Item(f"x{number}", f"page{number}.xhtml", XHTML, picture(source or href)),
        Item(f"i{number}", href, PNG, data or png.page(number), path=path),
    ]


def numbered(count, order=None, **options):
    """A book of numbered pages; `order` is the order of the spine."""
    order = order or range(1, count + 1)
    items = [item for number in sorted(order) for item in page(number)]
    options.setdefault("spine", [f"x{number}" for number in order])
    return epub(items, **options)
