#!/usr/bin/env python3
"""Runs two builds of the program over the same files and compares, byte for byte, what they make of them.

    python3 compare_trees.py OLD NEW CORPUS [--sample N] [--jobs WORD,…] [--also receipts,messages] [--keep FOLDER]

OLD and NEW are programs, CORPUS a folder. Every file below it, and every folder that directly holds pictures, is an
input of every job in JOBS: conversions with one set of flags each, `inspect --json`, `tag` on a copy; the jobs in WHOLE
convert the whole folder at once. `--sample N` takes N inputs, spread over the corpus and the same in every run; `--jobs`
takes only some jobs.

Compared are the exit status, the tree of files that was written and, for `inspect`, the JSON. A difference is printed
with the job, the input, the file and where it begins: for an archive the first entry that differs and whether its
picture has the same pixels all the same (decoded by OLD, compared here), for any other file the offset. `--also
receipts` compares what `--json` prints as well, without the paths, digests and versions that have to differ; `--also
messages` what goes to standard error, whatever its order: workers tell of their pages as they come to them. Both builds
work in a folder of the same path, one after the other. `--keep` leaves both trees of each difference in FOLDER.

Ends with 0 where nothing differs, with 1 where something does, with 2 where it could not be run. Python's own library
is all it needs.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

# What is run on each input. {in} is the input, {out} a folder that is empty and below which the outputs are compared.
JOBS = {
    "cbz": ["convert", "{in}", "-o", "{out}/book.cbz"],
    "folder": ["convert", "{in}", "-o", "{out}/book", "--to", "folder"],
    "damage": ["convert", "{in}", "-o", "{out}/book.cbz", "--on-damage", "blank", "--undrawable", "blank", "--as-comic"],
    "paper": ["convert", "{in}", "-o", "{out}/book.cbz", "--paper=cream", "--encode=jpeg"],
    "resize": ["convert", "{in}", "-o", "{out}/book.cbz", "--resize=300x400", "--grayscale"],
    "join": ["convert", "{in}", "-o", "{out}/book.cbz", "--meta", "direction=ltr", "--pair", "--join=all"],
    "split": ["convert", "{in}", "-o", "{out}/book.cbz", "--rtl", "--split", "--mark"],
    "slice": ["convert", "{in}", "-o", "{out}/book.cbz", "--slice"],
    "crop": ["convert", "{in}", "-o", "{out}/book.cbz", "--crop=auto", "--levels", "--encode=png"],
    "device": ["convert", "{in}", "-o", "{out}/book.cbz", "--device", "KoL"],
    "words": [
        "convert", "{in}", "-o", "{out}/book.cbz", "--normalize", "--stories", "--names", "number",
        "--comic-info", "2.1", "--metron-info", "yes", "--co-met", "yes", "--comic-book-info", "yes",
    ],
    "tag": ["tag", "{copy}", "--in-place", "--journal", "{work}/journal", "--meta", "notes=Seen", "--normalize"],
    "inspect": ["inspect", "--json", "{in}"],
}
# What is run once, on all of the corpus.
WHOLE = {
    "library": [
        "convert", "{in}", "-o", "{out}/{series|None}/{series|None}[ {number:000}].cbz", "--recursive",
        "--collisions", "number", "--keep-going",
    ],
    "collection": [
        "convert", "{in}", "-o", "{out}/", "--recursive", "--collisions", "number", "--keep-going", "--drop", "--normalize",
    ],
}
RECEIPTS = {"convert", "tag"}
LIMIT = 1800  # seconds after which a run counts as hanging; far from deciding anything else


def inputs(corpus):
    """Every file, and every folder that directly holds pictures, as paths relative to the corpus."""
    found = []
    for folder, folders, files in os.walk(corpus):
        folders.sort()
        for name in files:
            found.append(os.path.relpath(os.path.join(folder, name), corpus))
        if folder != corpus and any(name.lower().endswith((".jpg", ".jpeg", ".png", ".webp")) for name in files):
            found.append(os.path.relpath(folder, corpus))
    return sorted(found)


def spread(items, count):
    """`count` of the items at even distances."""
    if not count or count >= len(items):
        return items
    return [items[index * len(items) // count] for index in range(count)]


def run(program, words, source, work):
    """What one build makes of an input: status, standard output and error. Its files lie below `work`/out."""
    shutil.rmtree(work, ignore_errors=True)
    out = os.path.join(work, "out")
    os.makedirs(out)
    copy = os.path.join(out, os.path.basename(source))
    if "{copy}" in words:
        if os.path.isdir(source):
            shutil.copytree(source, copy, copy_function=shutil.copyfile)
        else:
            shutil.copyfile(source, copy)  # without its mode: a corpus may be read-only
    places = {"{in}": source, "{out}": out, "{copy}": copy, "{work}": work}
    arguments = [re.sub(r"\{(in|out|copy|work)\}", lambda found: places[found[0]], word) for word in words]
    if words[0] in RECEIPTS:
        arguments.append("--json")
    environment = dict(os.environ, NO_COLOR="1", COLUMNS="120", XDG_STATE_HOME=os.path.join(work, "state"))
    try:
        ended = subprocess.run(
            [program, *arguments], cwd=work, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "hangs", b"", b""
    return ended.returncode, ended.stdout, ended.stderr


def tree(folder):
    """Every path below a folder, with what it is: `folder`, a link's target, or the path to read its bytes from."""
    found = {}
    for base, folders, files in os.walk(folder):
        for name in folders + files:
            full = os.path.join(base, name)
            path = os.path.relpath(full, folder)
            if os.path.islink(full):
                found[path] = ("link", os.readlink(full))
            elif os.path.isdir(full):
                found[path] = ("folder", "")
            else:
                found[path] = ("file", full)
    return found


