"""Draws the shipped manga: "Paper Fox", volume 1, ten pages, read from right to left."""
from .canvas import Canvas, Tone, box, circle, ellipse
from .shapes import balloon, boat, caption, cloud, fox, lighthouse, rain, rays, stars, waves

WIDTH, HEIGHT = 480, 680
WHITE, PALE, MIDDLE, DEEP, BLACK = (255,), (221,), (153,), (85,), (17,)
FOX = dict(light=WHITE, middle=(187,), dark=DEEP, edge=BLACK)
BOAT = dict(light=WHITE, dark=PALE, edge=BLACK)
TOWER = dict(wall=WHITE, band=DEEP, glass=WHITE, edge=BLACK)


def panel(sheet, left, top, right, bottom, scene):
    """Draws a scene inside a frame: `scene` is given the sheet, clipped to it."""
    sheet.clip = (left, top, right, bottom)
    scene(sheet)
    sheet.clip = (0, 0, sheet.width, sheet.height)
    sheet.line([(left, top), (right, top), (right, bottom), (left, bottom), (left, top), (right, top)], 3, BLACK)


def page(number, *panels):
    """A white sheet with panels and its number in the outer corner: odd pages lie on the left in this book."""
    sheet = Canvas(WIDTH, HEIGHT, WHITE)
    for frame, scene in panels:
        panel(sheet, *frame, scene)
    sheet.text(24 if number % 2 else WIDTH - 36, HEIGHT - 22, str(number), BLACK, 2)
    return sheet.png()


def night(sheet, moon_x, moon_y, radius, horizon, ring=16, shift=0.0):
    """Sky, moon and sea."""
    sheet.fill(box(0, 0, WIDTH, HEIGHT), BLACK)
    stars(sheet, 0, 0, WIDTH, horizon, WHITE)
    sheet.fill(circle(moon_x, moon_y, radius * 1.35), (51,))
    sheet.fill(circle(moon_x, moon_y, radius), WHITE)
    sheet.fill(circle(moon_x + radius * 0.3, moon_y - radius * 0.2, radius * 0.2), PALE)
    sheet.fill(circle(moon_x - radius * 0.3, moon_y + radius * 0.35, radius * 0.14), PALE)
    waves(sheet, horizon, HEIGHT, ring, WHITE, (68,), BLACK, shift)


def cover():
    """The one page in color."""
    sheet = Canvas(WIDTH, HEIGHT, (24, 32, 70))
    for band in range(9):
        shade = (24 + band * 18, 32 + band * 13, 70 + band * 9)
        sheet.fill(box(0, band * 52, WIDTH, band * 52 + 53), shade)
    stars(sheet, 0, 0, WIDTH, 300, (255, 244, 214), 60)
    sheet.fill(circle(240, 300, 158), (236, 196, 140))
    sheet.fill(circle(240, 300, 140), (255, 232, 178))
    lighthouse(sheet, 408, 480, 210, (250, 240, 224), (192, 57, 43), (255, 244, 170), (30, 26, 40))
    sheet.fill([(400, 297), (0, 190), (0, 270)], (255, 240, 190))
    fox(sheet, 236, 478, 225, (255, 246, 230), (232, 126, 46), (170, 72, 30), (40, 26, 30))
    boat(sheet, 236, 470, 165, (250, 246, 236), (206, 200, 196), (40, 36, 48))
    waves(sheet, 500, HEIGHT, 26, (240, 246, 250), (44, 98, 150), (20, 40, 84))
    for offset, ink in ((3, (24, 18, 44)), (0, (255, 246, 224))):
        sheet.text(240 + offset, 34 + offset, "PAPER FOX", ink, 8, centered=True)
        sheet.text(240 + offset, 112 + offset, "THE FOLDED SEA", ink, 4, centered=True)
    sheet.fill(circle(48, 622, 30), (192, 57, 43))
    sheet.text(48, 604, "1", (255, 246, 224), 5, centered=True)
    return sheet.png(levels=52)


def title():
    sheet = Canvas(WIDTH, HEIGHT, WHITE)
    sheet.fill(box(0, 0, WIDTH, HEIGHT), Tone(0.06, PALE, 12))
    sheet.outline(box(70, 70, 410, 610), WHITE, BLACK, 2)
    sheet.text(240, 120, "PAPER FOX", BLACK, 6, centered=True)
    sheet.text(240, 182, "1 - THE FOLDED SEA", BLACK, 2, centered=True)
    boat(sheet, 240, 330, 88, **BOAT)
    for number, line in enumerate(("1  THE LETTER", "2  THE STORM", "3  THE LIGHT")):
        sheet.text(150, 440 + number * 34, line, BLACK, 3)
    return sheet.png()


