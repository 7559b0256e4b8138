"""Drawing with polygons on a sheet four times finer than the picture it gives, so that edges come out smooth."""
import math

from . import font, png

FINE = 2


def circle(x, y, radius, steps=72):
    return ellipse(x, y, radius, radius, steps)


def ellipse(x, y, across, down, steps=72):
    return [
        (x + across * math.cos(2 * math.pi * i / steps), y + down * math.sin(2 * math.pi * i / steps))
        for i in range(steps)
    ]


def box(left, top, right, bottom):
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def stroke(points, thickness):
    """The outlines of a line through points, one quadrilateral a stretch, with round joints."""
    shapes = []
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        length = math.hypot(bx - ax, by - ay) or 1
        dx, dy = (by - ay) / length * thickness / 2, (ax - bx) / length * thickness / 2
        shapes.append([(ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy)])
    if thickness > 2:
        shapes += [circle(x, y, thickness / 2, 16) for x, y in points[1:-1]]
    return shapes


class Canvas:
    """A sheet in gray (one sample a pixel) or color (three). Coordinates are pixels of the final picture."""

    def __init__(self, width, height, ink):
        self.width, self.height = width, height
        self.samples = len(ink)
        self.rows = [bytearray(bytes(ink) * (width * FINE)) for _ in range(height * FINE)]
        self.clip = (0, 0, width, height)

    def fill(self, points, ink):
        """Fills a polygon (even-odd) with an ink: samples, or a `Tone` that is only its dots."""
        points = [(x * FINE, y * FINE) for x, y in points]
        left, top, right, bottom = (int(edge * FINE) for edge in self.clip)
        edges = list(zip(points, points[1:] + points[:1]))
        first = max(top, int(min(y for _, y in points)))
        last = min(bottom - 1, int(max(y for _, y in points)))
        for y in range(first, last + 1):
            middle, crossings = y + 0.5, []
            for (ax, ay), (bx, by) in edges:
                if (ay <= middle) != (by <= middle):
                    crossings.append(ax + (middle - ay) * (bx - ax) / (by - ay))
            crossings.sort()
            for start, end in zip(crossings[::2], crossings[1::2]):
                start, end = max(left, round(start)), min(right, round(end))
                if end > start:
                    self._span(y, start, end, ink)

    def _span(self, y, start, end, ink):
        row, samples = self.rows[y], self.samples
        if isinstance(ink, Tone):
            for begin, stop in ink.runs(y, start, end):
                row[begin * samples:stop * samples] = bytes(ink.ink) * (stop - begin)
        else:
            row[start * samples:end * samples] = bytes(ink) * (end - start)

    def line(self, points, thickness, ink):
        for shape in stroke(points, thickness):
            self.fill(shape, ink)

    def outline(self, points, ink, edge, thickness):
        """A filled polygon with a line around it."""
        self.fill(points, ink)
        self.line(points + points[:2], thickness, edge)

    def text(self, x, y, words, ink, size=1, centered=False):
        """Words in the bitmap font; `size` is the pixels of one dot."""
        if centered:
            x -= font.width(words) * size / 2
        for column, row in font.dots(words):
            left, top = x + column * size, y + row * size
            self.fill(box(left, top, left + size, top + size), ink)

    def png(self, levels=16):
        """The picture, each sample rounded to one of `levels`: gray with up to 16 is stored in four bits."""
        step = 255 / (levels - 1)
        table = [round(round(value / step) * step) for value in range(256)]
        if self.samples == 1 and levels <= 16:
            nibble = [round(value / 17) for value in range(256)]
            rows = []
            for row in self._reduced():
                values = [nibble[table[value]] for value in row] + [0] * (self.width % 2)
                rows.append(bytes(a << 4 | b for a, b in zip(values[::2], values[1::2])))
            return png.encode(self.width, self.height, rows, png.GRAY, 4)
        rows = [bytes(table[value] for value in row) for row in self._reduced()]
        return png.encode(self.width, self.height, rows, png.GRAY if self.samples == 1 else png.RGB)

    def _reduced(self):
        """Rows of the final picture: each sample the mean of the four under it."""
        assert FINE == 2
        samples = self.samples
        for upper, lower in zip(self.rows[::2], self.rows[1::2]):
            row = bytearray(self.width * samples)
            for sample in range(samples):
                a, b = upper[sample::2 * samples], upper[samples + sample::2 * samples]
                c, d = lower[sample::2 * samples], lower[samples + sample::2 * samples]
                row[sample::samples] = bytes((p + q + r + s + 2) >> 2 for p, q, r, s in zip(a, b, c, d))
            yield row


class Tone:
    """Screentone: round dots on a slanted grid. `share` is the part of the surface they cover, about 0.05 to 0.6."""

    def __init__(self, share, ink, pitch=6):
        self.ink = ink
        self.pitch = pitch * FINE
        radius = self.pitch * math.sqrt(share / math.pi / 2)
        self.lines = []
        for y in range(self.pitch):
            row = []
            for x in range(self.pitch):
                corner = min(math.hypot(x - cx, y - cy) for cx in (0, self.pitch) for cy in (0, self.pitch))
                center = math.hypot(x - self.pitch / 2, y - self.pitch / 2)
                row.append(min(corner, center) <= radius)
            self.lines.append(row)

    def runs(self, y, start, end):
        """The stretches of a fine row that are inked."""
        line, begin = self.lines[y % self.pitch], None
        for x in range(start, end):
            if line[x % self.pitch]:
                begin = x if begin is None else begin
            elif begin is not None:
                yield begin, x
                begin = None
        if begin is not None:
            yield begin, end
