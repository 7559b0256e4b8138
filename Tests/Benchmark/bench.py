#!/usr/bin/env python3
"""Measures the program against `cp` of the same bytes, followed by the same fsyncs, in one interleaved run.

    python3 Tests/Benchmark/bench.py .build/release/leporello [--rounds N] [--data FOLDER]

Repacking copies pages without decoding them, so `cp` is what it is up against. Wall time includes start-up, reading,
checking, writing, reading the result again to verify it, and fsync of file and folder. Rounds alternate between `cp`
and the program; the median counts. Peak memory comes from a run of its own.
"""
import argparse
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Fixtures"), str(ROOT / "Tests" / "Tools")]
sys.dont_write_bytecode = True
from generator import epubs, other_pictures, zips  # noqa: E402
from peak_memory import peak_memory  # noqa: E402

MEGABYTE = 1_000_000


def page(number, size):
    """A JPEG of the given size in bytes: true headers, then noise that deflates by a few per cent as photographs do."""
    skewed = bytes(value if value < 240 else value - 128 for value in range(255)) + b"\xff"
    noise = random.Random(number).randbytes(size).translate(skewed).replace(b"\xff", b"\xff\0")
    picture = other_pictures.jpeg(1600, 2400)
    return picture[:-2] + noise + picture[-2:]


def book(folder, kind, count, size):
    """A book of `count` pages of `size` bytes, made once."""
    path = folder / f"{kind}-{count}x{size}"
    if path.exists():
        return path
    pages = ((f"{number:04}.jpg", page(number, size)) for number in range(count))
    unfinished = path.with_name("unfinished")
    if kind == "folder":
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        for name, data in pages:
            (unfinished / name).write_bytes(data)
    elif kind == "epub":
        items, spine = [], []
        for name, data in pages:
            items += [epubs.Item("i" + name, name, "image/jpeg", data),
                      epubs.Item("x" + name, name + ".xhtml", epubs.XHTML, epubs.picture(name))]
            spine.append("x" + name)
        unfinished.write_bytes(epubs.epub(items, spine, metadata=epubs.FIXED))
    else:
        unfinished.write_bytes(zips.zipped(zips.Entry(name, data, kind == "deflated") for name, data in pages))
    unfinished.rename(path)
    return path


def measured(command, then=lambda: None):
    """Runs a command and what belongs to it; gives the seconds of wall clock and of processor."""
    os.sync()
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    then()
    wall = time.perf_counter() - start
    if process.returncode != 0:
        sys.exit(f"{command} ended with {process.returncode}:\n{errors.decode(errors='replace')}")
    return wall, usage.ru_utime + usage.ru_stime


def fsync(path):
    """Everything under a path, and the folder it lies in."""
    for one in [*(path.rglob("*") if path.is_dir() else []), path, path.parent]:
        descriptor = os.open(one, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def remove(path):
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def medians(samples):
    return [statistics.median(values) * 1000 for values in zip(*samples)]


def peak(program, source, result):
    """Megabytes of a run that makes `result` of `source`."""
    status, used = peak_memory([program, "convert", source, "-o", result, "--quiet"], stdin=subprocess.DEVNULL)
    remove(result)
    if status != 0:
        sys.exit(f"converting {source} ended with {status}")
    return used / MEGABYTE


def repacking(program, folder, rounds):
    print("Repacking 60 pages of 1.1 MB, pages untouched; medians of", rounds, "rounds\n")
    print(f"{'':<10}{'size':>10}{'cp + fsync':>13}{'leporello':>12}{'ratio':>8}{'CPU of cp':>12}{'CPU':>9}{'peak memory':>14}")
    jobs = [(kind, book(folder, kind, 60, 1_100_000)) for kind in ("folder", "epub", "stored", "deflated")]
    samples = {(kind, who): [] for kind, _ in jobs for who in ("cp", "ours")}
    copy, result = folder / "copy", folder / "result.cbz"
    for _ in range(rounds):
        for kind, source in jobs:
            samples[kind, "cp"].append(measured(["cp", "-r", source, copy], lambda: fsync(copy)))
            remove(copy)
            samples[kind, "ours"].append(measured([program, "convert", source, "-o", result, "--quiet"]))
            remove(result)
    for kind, source in jobs:
        size = sum(f.stat().st_size for f in (source.rglob("*") if source.is_dir() else [source])) / MEGABYTE
        (cp, cp_cpu), (ours, cpu) = medians(samples[kind, "cp"]), medians(samples[kind, "ours"])
        print(f"{kind:<10}{size:>7.1f} MB{cp:>10.0f} ms{ours:>9.0f} ms{ours / cp:>8.2f}{cp_cpu:>9.0f} ms{cpu:>6.0f} ms"
              f"{peak(program, source, result):>11.1f} MB")


def memory(program, folder):
    print("\nPeak memory, pages of 100 kB\n")
    print(f"{'':<10}{'60 pages':>12}{'2000 pages':>13}{'ratio':>8}")
    for kind in ("folder", "epub", "stored", "deflated"):
        few, many = (peak(program, book(folder, kind, n, 100_000), folder / "result.cbz") for n in (60, 2000))
        print(f"{kind:<10}{few:>9.1f} MB{many:>10.1f} MB{many / few:>8.2f}")


def starting(program):
    print("\nStart-up, median of 50\n")
    for name, command in (("true", ["/bin/true"]), ("leporello --version", [program, "--version"])):
        os.sync()
        times = sorted(measured(command)[0] for _ in range(50))
        print(f"{name:<22}{times[25] * 1000:>7.1f} ms   (least {times[0] * 1000:.1f} ms)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / ".build" / "bench", help="where books and results lie")
    chosen = parser.parse_args()
    chosen.data.mkdir(parents=True, exist_ok=True)
    for name in ("copy", "result.cbz"):
        remove(chosen.data / name)
    program = chosen.program.resolve()
    repacking(program, chosen.data, chosen.rounds)
    memory(program, chosen.data)
    starting(program)


if __name__ == "__main__":
    main()
