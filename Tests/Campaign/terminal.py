"""Hostile names and metadata at a terminal: it gets no sequence but the program's own, and no line that a name began."""
import os
import pty
import re
import select
import time
import zipfile

from books import HANG, page

EVIL = "E\x1b]0;OWNED\x07\x1b[2J\u009b31m\u202eX\nerror: FORGED\r"
# What the program itself sends: colors, and the bar's empty line.
OWN = re.compile(rb"\x1b\[[0-9;]*m|\r\x1b\[2K|\r\n|\r")
OBEYED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|^error: FORGED", re.MULTILINE)


def at_terminal(campaign, arguments, folder):
    """What a run sends to its terminal."""
    campaign.runs += 1
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.environ["TERM"] = "xterm"
        os.environ.pop("NO_COLOR", None)
        os.execv(campaign.program, [campaign.program] + arguments)
    out, end = b"", time.monotonic() + HANG
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    os.close(terminal)
    os.waitpid(process, 0)
    return out


def attack(campaign):
    folder = campaign.folder("terminal")
    os.makedirs(folder + "/in")
    text = EVIL.replace("\x1b", "").replace("\x07", "").replace("\n", "&#10;").replace("\r", "")
    for name in (EVIL + ".cbz", "plain.cbz"):
        with zipfile.ZipFile(f"{folder}/in/{name}", "w") as book:
            book.writestr("ComicInfo.xml", f"<ComicInfo><Series>{text}</Series><Title>{text}</Title></ComicInfo>")
            book.writestr(EVIL + " 1.jpg", page(1))
            book.writestr(EVIL + " 2.jpg", page(2)[:200])
            book.writestr(EVIL + "junk.exe", b"MZ")
            book.comment = EVIL.encode()
    with open(folder + "/evil.yaml", "w") as file:
        file.write('leporello: 1\nstages: [ "e\\e]0;OWNED\\a\\e[2J" ]\nsink: { cbz: "x\\e[2J/{no\\e[2J}.cbz" }\n')
    plain = "in/plain.cbz"
    commands = [["convert", "in", "-o", "out/", "-v", "--on-damage", "blank"], ["inspect", plain, f"in/{EVIL}.cbz"],
                ["lint", "in"], ["tag", "in", "--meta", "title=x"], ["check", "evil.yaml"], ["plan", "evil.yaml"],
                ["rename", "in", "--to", "{title} {source.stem}", "--dry-run"],
                ["convert", f"no {EVIL}.cbz", "-o", "x.cbz"], ["convert", plain, "-o", f"x{EVIL}.foo"],
                ["convert", plain, "-o", "x.cbz", "--meta", f"{EVIL}=x"],
                ["convert", plain, "-o", "x.cbz", f"--resize={EVIL}"], [EVIL]]
    for arguments in commands:
        out = at_terminal(campaign, arguments, folder)
        if campaign.saboteur:
            out += EVIL.encode()
        left = OWN.sub(lambda match: b"\n" if match[0] == b"\r\n" else b"", out).decode("utf-8", "replace")
        found = OBEYED.search(left)
        if found:
            campaign.lost(arguments[0], "lets through", repr(left[max(0, found.start() - 30):found.end() + 10]))
