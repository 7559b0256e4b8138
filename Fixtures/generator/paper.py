"""Draws what the README shows the paper effect on, a piece of a color page and one of a gray page, and lets the
program lay each paper over them."""
import pathlib
import subprocess
import tempfile

from .canvas import Canvas, Tone, box, circle
from .shapes import balloon, caption, cloud, fox, rays, stars, waves
from .tin_robot import robot

SIDE = 260
WHITE, PALE, MIDDLE, DEEP, BLACK = (255,), (221,), (153,), (85,), (17,)
INK, PAPER = (24, 18, 30), (255, 255, 255)


def color():
    """Flat colors from dark to light, solid black, lines and lettering on white."""
    sheet = Canvas(SIDE, SIDE, PAPER)
    sheet.clip = (10, 10, 250, 196)
    for band in range(12):
        sheet.fill(box(0, 10 + band * 16, SIDE, 27 + band * 16), (30 + band * 18, 60 + band * 13, 130 + band * 7))
    sheet.fill(circle(64, 136, 36), (255, 214, 120))
    cloud(sheet, 208, 42, 24, PAPER)
    fox(sheet, 190, 196, 118, (255, 246, 230), (232, 126, 46), (170, 40, 30), INK)
    waves(sheet, 168, 200, 13, (240, 246, 250), (44, 98, 150), (20, 40, 84))
    balloon(sheet, 84, 60, ["SMELLS", "LIKE INK!"], PAPER, INK, (146, 124))
    sheet.clip = (10, 206, 124, 260)
    sheet.fill(box(0, 206, 124, SIDE), (0, 0, 0))
    stars(sheet, 10, 206, 124, SIDE, PAPER, 30)
    sheet.clip = (132, 206, 250, 260)
    sheet.fill(box(132, 206, SIDE, SIDE), (214, 48, 44))
    rays(sheet, 192, 240, 8, 90, 14, (250, 200, 60))
    sheet.clip = (0, 0, SIDE, SIDE)
    for frame in ((10, 10, 250, 196), (10, 206, 124, 262), (132, 206, 250, 262)):
        corners = box(*frame)
        sheet.line(corners + corners[:2], 3, INK)
    return sheet.png(levels=52)


def gray():
    """Screentone of several densities, solid black, lines and lettering on white."""
    sheet = Canvas(SIDE, SIDE, WHITE)
    sheet.clip = (10, 10, 250, 250)
    sheet.fill(box(0, 0, SIDE, 90), Tone(0.1, BLACK, 5))
    sheet.fill(box(0, 90, SIDE, 170), Tone(0.3, BLACK, 5))
    sheet.fill(box(0, 170, SIDE, SIDE), BLACK)
    sheet.fill(box(20, 186, 60, 240), WHITE)
    sheet.fill(box(64, 186, 104, 240), MIDDLE)
    robot(sheet, 180, 252, 150, -1)
    balloon(sheet, 86, 76, ["MORE INK", "THAN OIL."], WHITE, BLACK, (150, 124))
    caption(sheet, 16, 16, "LATER...", WHITE, BLACK)
    sheet.clip = (0, 0, SIDE, SIDE)
    corners = box(10, 10, 250, 250)
    sheet.line(corners + corners[:2], 3, BLACK)
    return sheet.png()


def write(folder, program):
    """Draws both, and what `leporello convert --paper` makes of them."""
    folder = pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    for name, draw, papers in (("color", color, ("cream", "newsprint")), ("gray", gray, ("manga", "e-ink"))):
        picture = draw()
        (folder / f"{name}.png").write_bytes(picture)
        for paper in papers:
            with tempfile.TemporaryDirectory() as place:
                pages = pathlib.Path(place, "page")
                pages.mkdir()
                (pages / "1.png").write_bytes(picture)
                subprocess.run(
                    [program, "convert", pages, "-o", f"{place}/out", "--to", "folder", "--paper", paper,
                     "--paper-where", "first", "--encode", "jpeg", "--encode-jpeg-quality", "92", "--quiet"],
                    check=True, stdout=subprocess.DEVNULL)
                made, = pathlib.Path(place, "out").rglob("*.jpg")
                (folder / f"{paper}.jpg").write_bytes(made.read_bytes())
