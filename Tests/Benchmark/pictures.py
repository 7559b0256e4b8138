#!/usr/bin/env python3
"""Measures page work against the codecs alone and against other programs, on the same pages in one interleaved run.

    python3 Tests/Benchmark/pictures.py .build/release/leporello [--rounds N] [--data FOLDER] [--pages N]

The limit is libjpeg-turbo by itself (codec_limit.c): it decodes and encodes the same pages in one process and does
nothing in between. Pages are drawn with Pillow and numpy (python3-pil, python3-numpy); pyvips (from PyPI) and ImageMagick
are measured where they are installed.
Seconds of processor are what to compare; wall time beside it, once on one thread and once on all.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Tests" / "Benchmark"), str(ROOT / "Tests" / "Tools")]
sys.dont_write_bytecode = True
from bench import MEGABYTE, measured, remove  # noqa: E402
from peak_memory import peak_memory  # noqa: E402

DISTINCT = 12
DEVICE = (1264, 1680)


def pages(folder, count, kind):
    """A folder of drawn pages, twelve of them over and over, and a stored archive of it."""
    try:
        import pages as drawing
    except ImportError as error:
        sys.exit(f"{error}: the pages are drawn with Pillow and numpy; install python3-pil and python3-numpy")
    target = folder / f"pages-{kind}-{count}"
    archive = target.with_suffix(".cbz")
    if archive.exists():
        return target, archive
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for number in range(min(DISTINCT, count)):
        picture = drawing.page(number, 1600, 2400, kind != "gray")
        if kind == "png":
            picture.save(target / f"{number:03}.png", compress_level=6)
        else:
            picture.save(target / f"{number:03}.jpg", quality=90, subsampling="4:2:0")
    ending = "png" if kind == "png" else "jpg"
    for number in range(DISTINCT, count):
        shutil.copy(target / f"{number % DISTINCT:03}.{ending}", target / f"{number:03}.{ending}")
    with zipfile.ZipFile(archive, "w") as writer:
        for one in sorted(target.iterdir()):
            writer.write(one, one.name)
    return target, archive


def codec_limit(folder):
    program = folder / "codec_limit"
    source = ROOT / "Tests" / "Benchmark" / "codec_limit.c"
    subprocess.run(["cc", "-O2", source, "-lturbojpeg", "-lpthread", "-o", program], check=True)
    return program


VIPS = """
import sys, pathlib, pyvips
source, out, job = map(str, sys.argv[1:4])
for path in sorted(pathlib.Path(source).iterdir()):
    if job == 'device':
        page = pyvips.Image.thumbnail(str(path), 1264, height=1680, size='down').colourspace('b-w')
    else:
        page = pyvips.Image.new_from_file(str(path), access='sequential')
    page.jpegsave(f'{out}/{path.stem}.jpg', Q=90, subsample_mode='on')
"""

PILLOW = """
import sys, pathlib
from PIL import Image
source, out, job = map(str, sys.argv[1:4])
for path in sorted(pathlib.Path(source).iterdir()):
    page = Image.open(path)
    if job == 'device':
        page = page.convert('L')
        page.thumbnail((1264, 1680), Image.Resampling.LANCZOS)
    page.save(f'{out}/{path.stem}.jpg', quality=90, subsampling='4:2:0')
