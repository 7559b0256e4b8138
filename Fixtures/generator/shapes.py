"""The things the fixture comics are drawn of. Each is given the inks to use, so it works in gray and in color."""
import math

from . import font
from .canvas import box, circle, ellipse


def placed(points, x, y, size):
    """Points of a unit drawing, moved and scaled."""
    return [(x + px * size, y + py * size) for px, py in points]


def fox(canvas, x, y, size, light, middle, dark, edge, mirrored=False):
    """A folded fox, sitting; `x`, `y` is the middle of its foot."""
    side = -1 if mirrored else 1

    def part(ink, *points):
        canvas.outline(placed([(px * side, py) for px, py in points], x, y, size), ink, edge, max(1.0, size / 90))

    part(dark, (0.28, 0), (0.74, -0.46), (0.62, 0))
    part(light, (0.74, -0.46), (0.58, -0.36), (0.66, -0.24))
    part(middle, (-0.30, 0), (0.42, 0), (0.02, -0.62))
    part(light, (-0.30, 0), (0.02, 0), (-0.06, -0.44))
    part(middle, (-0.42, -1.0), (-0.20, -0.80), (-0.42, -0.66))
    part(middle, (0.22, -1.0), (0.00, -0.80), (0.22, -0.66))
    part(dark, (-0.36, -0.91), (-0.26, -0.79), (-0.36, -0.72))
    part(dark, (0.16, -0.91), (0.06, -0.79), (0.16, -0.72))
    part(light, (-0.42, -0.66), (-0.20, -0.80), (-0.10, -0.36))
    part(light, (0.22, -0.66), (0.00, -0.80), (-0.10, -0.36))
    part(middle, (-0.20, -0.80), (0.00, -0.80), (-0.10, -0.36))
    for eye in (-0.25, 0.05):
        canvas.fill(placed([((eye - 0.045) * side, -0.645), ((eye + 0.045) * side, -0.645), (eye * side, -0.60)], x, y, size), edge)
    canvas.fill(placed(circle(-0.10 * side, -0.385, 0.032, 20), x, y, size), edge)


def boat(canvas, x, y, size, light, dark, edge):
    """A paper boat; `x`, `y` is the middle of its rim."""
    thickness = max(1.0, size / 60)
    canvas.outline(placed([(-0.40, 0), (0.40, 0), (0, -0.62)], x, y, size), light, edge, thickness)
    canvas.outline(placed([(0, 0), (0.40, 0), (0, -0.62)], x, y, size), dark, edge, thickness)
    canvas.outline(placed([(-1, -0.12), (0, 0.02), (1, -0.12), (0.62, 0.36), (-0.62, 0.36)], x, y, size), light, edge, thickness)
    canvas.outline(placed([(0, 0.02), (1, -0.12), (0.62, 0.36), (0, 0.36)], x, y, size), dark, edge, thickness)


def lighthouse(canvas, x, y, size, wall, band, glass, edge):
    """A lighthouse of the given height; `x`, `y` is the middle of its foot."""
    thickness = max(1.0, size / 120)

    def half(part):
        return 0.13 - 0.06 * part

    canvas.outline(placed([(-0.13, 0), (0.13, 0), (0.07, -0.78), (-0.07, -0.78)], x, y, size), wall, edge, thickness)
    for low in (0.14, 0.40, 0.66):
        high = low + 0.12
        ring = [(-half(low / 0.78), -low), (half(low / 0.78), -low), (half(high / 0.78), -high), (-half(high / 0.78), -high)]
        canvas.fill(placed(ring, x, y, size), band)
    canvas.outline(placed(box(-0.10, -0.82, 0.10, -0.78), x, y, size), band, edge, thickness)
    canvas.outline(placed(box(-0.055, -0.92, 0.055, -0.82), x, y, size), glass, edge, thickness)
    canvas.outline(placed([(-0.08, -0.92), (0.08, -0.92), (0, -1.0)], x, y, size), band, edge, thickness)
    canvas.fill(placed(box(-0.03, -0.10, 0.03, 0), x, y, size), edge)


def waves(canvas, top, bottom, radius, light, dark, edge, shift=0.0):
    """A sea of overlapping rings, row over row."""
    row, y = 0, top + radius
    while y - radius < bottom:
        x = -radius + shift + (radius if row % 2 else 0)
        while x < canvas.width + radius:
            for part, ink in ((1.0, edge), (0.94, light), (0.72, edge), (0.66, dark), (0.44, edge), (0.38, light)):
                canvas.fill(circle(x, y, radius * part, 40), ink)
            x += 2 * radius
        row, y = row + 1, y + radius / 2


def rain(canvas, left, top, right, bottom, ink, spacing=17, slant=0.35, length=46):
    """Slanted strokes, staggered by a fixed rule."""
    for column, x in enumerate(range(int(left) - int(bottom - top), int(right), spacing)):
        y = top - (column * 37 % 71)
        while y < bottom:
            canvas.line([(x + (y - top) * slant, y), (x + (y + length - top) * slant, y + length)], 1.2, ink)
            y += length + 30 + column * 13 % 23


def stars(canvas, left, top, right, bottom, ink, count=40):
    """Small diamonds, scattered by a fixed rule."""
    for i in range(count):
        x = left + (i * 0.754877666 % 1) * (right - left)
        y = top + (i * 0.569840291 % 1) * (bottom - top)
        size = 1.0 + i % 3
        canvas.fill([(x - size, y), (x, y - size * 1.6), (x + size, y), (x, y + size * 1.6)], ink)


def rays(canvas, x, y, inner, outer, count, ink):
    """Wedges around a point: speed, light, surprise."""
    for i in range(count):
        angle = 2 * math.pi * (i + (i * 0.618 % 1) * 0.5) / count
        wide = 0.4 * math.pi / count
        canvas.fill(
            [
                (x + math.cos(angle) * inner, y + math.sin(angle) * inner),
                (x + math.cos(angle - wide) * outer, y + math.sin(angle - wide) * outer),
                (x + math.cos(angle + wide) * outer, y + math.sin(angle + wide) * outer),
            ], ink)


def cloud(canvas, x, y, size, ink):
    for dx, dy, r in ((-0.9, 0.1, 0.4), (-0.35, -0.15, 0.6), (0.35, -0.05, 0.5), (0.9, 0.12, 0.36)):
        canvas.fill(ellipse(x + dx * size, y + dy * size, r * size, r * size * 0.7), ink)


def balloon(canvas, x, y, lines, ink, edge, tail=None, size=2):
    """A speech balloon around lines of words, its middle at `x`, `y`; `tail` is where it points."""
    across = max(font.width(line) for line in lines) * size / 2 + 16
    down = len(lines) * 10 * size / 2 + 10
    if tail:
        canvas.outline([(x - 8, y), (x + 8, y), tail], ink, edge, 1.6)
    canvas.outline(ellipse(x, y, across, down), ink, edge, 1.6)
    if tail:
        canvas.fill([(x - 7, y), (x + 7, y), (x + (tail[0] - x) * 0.9, y + (tail[1] - y) * 0.9)], ink)
    for number, line in enumerate(lines):
        canvas.text(x, y - down + 11 + number * 10 * size, line, edge, size, centered=True)


def caption(canvas, x, y, words, ink, edge, size=2):
    """Words in a box whose top left corner is `x`, `y`."""
    wide = font.width(words) * size
    canvas.outline(box(x, y, x + wide + 14, y + font.HEIGHT * size + 12), ink, edge, 1.6)
    canvas.text(x + 7, y + 6, words, edge, size)
