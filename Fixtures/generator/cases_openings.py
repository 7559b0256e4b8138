"""Openings: sides said by the source, directions, wide pages, webtoons."""
from . import png
from .casebook import case
from .epubs import FIXED, epub, page
from .zips import zipped


def _placed(direction, sides):
    items = [item for number in range(1, len(sides) + 1) for item in page(number)]
    spine = [(f"x{n}", f'properties="{side}"' if side else "") for n, side in enumerate(sides, 1)]
    return epub(items, spine, metadata=FIXED, spine_attributes=f'page-progression-direction="{direction}"')


@case("F12-sides-in-the-spine")
def sides(folder):
    """Sides of pages in both spellings, one page centered; left to right and right to left."""
    folder.put("ltr.epub", _placed("ltr", [
        "page-spread-right", "rendition:page-spread-left", "page-spread-right", "rendition:page-spread-center",
        "page-spread-left", "rendition:page-spread-right"]))
    folder.put("rtl.epub", _placed("rtl", [
        "page-spread-left", "rendition:page-spread-right", "page-spread-left", "rendition:page-spread-center",
        "page-spread-right", "rendition:page-spread-left"]))


@case("F13-direction-of-the-package")
def package_direction(folder):
    """A package read from the right, whose page documents say the opposite."""
    items = [item for number in range(1, 6) for item in page(number)]
    for item in items:
        if item.id.startswith("x"):
            item.data = item.data.replace("<body>", '<body dir="ltr">')
    folder.put("book.epub", epub(items, [f"x{n}" for n in range(1, 6)], metadata=FIXED,
                                 spine_attributes='page-progression-direction="rtl"'))


def _sized(sizes, fields=""):
    files = [(f"{n:03}.png", png.page(n, width, height)) for n, (width, height) in enumerate(sizes, 1)]
    if fields:
        files.append(("ComicInfo.xml", f"<ComicInfo>{fields}</ComicInfo>"))
    return zipped(files)


UPRIGHT, WIDE = (60, 90), (120, 90)


@case("F41-wide-page-between")
def wide_between(folder):
    """A wide page as the fourth of seven; with and without a direction; and as the fifth, an odd page before it."""
    folder.put("book.cbz", _sized([UPRIGHT] * 3 + [WIDE] + [UPRIGHT] * 3))
    folder.put("rtl.cbz", _sized([UPRIGHT] * 3 + [WIDE] + [UPRIGHT] * 3, "<Manga>YesAndRightToLeft</Manga>"))
    folder.put("odd.cbz", _sized([UPRIGHT] * 4 + [WIDE] + [UPRIGHT] * 2))


@case("F42-few-pixels-off")
def few_pixels_off(folder):
    """Pages of slightly different sizes."""
    folder.put("book.cbz", _sized([(60, 90), (61, 90), (60, 91), (62, 89), (59, 92)]))


@case("double-page-stated")
def double_page_stated(folder):
    """DoublePage stated of an upright page, and of one a little wide."""
    folder.put("book.cbz", _sized(
        [UPRIGHT, UPRIGHT, (80, 90), UPRIGHT],
        '<Pages><Page Image="1" DoublePage="true"/><Page Image="2" DoublePage="true"/></Pages>'))