def letter_one():
    def call(sheet):
        night(sheet, 110, 120, 46, 300)
        lighthouse(sheet, 360, 316, 230, **TOWER)
        sheet.fill([(352, 116), (0, 190), (0, 250)], (238,))
        fox(sheet, 190, 318, 70, **FOX)
        waves(sheet, 300, HEIGHT, 16, WHITE, (68,), BLACK)
        caption(sheet, 34, 34, "EVERY NIGHT THE LIGHT CALLED.", WHITE, BLACK)

    def listen(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), Tone(0.25, MIDDLE))
        fox(sheet, 372, 660, 210, **FOX)
        balloon(sheet, 310, 430, ["WHO IS", "THERE?"], WHITE, BLACK, (360, 480))

    def blink(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), BLACK)
        rays(sheet, 128, 520, 34, 260, 22, (102,))
        sheet.fill(circle(128, 520, 44), MIDDLE)
        sheet.fill(circle(128, 520, 30), WHITE)

    return page(3, ((20, 20, 460, 360), call), ((250, 374, 460, 646), listen), ((20, 374, 236, 646), blink))


def letter_two():
    square = [(-1, -1), (1, -1), (1, 1), (-1, 1)]

    def step(number, draw):
        def scene(sheet):
            sheet.fill(box(0, 0, WIDTH, HEIGHT), Tone(0.08 + 0.07 * number, MIDDLE))
            draw(sheet)
        return scene

    def sheet_of_paper(sheet):
        sheet.outline([(350 + x * 62, 160 + y * 62) for x, y in square], WHITE, BLACK, 2)
        for line in range(5):
            sheet.line([(302, 120 + line * 18), (398 - line * 7, 120 + line * 18)], 2, MIDDLE)
        balloon(sheet, 350, 60, ["A LETTER!"], WHITE, BLACK)

    def half(sheet):
        sheet.outline([(60, 200), (196, 200), (128, 100)], WHITE, BLACK, 2)
        sheet.outline([(128, 100), (196, 200), (128, 200)], PALE, BLACK, 2)
        balloon(sheet, 128, 60, ["FOLD..."], WHITE, BLACK)

    def quarter(sheet):
        sheet.outline([(300, 520), (350, 400), (400, 520), (350, 580)], WHITE, BLACK, 2)
        sheet.outline([(350, 400), (400, 520), (350, 580)], PALE, BLACK, 2)
        balloon(sheet, 350, 366, ["...AND FOLD"], WHITE, BLACK)

    def done(sheet):
        rays(sheet, 128, 500, 90, 300, 26, WHITE)
        boat(sheet, 128, 520, 76, **BOAT)
        balloon(sheet, 128, 366, ["AHOY!"], WHITE, BLACK, size=3)

    return page(
        4, ((250, 20, 460, 320), step(0, sheet_of_paper)), ((20, 20, 236, 320), step(1, half)),
        ((250, 334, 460, 646), step(2, quarter)), ((20, 334, 236, 646), step(3, done)))


def voyage():
    def scene(sheet):
        night(sheet, 330, 150, 84, 470, 22)
        fox(sheet, 214, 474, 170, **FOX)
        boat(sheet, 214, 462, 130, **BOAT)
        waves(sheet, 500, HEIGHT, 22, WHITE, (68,), BLACK, 11)
        balloon(sheet, 110, 210, ["TO THE", "LIGHT!"], WHITE, BLACK, (180, 320), 3)

    return page(5, ((20, 20, 460, 646), scene))


def storm_one():
    def drops(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), MIDDLE)
        for x, size in ((80, 60), (210, 80), (370, 66)):
            cloud(sheet, x, 70, size, DEEP)
        rain(sheet, 20, 90, 470, 230, WHITE)

    def closer(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), Tone(0.4, DEEP))
        fox(sheet, 350, 610, 320, **FOX)
        rain(sheet, 20, 230, 470, 460, WHITE)

    def sea(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), DEEP)
        boat(sheet, 130, 400, 46, **BOAT)
        waves(sheet, 410, HEIGHT, 20, WHITE, (68,), BLACK)
        rain(sheet, 20, 230, 470, 460, PALE)

    def word(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), BLACK)
        rays(sheet, 240, 560, 60, 500, 30, WHITE)
        sheet.fill(ellipse(240, 562, 214, 52), BLACK)
        sheet.text(240, 534, "KRAKOOM!", WHITE, 8, centered=True)

    return page(
        6, ((20, 20, 460, 220), drops), ((240, 234, 460, 460), closer), ((20, 234, 226, 460), sea),
        ((20, 474, 460, 646), word))