def read(path):
    with open(path, "rb") as file:
        return file.read()


def normalized(text, *folders):
    """Without what has to differ between two builds: paths of scratch folders, digests, times and versions."""
    for folder in folders:
        text = text.replace(folder.encode(), b"WORK")
    text = re.sub(rb'"(sha256|version|receipt|started|seconds|journal)":("[^"]*"|[0-9.]+),?', b"", text)
    return re.sub(rb"leporello \d+\.\d+\S*|journals?/\S+", b"VERSION", text)


def in_order(value):
    """A JSON value with its diagnostics in an order of their own: workers report as they come to it."""
    if isinstance(value, dict):
        return {
            key: sorted((in_order(item) for item in each), key=json.dumps) if key == "diagnostics" else in_order(each)
            for key, each in value.items()
        }
    return [in_order(item) for item in value] if isinstance(value, list) else value


def json_lines(text):
    """Lines of JSON with their diagnostics in order; other lines as they are."""
    lines = []
    for line in text.split(b"\n"):
        try:
            lines.append(json.dumps(in_order(json.loads(line)), ensure_ascii=False, separators=(",", ":")).encode())
        except ValueError:
            lines.append(line)
    return b"\n".join(lines)


def first_difference(old, new):
    """The first offset at which two byte strings differ."""
    length = min(len(old), len(new))
    if old[:length] == new[:length]:
        return length
    low, high = 0, length  # old[:low] is the same, old[:high] is not
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if old[low:middle] == new[low:middle] else (low, middle)
    return low


def line_difference(old, new):
    """The first lines of two texts that differ, cut to what a terminal shows."""
    old, new = old.split(b"\n"), new.split(b"\n")
    for number, (one, other) in enumerate(zip(old + [b""] * len(new), new + [b""] * len(old)), 1):
        if one != other:
            at = max(0, first_difference(one, other) - 40)
            show = lambda line: ("…" if at else "") + line[at:at + 160].decode(errors="replace")
            return f"line {number}:\n      - {show(one)}\n      + {show(other)}"
    return "nowhere"


class Unreadable(Exception):
    """A picture that is not decoded here."""


