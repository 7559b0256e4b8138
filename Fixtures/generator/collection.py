"""A collection as one finds it: series spelled in several ways, tags of every kind of mess, doubles, gaps, liars.

`write` gives what is wrong with each file, for those who look for it.
"""
import json
import pathlib
import random

from . import png
from .zips import Entry, zipped

SERIES = [
    ("Harbor Lights", ["Harbor lights", "Harbor Lights ", "Harbour Lights"], "Concertina Press", "en"),
    ("Nightjar & Co.", ["Nightjar and Co.", "Nightjar & Co"], "Concertina Press", "en"),
    ("Die K\u00f6pfe", ["Die Kopfe", "Die Ko\u0308pfe"], "Ziehharmonika Verlag", "de"),
    ("L'\u00c9t\u00e9 des ombres", ["L\u2019\u00c9t\u00e9 des ombres", "L'Ete des ombres"], "\u00c9ditions Accord\u00e9on", "fr"),
    ("\u7d19\u306e\u72d0", ["Paper Fox"], "\u8b1b\u98a8\u7434\u793e", "ja"),
    ("Tin Robot", ["Tin robot", "The Tin Robot"], "Concertina press", "en"),
    ("Salt Road", ["Salt  Road", "SALT ROAD"], "Bellows Comics", "en"),
    ("Storie di porto", ["Storie di Porto"], "Fisarmonica", "it"),
]
PEOPLE = ["Ada Blech", "Otto Zinn", "Mara Salt", "J. Quill", "Noor Ferry", "Ivo Tide", "Lena Kai", "R. Okoye"]
WORDS = "fog tide lantern rope gull pier salt anchor ferry storm letter clock stranger boat night".split()
PAGES, CREDIT = 6, 9001


def write(folder, count=500):
    """Fills a folder with so many books; gives what is wrong by file name. Always the same bytes."""
    folder = pathlib.Path(folder)
    made = {}
    for index in range(count):
        name, data, faults = book(index)
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        made[name] = faults
    return made


