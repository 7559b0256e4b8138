"""Draws the shipped comic "Tin Robot" and the loose sketches: small gray pages, read from left to right."""
from .canvas import Canvas, Tone, box, circle
from .shapes import balloon, boat, caption, cloud, fox, lighthouse, rays, stars, waves

WIDTH, HEIGHT = 320, 460
WHITE, PALE, MIDDLE, DEEP, BLACK = (255,), (221,), (153,), (85,), (17,)


def robot(sheet, x, y, size, look=0):
    """A robot standing at `x`, `y`; `look` moves its eyes from -1 to 1."""
    def part(left, top, right, bottom, ink):
        sheet.outline(box(x + left * size, y + top * size, x + right * size, y + bottom * size), ink, BLACK, 2)

    part(-0.24, -0.30, -0.06, 0, MIDDLE)
    part(0.06, -0.30, 0.24, 0, MIDDLE)
    part(-0.42, -0.66, -0.30, -0.30, MIDDLE)
    part(0.30, -0.66, 0.42, -0.30, MIDDLE)
    part(-0.30, -0.72, 0.30, -0.24, PALE)
    part(-0.22, -1.10, 0.22, -0.74, PALE)
    sheet.line([(x, y - 1.10 * size), (x, y - 1.24 * size)], 2, BLACK)
    sheet.outline(circle(x, y - 1.26 * size, 0.04 * size, 24), WHITE, BLACK, 1.5)
    for eye in (-0.10, 0.10):
        sheet.outline(circle(x + eye * size, y - 0.95 * size, 0.065 * size, 30), WHITE, BLACK, 1.5)
        sheet.fill(circle(x + (eye + 0.025 * look) * size, y - 0.95 * size, 0.03 * size, 20), BLACK)
    sheet.line([(x - 0.1 * size, y - 0.82 * size), (x + 0.1 * size, y - 0.82 * size)], 2, BLACK)
    sheet.outline(circle(x, y - 0.48 * size, 0.09 * size, 30), DEEP, BLACK, 1.5)


def sheet_with(draw, number=None):
    sheet = Canvas(WIDTH, HEIGHT, WHITE)
    sheet.clip = (16, 16, WIDTH - 16, HEIGHT - (36 if number else 16))
    draw(sheet)
    left, top, right, bottom = sheet.clip
    sheet.clip = (0, 0, WIDTH, HEIGHT)
    sheet.line([(left, top), (right, top), (right, bottom), (left, bottom), (left, top), (right, top)], 3, BLACK)
    if number:
        sheet.text(WIDTH / 2, HEIGHT - 26, str(number), BLACK, 2, centered=True)
    return sheet.png()


def cover(sheet):
    sheet.fill(box(0, 0, WIDTH, HEIGHT), MIDDLE)
    rays(sheet, 160, 280, 40, 420, 24, PALE)
    robot(sheet, 160, 410, 190)
    sheet.text(160, 34, "TIN ROBOT", BLACK, 5, centered=True)
    sheet.text(160, 84, "#3  OUT OF OIL", BLACK, 3, centered=True)


def city(sheet):
    sheet.fill(box(0, 0, WIDTH, HEIGHT), Tone(0.15, MIDDLE))
    for i, tall in enumerate((150, 230, 190, 280, 210, 250, 160)):
        left = 10 + i * 44
        sheet.outline(box(left, 424 - tall, left + 44, 424), DEEP if i % 2 else MIDDLE, BLACK, 2)
        for row in range(tall // 30):
            sheet.fill(box(left + 12, 434 - tall + row * 30, left + 32, 448 - tall + row * 30), WHITE if (i + row) % 3 else BLACK)
    caption(sheet, 30, 30, "A CITY OF TIN.", WHITE, BLACK)


def creak(sheet):
    sheet.fill(box(0, 0, WIDTH, HEIGHT), Tone(0.35, MIDDLE))
    robot(sheet, 190, 480, 300, -1)
    balloon(sheet, 110, 80, ["CREAK.", "I NEED OIL."], WHITE, BLACK, (150, 150))


def shop(sheet):
    sheet.fill(box(0, 0, WIDTH, HEIGHT), PALE)
    sheet.outline(box(30, 150, 290, 424), WHITE, BLACK, 3)
    sheet.outline(box(30, 150, 290, 200), DEEP, BLACK, 3)
    sheet.text(160, 164, "OIL", WHITE, 4, centered=True)
    robot(sheet, 90, 420, 120, 1)
    robot(sheet, 220, 420, 120, -1)
    cloud(sheet, 90, 80, 50, WHITE)
    balloon(sheet, 220, 240, ["HERE!"], WHITE, BLACK)


def advertisement(sheet):
    sheet.fill(box(0, 0, WIDTH, HEIGHT), BLACK)
    stars(sheet, 0, 0, WIDTH, HEIGHT, WHITE, 70)
    sheet.text(160, 200, "BUY MORE OIL", WHITE, 4, centered=True)
    sheet.text(160, 250, "AN ADVERTISEMENT", MIDDLE, 2, centered=True)


def dance(sheet):
    sheet.fill(box(0, 0, WIDTH, HEIGHT), WHITE)
    rays(sheet, 160, 240, 150, 500, 30, PALE)
    robot(sheet, 160, 400, 210)
    sheet.text(160, 40, "FRESH!", BLACK, 7, centered=True)


#: The comic's pages in reading order; the advertisement is typed as deleted in its ComicInfo.
COMIC = [("00 cover", cover), ("01", city), ("02", creak), ("03", shop), ("04 ad", advertisement), ("05", dance)]

INKS = dict(light=WHITE, dark=PALE, edge=BLACK)


def harbor(sheet):
    sheet.fill(box(0, 0, WIDTH, HEIGHT), Tone(0.1, MIDDLE))
    lighthouse(sheet, 160, 330, 250, WHITE, DEEP, WHITE, BLACK)
    waves(sheet, 320, HEIGHT, 16, WHITE, PALE, BLACK)
    sheet.text(160, 40, "HARBOR SKETCHES", BLACK, 3, centered=True)


def boats(sheet):
    for x, y, size in ((90, 130, 60), (220, 210, 84), (120, 340, 100)):
        boat(sheet, x, y, size, **INKS)


def gulls(sheet):
    for x, y, size in ((80, 110, 40), (200, 80, 26), (230, 180, 50), (110, 260, 64), (240, 340, 36)):
        sheet.line([(x - size, y - size * 0.4), (x - size * 0.4, y - size * 0.5), (x, y), (x + size * 0.4, y - size * 0.5), (x + size, y - size * 0.4)], 3, BLACK)


def foxes(sheet):
    fox(sheet, 160, 400, 300, WHITE, PALE, MIDDLE, BLACK)


#: The sketches by file name: their natural order is the reading order, their alphabetic order is not.
SKETCHES = [("sketch 1", harbor), ("sketch 2", boats), ("sketch 9", gulls), ("sketch 10", foxes)]
