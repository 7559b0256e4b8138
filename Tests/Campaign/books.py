"""Sample books, runs of the program, and looks at what they leave: what all parts of the campaign share."""
import hashlib
import io
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import zipfile
import zlib

from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))

# A run that takes longer hangs. It is no measure of speed: the slowest takes a hundredth of it.
HANG = 300


class Campaign:
    """The program under attack, a scratch folder, and how much is tried."""

    def __init__(self, program, is_long=False, seed=1):
        self.program = os.path.abspath(program)
        self.is_long = is_long
        self.random = random.Random(seed)
        self.lab = tempfile.mkdtemp(prefix="leporello-campaign-")
        self.losses = []
        self.runs = 0
        # Called after each run with its folder and result, to see whether the campaign notices what it breaks.
        self.saboteur = None
        self._shim = None

    def close(self):
        shutil.rmtree(self.lab, ignore_errors=True)

    def folder(self, name):
        """An empty folder."""
        path = os.path.join(self.lab, name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def lost(self, *what):
        """Notes a promise that was not kept."""
        self.losses.append(what)
        print("  LOST", *what, flush=True)

    def run(self, arguments, folder, environment=None, may=(0, 1, 2, 3, 4, 5), **more):
        """Runs the program; a crash, a hang or a status that nobody documents is a loss."""
        self.runs += 1
        full = dict(os.environ, NO_COLOR="1", XDG_STATE_HOME=os.path.join(self.lab, "state"), **(environment or {}))
        more.setdefault("stdout", subprocess.PIPE)
        more.setdefault("stderr", subprocess.PIPE)
        try:
            result = subprocess.run([self.program] + arguments, cwd=folder, env=full, timeout=HANG,
                                    stdin=subprocess.DEVNULL, **more)
        except subprocess.TimeoutExpired as expired:
            self.lost("hangs", arguments)
            return subprocess.CompletedProcess(arguments, None, expired.stdout or b"", expired.stderr or b"")
        if self.saboteur:
            self.saboteur(folder, result)
        if may is not None and result.returncode not in may:
            self.lost("ends with", result.returncode, arguments, (result.stderr or b"")[-300:])
        return result

    def killed(self, arguments, folder, seconds):
        """Runs the program and kills it after a while, unless it has ended."""
        self.runs += 1
        process = subprocess.Popen([self.program] + arguments, cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=dict(os.environ, XDG_STATE_HOME=os.path.join(self.lab, "state")))
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        return process.returncode

    def faults(self, mode, at=0, error=0, sticky=False, log=None, locks=0):
        """The environment in which the program meets a fault at its at-th change of the file system."""
        if not self._shim:
            self._shim = os.path.join(self.lab, "faults.so")
            subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self._shim, os.path.join(HERE, "faults.c"), "-ldl"],
                           check=True)
        values = {"LD_PRELOAD": self._shim, "FAULT_MODE": mode, "FAULT_AT": str(at), "FAULT_ERRNO": str(error),
                  "FAULT_LOCKS": str(locks)}
        if sticky:
            values["FAULT_STICKY"] = "1"
        if log:
            values["FAULT_LOG"] = log
        return values

    def calls(self, arguments, folder):
        """Names of the calls that change the file system, in the order of one run."""
        log = os.path.join(self.lab, "calls")
        if os.path.exists(log):
            os.remove(log)
        result = self.run(arguments, folder, self.faults("count", log=log))
        if result.returncode != 0:
            self.lost("a run without faults fails", arguments, result.stderr[-300:])
        with open(log, encoding="utf-8", errors="replace") as lines:
            return [line.split(" ", 2)[1].strip() for line in lines]


def page(seed, size=(80, 120), form="JPEG"):
    """A small picture, different for each seed, the same in every run."""
    chance = random.Random(seed)
    small = Image.frombytes("RGB", (10, 15), chance.randbytes(10 * 15 * 3)).resize(size, Image.BICUBIC)
    out = io.BytesIO()
    small.save(out, form, **({"quality": 85} if form == "JPEG" else {}))
    return out.getvalue()


def cbz(path, number, pages=4, series="Tin Robot", method=zipfile.ZIP_STORED, comment=b""):
    with zipfile.ZipFile(path, "w", method) as book:
        book.writestr("ComicInfo.xml",
                      f"<ComicInfo><Series>{series}</Series><Number>{number}</Number></ComicInfo>")
        for index in range(1, pages + 1):
            book.writestr(f"page {index}.jpg", page(f"{series} {number}/{index}"))
        book.comment = comment


def epub(path, number, pages=4):
    numbers = range(1, pages + 1)
    manifest = "".join(f'<item id="i{p}" href="p{p}.jpg" media-type="image/jpeg"/>'
                       f'<item id="x{p}" href="p{p}.xhtml" media-type="application/xhtml+xml"/>' for p in numbers)
    spine = "".join(f'<itemref idref="x{p}"/>' for p in numbers)
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr("META-INF/container.xml",
                      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
                      '<rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
        book.writestr("c.opf",
                      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="u"><metadata '
                      f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="u">urn:x:{number}</dc:identifier>'
                      f"<dc:title>Paper Fox {number}</dc:title><dc:language>en</dc:language>"
                      '<meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>'
                      '<meta property="rendition:layout">pre-paginated</meta></metadata>'
                      f"<manifest>{manifest}</manifest><spine>{spine}</spine></package>")
        for p in numbers:
            book.writestr(f"p{p}.xhtml",
                          f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{p}</title></head>'
                          f'<body><img src="p{p}.jpg" alt=""/></body></html>')
            book.writestr(f"p{p}.jpg", page(f"fox {number}/{p}"))


def png(width, height, data=b"", extra=(), bits=8, color=2):
    """A PNG of whatever chunks, each with its right checksum."""
    def chunk(kind, body):
        return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([bits, color, 0, 0, 0])
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunk(kind, body) for kind, body in extra)
            + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def tree(folder):
    """Every path below a folder with a digest of what it is."""
    found = {}
    for base, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(base, name)
            inside = os.path.relpath(path, folder)
            if os.path.islink(path):
                found[inside] = "link"
            elif os.path.isdir(path):
                found[inside] = "folder"
            else:
                with open(path, "rb") as file:
                    found[inside] = hashlib.sha256(file.read()).hexdigest()
    return found


def files(folder):
    return {path: digest for path, digest in tree(folder).items() if digest != "folder"}


def is_temporary(path):
    return any(".leporello-" in part for part in path.split("/"))


def empty(folder, but=()):
    """Removes all that is in a folder, but for some names."""
    for name in os.listdir(folder):
        if name in but:
            continue
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.remove(path)
