"""Changes bytes of books, of the documents inside them with right checksums, and of tar headers: nothing crashes, and no
page is lost without a word."""
import io
import json
import tarfile
import zipfile

from books import cbz, epub, page, png

TOKENS = [b"\0", b"&a;", b"]]>", b"<!--", b"<![CDATA[", b"&#0;", b"9" * 400, b"-1", b"1e999", b"../" * 30, b"'", b'"',
          b"\xff\xfe", b"\xf0\x9f\x98\x80" * 20, b"<x>" * 300, b"=" * 50]


def changed(data, chance):
    """Cut, flipped, or with something put in."""
    kind, body = chance.random(), bytearray(data)
    if kind < 0.3 or not body:
        return bytes(body[:chance.randrange(len(body) + 1)])
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(body))
        if kind < 0.7:
            body[at] = chance.choice([0, 255, chance.randrange(256), body[at] ^ 1 << chance.randrange(8)])
        else:
            body[at:at] = chance.choice(TOKENS)
    return bytes(body)


def documents_changed(data, chance):
    """A ZIP with one of its documents changed, and checksums that fit."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        names = old.namelist()
        texts = [name for name in names if name.endswith((".xml", ".opf", ".xhtml"))]
        chosen = chance.choice(texts or names)
        for name in names:
            body = old.read(name)
            new.writestr(zipfile.ZipInfo(name), changed(body, chance) if name == chosen else body)
    return out.getvalue()


def receipts(output):
    """By source."""
    found = {}
    for line in output.decode("utf-8", "replace").splitlines():
        receipt = json.loads(line)
        found[receipt["sources"][0]["path"]] = receipt
    return found


def pages(receipt):
    counts = [output.get("counts", {}) for output in receipt["outputs"]]
    return sum(one.get(how, 0) for one in counts for how in ("copied", "lossless", "re-encoded", "reencoded"))


def is_told(receipt):
    damaged = sum(output.get("counts", {}).get("damaged", 0) for output in receipt["outputs"])
    return bool(damaged or receipt.get("diagnostics") or receipt.get("warnings"))


def attack(campaign):
    folder = campaign.folder("mutation")
    originals = {}
    for name, make in {"a.cbz": cbz, "b.epub": epub}.items():
        make(f"{folder}/{name}", 1, 3)
        with open(f"{folder}/{name}", "rb") as file:
            originals[name] = file.read()
    with tarfile.open(folder + "/c.tar", "w") as archive:
        for index in range(1, 6):
            body = page(index)
            entry = tarfile.TarInfo(f"page {index}.jpg")
            entry.size = len(body)
            archive.addfile(entry, io.BytesIO(body))
    with open(folder + "/c.tar", "rb") as file:
        originals["c.tar"] = file.read()
    with zipfile.ZipFile(folder + "/d.cbz", "w") as book:
        for form, ending in (("JPEG", "jpg"), ("PNG", "png"), ("WEBP", "webp"), ("GIF", "gif"), ("TIFF", "tif")):
            book.writestr(f"{ending}.{ending}", page(form, form=form))
        book.writestr("own.png", png(4, 4, b"\x78\x9c\x03\x00\x00\x00\x00\x01"))
    with open(folder + "/d.cbz", "rb") as file:
        originals["d.cbz"] = file.read()

    count = 300 if campaign.is_long else 20
    for name, data in originals.items():
        stem, ending = name.split(".")
        names = []
        for index in range(count):
            body = (documents_changed(data, campaign.random) if name in ("a.cbz", "b.epub") and index % 2
                    else changed(data, campaign.random))
            names.append(f"{stem}-{index:03}.{ending}")
            with open(f"{folder}/{names[-1]}", "wb") as file:
                file.write(body)
        campaign.run(["inspect"] + names + ["--json"], folder)
        campaign.run(["lint"] + names, folder)
        campaign.run(["convert"] + names + ["-o", "pixels/", "--resize=40x60", "--encode", "jpeg", "--on-damage",
                                            "blank", "--exists", "replace"], folder)
        result = campaign.run(["convert"] + names + ["-o", "copied/", "--json", "--exists", "replace"], folder)
        if set(receipts(result.stdout)) != set(names):
            campaign.lost(name, "has no receipt for", sorted(set(names) - set(receipts(result.stdout)))[:3])

    # One byte in each header of a tar.
    data, heads, at = originals["c.tar"], [], 0
    while data[at] != 0:
        heads.append(at)
        at += 512 + (int(data[at + 124:at + 135], 8) + 511) // 512 * 512
    names = []
    for head in heads:
        for place in (0, 5, 101, 125, 140, 150, 156):
            body = bytearray(data)
            body[head + place] ^= 1
            names.append(f"header-{head}-{place}.tar")
            with open(f"{folder}/{names[-1]}", "wb") as file:
                file.write(body)
    result = campaign.run(["convert"] + names + ["-o", "tar/", "--json", "--exists", "replace"], folder)
    for name, receipt in receipts(result.stdout).items():
        if receipt["status"] == "written" and pages(receipt) < len(heads) and not is_told(receipt):
            campaign.lost(name, "lost pages without a word", pages(receipt))