def storm_two():
    def scene(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), (51,))
        rain(sheet, 0, 0, 480, 400, MIDDLE)
        crest = [(0, 120), (90, 60), (200, 60), (285, 120), (318, 210), (300, 250), (255, 262), (268, 222), (240, 190),
                 (190, 190), (160, 250), (180, 360), (250, 480), (480, 560), (480, 680), (0, 680)]
        sheet.outline(crest, PALE, BLACK, 3)
        for inset in (1, 2, 3):
            sheet.line([(20 * inset, 150 + 40 * inset), (70 + 12 * inset, 120 + 44 * inset), (96, 260 + 60 * inset),
                        (150 + 16 * inset, 420 + 44 * inset), (330, 560 + 22 * inset)], 3, MIDDLE)
        for x, y, r in ((318, 236, 15), (300, 262, 11), (338, 206, 10), (280, 280, 9), (344, 250, 7), (262, 292, 6)):
            sheet.outline(circle(x, y, r, 30), WHITE, BLACK, 1.5)
        fox(sheet, 352, 520, 92, mirrored=True, **FOX)
        boat(sheet, 352, 512, 72, **BOAT)
        waves(sheet, 540, HEIGHT, 18, WHITE, (68,), BLACK)
        caption(sheet, 250, 40, "THE SEA UNFOLDED.", WHITE, BLACK)

    return page(7, ((20, 20, 460, 646), scene))


def light_one():
    def calm(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), WHITE)
        sheet.fill(box(0, 0, WIDTH, 110), Tone(0.12, MIDDLE))
        sheet.fill(ellipse(240, 236, 120, 90), PALE)
        rays(sheet, 240, 236, 120, 420, 26, PALE)
        waves(sheet, 226, HEIGHT, 14, WHITE, PALE, DEEP)
        boat(sheet, 240, 240, 30, **BOAT)

    def arrive(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), Tone(0.1, MIDDLE))
        lighthouse(sheet, 380, 650, 300, **TOWER)
        fox(sheet, 290, 642, 70, mirrored=True, **FOX)

    def door(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), Tone(0.3, DEEP))
        sheet.outline(box(56, 400, 200, 660), WHITE, BLACK, 3)
        sheet.fill(circle(180, 540, 6), BLACK)
        balloon(sheet, 128, 362, ["COME IN!"], WHITE, BLACK, (128, 420))

    return page(8, ((20, 20, 460, 300), calm), ((216, 314, 460, 646), arrive), ((20, 314, 202, 646), door))


def light_two():
    def scene(sheet):
        sheet.fill(box(0, 0, WIDTH, HEIGHT), WHITE)
        rays(sheet, 240, 300, 120, 600, 34, PALE)
        fox(sheet, 160, 520, 210, **FOX)
        fox(sheet, 340, 520, 160, mirrored=True, light=WHITE, middle=(238,), dark=MIDDLE, edge=BLACK)
        sheet.fill(box(0, 520, WIDTH, HEIGHT), Tone(0.5, DEEP))
        balloon(sheet, 350, 130, ["YOU READ", "MY LETTER."], WHITE, BLACK, (330, 360))
        balloon(sheet, 120, 110, ["I SAILED IT."], WHITE, BLACK, (140, 300))

    return page(9, ((20, 20, 460, 646), scene))


def end():
    sheet = Canvas(WIDTH, HEIGHT, WHITE)
    sheet.fill(box(0, 0, WIDTH, HEIGHT), BLACK)
    stars(sheet, 0, 0, WIDTH, 420, WHITE, 50)
    waves(sheet, 430, HEIGHT, 20, (51,), (34,), BLACK)
    boat(sheet, 240, 420, 60, light=WHITE, dark=PALE, edge=BLACK)
    sheet.text(240, 220, "THE END", WHITE, 6, centered=True)
    sheet.text(240, 640, "DRAWN BY A PROGRAM", MIDDLE, 2, centered=True)
    return sheet.png()


#: Every page in reading order: the name of its picture, then its drawing.
PAGES = [
    ("cover", cover), ("title", title), ("call", letter_one), ("fold", letter_two), ("ahoy", voyage),
    ("rain", storm_one), ("wave", storm_two), ("dawn", light_one), ("letter", light_two), ("stars", end),
]
