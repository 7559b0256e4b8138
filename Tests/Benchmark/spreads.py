#!/usr/bin/env python3
"""Measures joining 30 spreads of two JPEG pages without loss, on the same pages in one interleaved run.

    python3 Tests/Benchmark/spreads.py .build/release/leporello [--rounds N] [--data FOLDER]

The limit is reading and writing the coefficients of the same pages with libjpeg and doing nothing in between
(coefficient_limit.c, in one process). Beside it: jpegtran in the two passes it needs, decoding and encoding the joined
pages (this program's own way, and libvips where pyvips is installed), and copying the book.
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
from bench import MEGABYTE, measured, remove  # noqa: E402
from peak_memory import peak_memory  # noqa: E402
from pictures import pages  # noqa: E402

VIPS = """
import sys, pathlib, pyvips
files = sorted(pathlib.Path(sys.argv[1]).iterdir())
for left, right in zip(files[1::2], files[2::2]):
    pair = [pyvips.Image.new_from_file(str(one), access="sequential") for one in (left, right)]
    pair[0].join(pair[1], "horizontal").jpegsave(sys.argv[2], Q=90)
"""


def contenders(program, folder, source, book):
    """Name, commands and what they leave."""
    result, copy, half = folder / "result.cbz", folder / "copy", folder / "half.jpg"
    files = sorted(source.iterdir())
    pairs = list(zip(files[1::2], files[2::2]))
    limit = folder / "coefficient_limit"
    subprocess.run(["cc", "-O2", ROOT / "Tests" / "Benchmark" / "coefficient_limit.c", "-ljpeg", "-o", limit], check=True)
    convert = [program, "convert", book, "-o", result, "--quiet", "--no-metadata", "--meta", "direction=ltr", "--pair", "--join", "all"]
    yield "libjpeg alone, coefficients in and out", [[limit, *files[1:]]]
    yield "leporello, lossless, 1 thread", [convert + ["--lossless", "--jobs", "1"]]
    yield "leporello, lossless, all threads", [convert + ["--lossless"]]
    yield "leporello, decoding and encoding, 1 thread", [convert + ["--join-gutter", "16", "--jobs", "1"]]
    yield "jpegtran, two passes", [command for left, right in pairs for command in (
        ["jpegtran", "-crop", "3200x2400+0+0", "-outfile", half, left],
        ["jpegtran", "-drop", "+1600+0", right, "-outfile", copy, half])]
    try:
        import pyvips  # noqa: F401
        yield "libvips, decoding and encoding, 1 thread", [
            ["env", "VIPS_CONCURRENCY=1", sys.executable, "-c", VIPS, source, half]]
    except ImportError:
        pass
    yield "cp", [["cp", book, copy]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / ".build" / "bench", help="where pages and results lie")
    chosen = parser.parse_args()
    folder, program = chosen.data.resolve(), chosen.program.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not shutil.which("jpegtran"):
        sys.exit("there is no jpegtran: install libjpeg-turbo-progs")
    source, book = pages(folder, 61, "color")
    jobs = list(contenders(program, folder, source, book))
    samples = {name: [] for name, _ in jobs}
    for _ in range(chosen.rounds):
        for name, commands in jobs:
            samples[name].append([sum(values) for values in zip(*(measured(command) for command in commands))])
            for path in (folder / "copy", folder / "result.cbz", folder / "half.jpg"):
                remove(path)
    print(f"\nJoining 30 spreads of two pages of 1600x2400, {book.stat().st_size / MEGABYTE:.0f} MB, medians of {chosen.rounds} rounds\n")
    print(f"{'':<44}{'CPU':>9}{'wall':>9}{'CPU, of the limit':>20}")
    base = statistics.median(cpu for _, cpu in samples[jobs[0][0]])
    for name, _ in jobs:
        wall, cpu = (statistics.median(values) for values in zip(*samples[name]))
        print(f"{name:<44}{cpu:>7.2f} s{wall:>7.2f} s{cpu / base:>18.2f} x")
    status, used = peak_memory(jobs[1][1][0], stdin=subprocess.DEVNULL)
    remove(folder / "result.cbz")
    print(f"\npeak memory on one thread: {used / MEGABYTE:.0f} MB" if status == 0 else f"\nended with {status}")


if __name__ == "__main__":
    main()
