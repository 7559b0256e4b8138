#!/usr/bin/env python3
"""Measures `lint` and `tag` over many books, against `cp` of the same files and the same fsyncs, in one interleaved run.

    python3 Tests/Benchmark/collection.py .build/release/leporello [--rounds N] [--data FOLDER] [--many N]

500 books of 0.85 MB, then many small ones (5000 of 85 kB). Beside the first comicbox and ComicTagger, where these are
installed (from PyPI). A tagging run works on a fresh copy each time; making that copy does not count.
"""
import argparse
import pathlib
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Tests" / "Benchmark"), str(ROOT / "Tests" / "Tools")]
sys.dont_write_bytecode = True
from bench import MEGABYTE, fsync, measured, page, remove  # noqa: E402
from generator import zips  # noqa: E402
from peak_memory import peak_memory  # noqa: E402

TAGS = """<?xml version="1.0" encoding="utf-8"?>
<ComicInfo>
  <Title>Part {0}</Title><Series>Harbor Lights</Series><Number>{0}</Number><Year>2019</Year><Writer>Ada Blech</Writer>
  <Publisher>Concertina Press</Publisher><PageCount>10</PageCount><LanguageISO>en</LanguageISO>
</ComicInfo>
"""


def books(folder, count, size):
    """A folder of tagged books of ten pages, made once."""
    target = folder / f"books-{count}x{size}"
    if target.exists():
        return target
    unfinished = folder / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    pages = [page(number, size // 10) for number in range(997)]
    for number in range(count):
        entries = [zips.Entry(f"{place + 1:03}.jpg", pages[(number * 7 + place) % len(pages)]) for place in range(10)]
        entries.append(zips.Entry("ComicInfo.xml", TAGS.format(number).encode(), deflated=True))
        (unfinished / f"Harbor Lights {number:05}.cbz").write_bytes(zips.zipped(entries))
    unfinished.rename(target)
    return target


def contenders(program, source, work, with_peers):
    """For each job: a name, its command, and whether it changes the books."""
    lint = [program, "lint", source, "--fail-on", "nothing", "--quiet"]
    tag = [program, "tag", work, "--recursive", "--meta", "publisher=Bellows Comics", "--in-place", "--quiet",
           "--journal", work.with_name("journal.jsonl")]
    yield "scanning", "leporello lint, 1 thread", lint + ["--jobs", "1"], False
    yield "scanning", "leporello lint", lint, False
    if with_peers and shutil.which("comicbox"):
        yield "scanning", "comicbox -p", ["sh", "-c", f"comicbox -QQ -p {source}/*.cbz"], False
    if with_peers and shutil.which("comictagger"):
        yield "scanning", "ComicTagger -p", ["sh", "-c", f"comictagger -p {source}/*.cbz"], False
    yield "tagging", "leporello tag, 1 thread", tag + ["--jobs", "1"], True
    yield "tagging", "leporello tag", tag, True
    if with_peers and shutil.which("comicbox"):
        yield "tagging", "comicbox -w cix", [
            "sh", "-c", f"comicbox -QQ --no-stamp-notes -m 'publisher: Bellows Comics' -w cix {work}/*.cbz"], True
    if with_peers and shutil.which("comictagger"):
        yield "tagging", "ComicTagger -s", [
            "sh", "-c", f"comictagger -s -t cr -m 'publisher=Bellows Comics' {work}/*.cbz"], True


def compare(program, folder, count, size, rounds, with_peers):
    source, work, copy = books(folder, count, size), folder / "work", folder / "copy"
    jobs = list(contenders(program, source, work, with_peers))
    samples = {(job, name): [] for job, name, _, _ in jobs}
    samples["copying", "cp + fsync"] = []
    for _ in range(rounds):
        samples["copying", "cp + fsync"].append(measured(["cp", "-r", source, copy], lambda: fsync(copy)))
        remove(copy)
        for job, name, command, changes in jobs:
            if changes:
                shutil.copytree(source, work)
            samples[job, name].append(measured(command))
            if changes:
                remove(work)
                work.with_name("journal.jsonl").unlink(missing_ok=True)
    total = sum(one.stat().st_size for one in source.iterdir()) / MEGABYTE
    print(f"\n{count} books, {total:.0f} MB, medians of {rounds} rounds\n")
    print(f"{'':<38}{'CPU':>9}{'wall':>9}{'wall a book':>14}")
    for (job, name), values in sorted(samples.items()):
        wall, cpu = (statistics.median(column) for column in zip(*values))
        print(f"{job + ': ' + name:<38}{cpu:>7.2f} s{wall:>7.2f} s{wall / count * 1000:>11.2f} ms")
    for job, name, command, changes in jobs[:1] + [one for one in jobs if one[1] == "leporello tag"]:
        if changes:
            shutil.copytree(source, work)
        status, used = peak_memory(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        remove(work)
        work.with_name("journal.jsonl").unlink(missing_ok=True)
        print(f"peak memory of {name}: {used / MEGABYTE:.0f} MB" if status == 0 else f"{name} ended with {status}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--many", type=int, default=5000, help="how many small books")
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / ".build" / "bench", help="where books and results lie")
    chosen = parser.parse_args()
    folder = chosen.data.resolve()
    for name in ("work", "copy"):
        shutil.rmtree(folder / name, ignore_errors=True)
    compare(chosen.program.resolve(), folder, 500, 850_000, chosen.rounds, True)
    compare(chosen.program.resolve(), folder, chosen.many, 85_000, chosen.rounds, False)


if __name__ == "__main__":
    main()