def pixels(data):
    """Width, height and RGBA samples at 16 bits of a PNG (without gamma or profiles); Unreadable where it is none."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise Unreadable
    at, packed, palette, clear, header = 8, [], b"", None, None
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        at += size + 12
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"PLTE":
            palette = body
        elif kind == b"tRNS":
            clear = body
        elif kind == b"IDAT":
            packed.append(body)
    if not header or header[6]:
        raise Unreadable  # interlaced
    width, height, depth, color = header[:4]
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    stride, step = (width * channels * depth + 7) // 8, max(1, channels * depth // 8)
    raw, before, rows = zlib.decompress(b"".join(packed)), bytes(stride), []
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride if kind else 0):
            left, up = line[x - step] if x >= step else 0, before[x]
            if kind == 4:
                corner = before[x - step] if x >= step else 0
                guess = left + up - corner
                near = sorted((abs(guess - value), place, value) for place, value in enumerate((left, up, corner)))[0][2]
            else:
                near = (left, up, (left + up) // 2)[kind - 1]
            line[x] = (line[x] + near) & 255
        rows.append(bytes(line))
        before = rows[-1]

    def samples(row):
        if depth == 16:
            return struct.unpack(f">{width * channels}H", row)
        if depth == 8:
            return row
        return [row[x * depth // 8] >> (8 - depth - x * depth % 8) & ((1 << depth) - 1) for x in range(width)]

    top = (1 << depth) - 1
    out = []
    for row in rows:
        values = samples(row)
        for x in range(width):
            pixel = tuple(values[x * channels:(x + 1) * channels])
            if color == 3:
                index = pixel[0]
                alpha = clear[index] if clear and index < len(clear) else 255
                out.append((*(part * 257 for part in palette[index * 3:index * 3 + 3]), alpha * 257))
                continue
            key = clear and color in (0, 2) and pixel == struct.unpack(f">{channels}H", clear)
            pixel = tuple(value * 65535 // top for value in pixel)
            gray = pixel[0]
            out.append({
                0: (gray, gray, gray, 0 if key else 65535), 2: (*pixel, 0 if key else 65535), 4: (gray, gray, *pixel),
                6: pixel,
            }[color])
    return width, height, out


def decoded(program, name, data, scratch):
    """The pixels of a picture of any format: what is no PNG is made one by the program."""
    try:
        return pixels(data)
    except (Unreadable, KeyError, IndexError, struct.error, zlib.error):
        pass
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(os.path.join(scratch, "in"))
    with open(os.path.join(scratch, "in", "page" + os.path.splitext(name)[1]), "wb") as file:
        file.write(data)
    ended = subprocess.run(
        [program, "convert", "in", "-o", "out", "--to", "folder", "--encode=png"], cwd=scratch, capture_output=True,
        stdin=subprocess.DEVNULL, timeout=LIMIT)
    pages = [path for path in tree(os.path.join(scratch, "out")) if path.endswith(".png")] if ended.returncode == 0 else []
    if len(pages) != 1:
        raise Unreadable
    return pixels(read(os.path.join(scratch, "out", pages[0])))


def same_pixels(program, name, old, new, scratch):
    """In words, whether two encoded pictures look the same."""
    try:
        old, new = decoded(program, name, old, scratch), decoded(program, name, new, scratch)
    except (Unreadable, KeyError, IndexError, struct.error, zlib.error):
        return "no picture that could be decoded"
    if old[:2] != new[:2]:
        return f"pixels: {old[0]}×{old[1]} and {new[0]}×{new[1]}"
    return "pixels the same" if old[2] == new[2] else "pixels differ"


def archive_difference(program, old, new, scratch):
    """The first entry by which two ZIPs differ; nothing where they are no ZIPs or differ only between entries."""
    try:
        with zipfile.ZipFile(old) as one, zipfile.ZipFile(new) as other:
            entries, others = one.infolist(), other.infolist()
            if one.comment != other.comment:
                return "the archive's comment differs"
            for entry, match in zip(entries, others):
                if entry.filename != match.filename:
                    return f"entry '{entry.filename}' became '{match.filename}'"
                for fact in ("CRC", "file_size", "compress_type", "date_time", "external_attr", "flag_bits", "extra"):
                    if getattr(entry, fact) == getattr(match, fact):
                        continue
                    if fact in ("CRC", "file_size"):
                        data, now = one.read(entry), other.read(match)
                        if entry.filename.lower().endswith((".xml", ".json", ".txt")):
                            return f"entry '{entry.filename}', {line_difference(data, now)}"
                        return (f"entry '{entry.filename}' at {first_difference(data, now)} of {len(data)} and {len(now)}"
                                f" bytes, {same_pixels(program, entry.filename, data, now, scratch)}")
                    return f"entry '{entry.filename}': {fact} {getattr(entry, fact)!r} became {getattr(match, fact)!r}"
            if len(entries) != len(others):
                extra = (entries if len(entries) > len(others) else others)[min(len(entries), len(others))]
                return f"{len(entries)} entries became {len(others)}; the first too many is '{extra.filename}'"
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, zlib.error):
        return None
    return None


def tree_differences(program, old, new, scratch):
    """Every path by which two trees differ, with where the difference begins."""
    old, new = tree(old), tree(new)
    for path in sorted(old.keys() | new.keys()):
        if path not in new:
            yield f"{path}: not written any more"
        elif path not in old:
            yield f"{path}: written now"
        elif old[path][0] != "file" or new[path][0] != "file":
            if old[path] != new[path]:
                yield f"{path}: {' '.join(old[path])} became {new[path][0]}"
        else:
            one, other = read(old[path][1]), read(new[path][1])
            if one != other:
                inside = archive_difference(program, old[path][1], new[path][1], scratch)
                at = first_difference(one, other)
                facts = f"at {at} of {len(one)} and {len(other)} bytes"
                if inside is None and path.lower().endswith((".jpg", ".jpeg", ".png", ".webp", ".avif", ".jxl", ".gif")):
                    inside = same_pixels(program, path, one, other, scratch)
                yield f"{path}: {facts}" + (f", {inside}" if inside else "")


def compare(options, job, words, source, place):
    """The differences of one job on one input, as lines."""
    work = os.path.join(place, "work")
    kept = {}
    results = {}
    for name, program in (("old", options.old), ("new", options.new)):
        results[name] = run(program, words, source, work)
        kept[name] = os.path.join(place, name)
        shutil.rmtree(kept[name], ignore_errors=True)
        os.rename(os.path.join(work, "out"), kept[name])
    (status, out, err), (now, now_out, now_err) = results["old"], results["new"]
    lines = []
    if status != now:
        last = now_err.strip().split(b"\n")[-1].decode(errors="replace")
        lines.append(f"status {status} became {now}: {last}")
    lines += tree_differences(options.old, kept["old"], kept["new"], os.path.join(place, "scratch"))
    if words[0] not in RECEIPTS or "receipts" in options.also:
        one, other = normalized(json_lines(out), work), normalized(json_lines(now_out), work)
        if one != other:
            lines.append("standard output, " + line_difference(one, other))
    if "messages" in options.also:
        one, other = (b"\n".join(sorted(normalized(text, work).split(b"\n"))) for text in (err, now_err))
        if one != other:
            lines.append("messages, " + line_difference(one, other))
    if lines and options.keep:
        target = os.path.join(options.keep, job, re.sub(r"[/\\]", "_", os.path.relpath(source, options.corpus)))
        shutil.rmtree(target, ignore_errors=True)
        for name in kept:
            shutil.copytree(kept[name], os.path.join(target, name), symlinks=True)
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("corpus")
    parser.add_argument("--sample", type=int, default=0, metavar="N")
    parser.add_argument("--jobs", default="", metavar="WORD,…", help=", ".join([*JOBS, *WHOLE]))
    parser.add_argument("--also", default="", metavar="receipts,messages")
    parser.add_argument("--keep", metavar="FOLDER")
    options = parser.parse_args()
    options.old, options.new, options.corpus = map(os.path.abspath, (options.old, options.new, options.corpus))
    options.also = set(filter(None, options.also.split(",")))
    chosen = list(filter(None, options.jobs.split(","))) or [*JOBS, *WHOLE]
    unknown = [name for name in chosen if name not in JOBS and name not in WHOLE]
    sources = spread(inputs(options.corpus), options.sample) if os.path.isdir(options.corpus) else []
    for problem, found in (("no such job", unknown), ("nothing to run", [] if sources else [options.corpus]),
                           ("no program", [path for path in (options.old, options.new) if not os.access(path, os.X_OK)]),
                           ("no such thing to compare", options.also - {"receipts", "messages"})):
        if found:
            print(f"{problem}: {', '.join(found)}", file=sys.stderr)
            return 2

    tasks = [(job, JOBS[job], os.path.join(options.corpus, source)) for job in chosen if job in JOBS for source in sources]
    tasks = [(job, WHOLE[job], options.corpus) for job in chosen if job in WHOLE] + tasks
    differing = 0
    with tempfile.TemporaryDirectory(prefix="compare-") as lab, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        def done(number, task):
            place = os.path.join(lab, str(number))
            os.mkdir(place)
            try:
                return compare(options, *task, place)
            finally:
                shutil.rmtree(place, ignore_errors=True)

        for (job, _, source), lines in zip(tasks, pool.map(done, range(len(tasks)), tasks)):
            if lines:
                differing += 1
                print(f"{job}: {os.path.relpath(source, options.corpus)}")
                for line in lines:
                    print("    " + line, flush=True)
    print(f"{len(tasks)} runs of {len(sources)} inputs compared, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