def book(index):
    """Name, bytes and faults of one book."""
    rng = random.Random(index)
    place, number = index % len(SERIES), index // len(SERIES) + 1
    right, wrong, publisher, language = SERIES[place]
    faults = []
    series = right
    if index % 11 == 4:
        series = rng.choice(wrong)
        faults.append("series-spelling")
    # Every thirteenth book shows the pages of the one of its series before it.
    is_double = index % 13 == 12 and number > 1
    first = (index - len(SERIES) if is_double else index) * PAGES
    if is_double:
        faults.append("same-pictures")
    if number % 9 == 0:
        number += 1  # one is missing, the next is there twice
        faults.append("number")
    entries = [(f"{page + 1:03}.png", png.page((first + page) % 9000, 24, 36)) for page in range(PAGES)]
    if index % 6 == 1:
        entries.append(("zzz credits.png", png.page(CREDIT, 24, 36)))
        faults.append("recurring-page")
    fields = tags(rng, index, series, number, publisher, language, len(entries))
    entries, comment = tagged(index, entries, fields, faults)
    if index % 17 == 5:
        entries += [("__MACOSX/._001.png", b"\0\5\x16\7" + bytes(60)), ("Thumbs.db", b"\xd0\xcf\x11\xe0" + bytes(90))]
        faults.append("junk")
    data = zipped(entries, comment)
    ending = "cbz"
    if index % 29 == 3:
        ending = "cbr"
        faults.append("extension")
    if index % 97 == 50:
        data = data[:len(data) // 2]
        faults.append("damaged")
    return f"{right}/{file_name(rng, right, number, index)}.{ending}", data, faults


def file_name(rng, series, number, index):
    """A name by one of the customs in use; the number in front keeps names apart."""
    bare = series.replace("/", "-")
    return rng.choice([
        f"{bare} {number:03} ({1990 + index % 30}) (Digital) (Gull-Empire) [{index}]", f"{bare} #{number} [{index}]",
        f"{bare.replace(' ', '_')}_v01_{number:02}_[{index}]", f"{bare} v01 {number:02} (of 70) (c2c) [{index}]",
        f"[{index}] {bare} - c{number:03}"])


def tags(rng, index, series, number, publisher, language, pages):
    """Elements of a ComicInfo and their texts, as somebody once wrote them."""
    fields = {
        "Title": f"Part {number}" if index % 3 else f"Part {number}: <Dawn>", "Series": series, "Number": str(number),
        "Year": str(1990 + index % 30), "Month": str(index % 12 + 1), "Writer": ", ".join(rng.sample(PEOPLE, 2)),
        "Publisher": publisher, "Summary": " ".join(rng.choice(WORDS) for _ in range(rng.randrange(5, 60))),
        "LanguageISO": language, "PageCount": str(pages),
    }
    messes = [
        {}, {"Number": f"{number:03}"}, {"Count": "-1", "Volume": "-1", "AgeRating": "Unknown"}, {"Year": "n/a"},
        {"Month": "13", "Day": "40"}, {"Summary": "<p>Fog &amp; tide.</p><p>A <b>letter</b>.</p>"},
        {"Writer": "Blech, A.; Zinn, O."}, {"LanguageISO": "English"}, {"AgeRating": "MA 15+"}, {"AgeRating": "PG-13"},
        {"GTIN": "9780306406158"}, {"GTIN": "978-0-306-40615-7"}, {"Genre": "drama, Drama,NOIR"}, {"Publisher": "Unknown"},
        {"Title": "Caf\u00c3\u00a9 am Kai"}, {"Series": series + "\u200b"}, {"PageCount": "77"}, {"Manga": "Yes"},
        {"Web": "https://example.org/a https://example.org/b"}, {"Shelf": "B4"},
        {"Summary": "1. [Story] \u00abFog\u00bb {X 1}\n    Script: A. Blech \u00b7 Art: O. Zinn\n2. \u00abTide\u00bb"},
    ]
    fields.update(messes[rng.randrange(len(messes))])
    if language == "ja" and index % 5:
        fields["Manga"] = "YesAndRightToLeft"
    return fields


def tagged(index, entries, fields, faults):
    """The entries with the metadata files somebody put among them, and the archive's comment."""
    escaped = {name: text.replace("&", "&amp;").replace("<", "&lt;") for name, text in fields.items()}
    body = "".join(f"  <{name}>{text}</{name}>\n" for name, text in escaped.items())
    xml = f'<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>\n{body}</ComicInfo>\n'
    data, name = xml.encode(), "ComicInfo.xml"
    kind = index % 20
    if kind in (0, 7):
        faults.append("untagged")
        return entries, b""
    if kind == 1:
        data = b"\xef\xbb\xbf" + xml.replace("\n", "\r\n").encode()
    elif kind == 2:
        data = xml.replace("utf-8", "utf-16").encode("utf-16")
    elif kind == 3:
        data = xml.replace("&amp;", "&").encode()
        if "&amp;" in xml:
            faults.append("malformed")
    elif kind == 4:
        name = "comicinfo.xml"
        faults.append("misnamed")
    elif kind == 5:
        name = "extras/ComicInfo.xml"
        faults.append("nested")
    elif kind == 6:
        other = xml.replace(f"<Number>{fields['Number']}</Number>", "<Number>999</Number>").encode()
        entries = entries + [Entry("old/ComicInfo.xml", other, deflated=True)]
        faults.append("two-documents")
    elif kind == 8:
        data = b"not XML at all"
        faults.append("unreadable")
    comment = b""
    if kind == 9:
        comment = json.dumps({"appID": "ComicBookLover/888", "ComicBookInfo/1.0": {
            "series": fields["Series"], "issue": 999, "title": "From the comment"}}).encode()
    document = Entry(name, data, deflated=True)
    return ([document] + entries if index % 2 else entries + [document]), comment
