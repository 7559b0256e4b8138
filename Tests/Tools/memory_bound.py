#!/usr/bin/env python3
"""Whether peaks of memory stay within what was granted.

    python3 memory_bound.py LEPORELLO BOOK…

Works on every book in several ways, at several --memory and --jobs, and prints the peak of each run beside its bound:
1.5 times what was granted, or what the largest page takes alone where that is more, and a base of 64 MiB. Ends with
status 1 where one is over.
"""
import json
import os
import subprocess
import sys
import tempfile

from peak_memory import peak_memory

BASE = 64 << 20
WAYS = [["--resize=1200x1600"], ["--paper", "cream"], ["--encode", "webp"], ["--pair", "--join", "all"]]
GRANTS = [1, 100, 400]
JOBS = [1, 8]


def largest_page(receipts):
    """What the largest page takes, as receipts tell it; 0 where all fit."""
    most = 0
    for line in receipts.splitlines():
        for told in json.loads(line).get("diagnostics", []):
            if told.get("rule") == "memory-exceeded":
                most = max(most, int(told["message"].split(" up to ")[1].split()[0]) << 20)
    return most


def main(program, *books):
    over = 0
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "output.cbz")
        for book in books:
            for way in WAYS:
                for grant in GRANTS:
                    for jobs in JOBS:
                        with open(os.path.join(folder, "receipts"), "w+") as receipts:
                            status, peak = peak_memory(
                                [program, "convert", book, "-o", output, "--exists", "replace", "--json",
                                 "--meta", "direction=ltr", "-j", str(jobs), "--memory", f"{grant}M",
                                 "--large-pages", "alone"] + way,
                                stdout=receipts, stderr=subprocess.DEVNULL)
                            receipts.seek(0)
                            alone = largest_page(receipts.read())
                        bound = max(grant * 1_000_000, alone) * 3 // 2 + BASE
                        over += peak > bound
                        print(f"{os.path.basename(book)} {' '.join(way)} --memory {grant}M -j {jobs}: status {status}, "
                              f"{peak >> 20} of {bound >> 20} MiB{' OVER' if peak > bound else ''}", flush=True)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