"""


def peers(job, source, out):
    """Commands of other programs for the same result, where they are there."""
    yield "Pillow", [sys.executable, "-c", PILLOW, source, out, job]
    try:
        import pyvips  # noqa: F401
        yield "libvips", ["env", "VIPS_CONCURRENCY=1", sys.executable, "-c", VIPS, source, out, job]
    except ImportError:
        pass
    if shutil.which("mogrify"):
        work = ["-resize", f"{DEVICE[0]}x{DEVICE[1]}>", "-colorspace", "Gray"] if job == "device" else []
        yield "ImageMagick", ["mogrify", "-limit", "thread", "1", "-path", out, *work, "-quality", "90", "-sampling-factor", "4:2:0", "-format", "jpg",
                              *sorted(source.iterdir())]


class Bench:
    def __init__(self, program, folder, rounds, count):
        self.program, self.folder, self.rounds, self.count = program, folder, rounds, count
        self.cores = len(os.sched_getaffinity(0))

    def compare(self, title, contenders, limit=None):
        """Runs contenders (name, command, what it leaves) in turn; prints medians, each as a share of the limit."""
        samples = {name: [] for name, _, _ in contenders}
        for _ in range(self.rounds):
            for name, command, leaves in contenders:
                if leaves.suffix != ".cbz":
                    leaves.mkdir(exist_ok=True)
                samples[name].append(measured(command))
                remove(leaves)
        print(f"\n{title}; {self.count} pages, medians of {self.rounds} rounds\n")
        print(f"{'':<34}{'CPU':>9}{'wall':>9}{'pages/s':>9}{'of the limit':>14}")
        base = statistics.median(cpu for _, cpu in samples[limit]) if limit else None
        for name, _, _ in contenders:
            wall, cpu = (statistics.median(values) for values in zip(*samples[name]))
            share = f"{base / cpu * 100:>12.0f} %" if base else ""
            print(f"{name:<34}{cpu:>7.2f} s{wall:>7.2f} s{self.count / wall:>9.1f}{share}")
        return {name: [statistics.median(values) for values in zip(*values)] for name, values in samples.items()}

    def ours(self, source, flags, jobs):
        out = self.folder / "result.cbz"
        return [self.program, "convert", source, "-o", out, "--quiet", "--no-metadata", "--jobs", str(jobs), *flags], out

    def limit(self, mode, threads, pages):
        return [codec_limit(self.folder), mode, str(threads), pages], self.folder / "peer"

    def run(self):
        color, color_book = pages(self.folder, self.count, "color")
        png, png_book = pages(self.folder, self.count, "png")
        self.paper(color, color_book)
        self.device(color, color_book)
        self.png(png, png_book)

    def paper(self, source, book):
        flags = ["--paper", "cream", "--paper-where", "number > 0", "--encode-jpeg-quality", "90"]
        # Grain takes the encoder longer than the pages did: the limit decodes pages and encodes what becomes of them.
        papered = self.papered(book, flags)
        results = self.compare("Paper (cream) over color JPEGs", [
            ("libjpeg-turbo, pages", *self.limit("color", 1, source)),
            ("libjpeg-turbo, pages, decoding", *self.limit("decode", 1, source)),
            ("libjpeg-turbo, results", *self.limit("color", 1, papered)),
            ("libjpeg-turbo, results, decoding", *self.limit("decode", 1, papered)),
            # One less than the pages' own quality: at that they would be copied.
            ("leporello, encoding anew, 1 thread", *self.ours(book, ["--encode", "jpeg", "--encode-jpeg-quality", "89"], 1)),
            *self.one_and_all(book, flags)])
        shutil.rmtree(papered)
        cpu = {name: figures[1] for name, figures in results.items()}
        decoding = cpu["libjpeg-turbo, pages, decoding"]
        encoding = cpu["libjpeg-turbo, results"] - cpu["libjpeg-turbo, results, decoding"]
        harder = encoding - (cpu["libjpeg-turbo, pages"] - decoding)
        paper = cpu["leporello, 1 thread"] - cpu["leporello, encoding anew, 1 thread"] - harder
        print(f"decoding the pages and encoding the results takes {decoding + encoding:.2f} s; the effect itself "
              f"{paper / (decoding + encoding) * 100:.0f} % of that, the whole run "
              f"{cpu['leporello, 1 thread'] / (decoding + encoding) * 100 - 100:.0f} % more")
        self.scaling(results, book, flags)

    def papered(self, book, flags):
        """A folder of the pages as the program makes them."""
        command, out = self.ours(book, flags, self.cores)
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
        folder = self.folder / "papered"
        shutil.rmtree(folder, ignore_errors=True)
        with zipfile.ZipFile(out) as archive:
            archive.extractall(folder, [name for name in archive.namelist() if name.endswith(".jpg")])
        remove(out)
        return folder

    def device(self, source, book):
        width, height = DEVICE
        flags = [f"--resize={width}x{height}", "--grayscale-mode", "always", "--encode-jpeg-quality", "90"]
        limit = "libjpeg-turbo alone, that size"
        results = self.compare(f"Fit to {width}x{height}, gray, JPEG 90", [
            (limit, *self.limit(f"{round(height * 1600 / 2400)}x{height}", 1, source)),
            *self.one_and_all(book, flags), *self.peers("device", source)], limit)
        self.scaling(results, book, flags)

    def png(self, source, book):
        flags = ["--encode", "jpeg", "--encode-jpeg-quality", "90", "--encode-jpeg-subsampling", "420"]
        results = self.compare("PNG to JPEG 90, 4:2:0", [*self.one_and_all(book, flags), *self.peers("convert", source)])
        self.scaling(results, book, flags)

    def one_and_all(self, book, flags):
        return [("leporello, 1 thread", *self.ours(book, flags, 1)),
                (f"leporello, {self.cores} threads", *self.ours(book, flags, self.cores))]

    def peers(self, job, source):
        out = self.folder / "peer"
        return [(name, command, out) for name, command in peers(job, source, out)]

    def scaling(self, results, book, flags):
        one, many = results["leporello, 1 thread"][0], results[f"leporello, {self.cores} threads"][0]
        print(f"{self.cores} threads are {one / many:.2f} times as fast as one; peak memory {self.peak(book, flags):.0f} MB")

    def peak(self, source, flags):
        command, out = self.ours(source, flags, self.cores)
        status, used = peak_memory(command, stdin=subprocess.DEVNULL)
        remove(out)
        if status != 0:
            sys.exit(f"{command} ended with {status}")
        return used / MEGABYTE


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / ".build" / "bench", help="where pages and results lie")
    chosen = parser.parse_args()
    chosen.data.mkdir(parents=True, exist_ok=True)
    Bench(chosen.program.resolve(), chosen.data, chosen.rounds, chosen.pages).run()


if __name__ == "__main__":
    main()
