"""Small files that ask for much: each ends with a status that is documented, in memory that is bounded, and writes
nothing outside its folder."""
import io
import os
import resource
import struct
import zipfile
import zlib

from books import page, png, tree

# Bytes a run may take of address space beyond what it has at the start would hide in libraries: what counts is the peak.
MOST = 1 << 30


def books(folder, scale):
    """Hostile books, by name."""
    def archive(name, *entries, comment=b""):
        with zipfile.ZipFile(f"{folder}/{name}.cbz", "w", zipfile.ZIP_DEFLATED) as book:
            book.writestr("1.jpg", page(1))
            for entry, body in entries:
                book.writestr(entry, body)
            book.comment = comment

    def info(name, body):
        archive(name, ("ComicInfo.xml", body))

    archive("ratio", ("2.jpg", bytes(50 << 20)))
    archive("outside", *((name, page(2)) for name in
                         ["../../escape.jpg", "/escape.jpg", "..\\..\\escape.jpg", "C:\\escape.jpg", "a/../../escape.jpg",
                          "x" * 5000 + ".jpg", "/".join("d" * 200 for _ in range(50)) + "/x.jpg"]))
    info("attributes", "<ComicInfo " + " ".join(f'a{n}="x"' for n in range(3000 * scale)) + "/>")
    info("pages", "<ComicInfo><Pages>" + '<Page Image="9" Type="Story"/>' * (3000 * scale) + "</Pages></ComicInfo>")
    info("names", "<ComicInfo><Writer>" + ",".join(str(n) for n in range(2000 * scale)) + "</Writer></ComicInfo>")
    info("number", f"<ComicInfo><Number>{'9' * 10000 * scale}</Number><Series>{'S' * 10000 * scale}</Series></ComicInfo>")
    info("depth", "<a>" * 3000 * scale + "</a>" * 3000 * scale)
    laughs = "".join(f'<!ENTITY {chr(98 + n)} "{("&" + chr(97 + n) + ";") * 10}">' for n in range(12))
    info("laughs", f'<!DOCTYPE x [<!ENTITY a "lol">{laughs}]><ComicInfo><Series>&m;</Series></ComicInfo>')
    info("outside-entity", '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><ComicInfo><Series>&e;</Series>'
         "</ComicInfo>")
    archive("comment", comment=(b'{"ComicBookInfo/1.0":' + b"[" * 60000)[:65535])
    archive("huge", ("2.png", png(2**31 - 1, 2**31 - 1)), ("3.png", png(65000, 65000, zlib.compress(bytes(1000)))))
    text = zlib.compress(bytes(5 << 20), 9)
    archive("text", ("2.png", png(4, 4, zlib.compress(bytes(52)), [(b"zTXt", b"k\0\0" + text)] * 4)))
    scans = io.BytesIO()
    from PIL import Image
    Image.new("L", (64, 64)).save(scans, "JPEG", progressive=True)
    jpeg = bytearray(scans.getvalue())
    last, frame = jpeg.rindex(b"\xff\xda"), jpeg.index(b"\xff\xc2")
    jpeg[frame + 5:frame + 9] = struct.pack(">HH", 8000, 8000)
    archive("scans", ("2.jpg", bytes(jpeg[:-2] + jpeg[last:-2] * 400) + b"\xff\xd9"))
    data = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = data.compress(bytes(5 << 20)) + data.flush()
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 8, 0, 33, 0, len(packed), 5 << 20, 5, 0) + b"0.jpg" + packed
    central = b"".join(struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, 8, 0, 33, 0, len(packed), 5 << 20,
                                   len(name), 0, 0, 0, 0, 0, 0) + name
                       for name in (f"{n}.jpg".encode() for n in range(100 * scale)))
    with open(folder + "/overlap.cbz", "wb") as file:
        file.write(local + central + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 100 * scale, 100 * scale, len(central),
                                                 len(local), 0))


def pipelines(scale):
    """Hostile pipelines, by name."""
    sink = 'sink: { cbz: "out/{source.stem}.cbz" }\n'
    aliases = "".join(f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10) if n else 'x'}]\n" for n in range(12))
    variables = "".join(f"  v{n}: \"{('${v' + str(n - 1) + '}') * 10 if n else 'x'}\"\n" for n in range(12))

    def where(text):
        return f"stages:\n  - grayscale: {{}}\n    where: {text}\n" + sink

    return {
        "aliases": f"x:\n{aliases}" + sink,
        "deep": "stages: " + "[" * 10000 * scale + "]" * 10000 * scale + "\n" + sink,
        "stages": "stages:\n" + "  - metadata\n" * (1001 * scale) + sink,
        "variables": f"vars:\n{variables}name: ${{v11}}\n" + sink,
        "or": where(" or ".join(['name ~ "*a*"'] * 2000 * scale)),
        "not": where("not " * 48 + "first"),
        "glob": where('name ~ "' + "*a" * 2000 + '*b"'),
        "braces": where('name ~ "' + "{a,b}" * 40 + '"'),
        "path": 'sink: { cbz: "out/' + "{series}/" * 300 * scale + 'x.cbz" }\n',
        "drawn": sink + "tests:\n  - name: x\n    book: { pages: [ { size: 60000x60000, times: 4 } ] }\n"
                        "    expect: { pageCount: 1 }\n",
        "itself": "include: itself.yaml\n" + sink,
        "device": "include: /dev/zero\n" + sink,
    }


def measured(campaign, arguments, folder):
    """A run, and its peak of memory: that of a child that is waited for alone."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        losses = len(campaign.losses)
        campaign.run(arguments, folder, stdout=open(os.devnull, "wb"))
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
        os.write(writing, f"{peak} {len(campaign.losses) - losses}".encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:
        words = answer.read().split()
    os.waitpid(process, 0)
    campaign.runs += 1
    peak, losses = (int(words[0]), int(words[1])) if len(words) == 2 else (0, 1)
    if losses:
        campaign.lost(arguments, "(see above)")
    if peak > MOST:
        campaign.lost(arguments, "takes", peak >> 20, "MiB")


def attack(campaign):
    folder = campaign.folder("costs")
    scale = 100 if campaign.is_long else 1
    books(folder, scale)
    names = sorted(name for name in os.listdir(folder))
    around = tree(campaign.lab)
    ways = [["inspect"], ["convert", "-o", "out/", "--exists", "replace"], ["lint"],
            ["convert", "-o", "pixels/", "--resize=40x60", "--exists", "replace", "--on-damage", "blank"]]
    for way in ways:
        # One by one where it is to be told which; together otherwise.
        for inputs in [[name] for name in names] if campaign.is_long else [names]:
            measured(campaign, way[:1] + inputs + way[1:], folder)
    for name, text in pipelines(scale).items():
        with open(f"{folder}/{name}.yaml", "w") as file:
            file.write("leporello: 1\n" + text)
        measured(campaign, ["check", name + ".yaml"], folder)
        measured(campaign, ["plan", name + ".yaml", names[0]], folder)
    measured(campaign, ["test", "drawn.yaml"], folder)
    strays = [path for path in tree(campaign.lab) if path not in around and not path.startswith(("costs/", "state"))]
    if strays:
        campaign.lost("written outside", strays[:3])
    for base, folders, inside in os.walk(folder + "/out"):
        for name in inside:
            with open(os.path.join(base, name), "rb") as file:
                if b"root:x:0" in file.read():
                    campaign.lost(name, "holds a file of this machine")
