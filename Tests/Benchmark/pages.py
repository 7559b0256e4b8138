"""Draws comic pages to measure with: panels, gradients, ink, dot screens, lettering and the noise of a scan."""
import math
import random

import numpy
from PIL import Image, ImageDraw, ImageFont

WORDS = "THE TIDE TURNS AND NOBODY SAW WHERE IT WENT LISTEN WAIT FOR ME BELOW THE HARBOR WALL".split()


def panels(rng, width, height):
    """Boxes in rows of one to three."""
    margin, gap = width // 24, width // 70
    rows = rng.choice([3, 3, 4])
    tall = (height - 2 * margin - gap * (rows - 1)) // rows
    for row in range(rows):
        columns = rng.choice([1, 2, 2, 3])
        wide = (width - 2 * margin - gap * (columns - 1)) // columns
        for column in range(columns):
            left, top = margin + column * (wide + gap), margin + row * (tall + gap)
            yield left, top, left + wide, top + tall


def screen(width, height, pitch, level):
    """A dot screen at 45 degrees: 1 is paper, 0 is ink."""
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32) * (math.sqrt(2) * math.pi / pitch)
    return numpy.clip(((numpy.cos(x + y) + numpy.cos(x - y)) / 4 + 0.5 - level) * pitch * 0.6 + 0.5, 0, 1)


def page(seed, width, height, color):
    """One page as a picture of Pillow's."""
    rng, noise = random.Random(seed), numpy.random.default_rng(seed)
    image = Image.new("RGB", (width, height), (250, 249, 244))
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(width // 60)
    shades = []
    for box in panels(rng, width, height):
        left, top, right, bottom = box
        draw.rectangle(box, fill=tuple(rng.randint(90, 250) for _ in range(3)), outline=(10, 10, 12), width=6)
        for _ in range(12):
            x, y, r = rng.randint(left, right), rng.randint(top, bottom), rng.randint(20, (right - left) // 4)
            shape = [max(left, x - r), max(top, y - r), min(right, x + r), min(bottom, y + r)]
            if shape[2] - shape[0] > 12 and shape[3] - shape[1] > 12:
                draw.ellipse(shape, fill=tuple(rng.randint(30, 240) for _ in range(3)), outline=(10, 10, 12), width=4)
        for _ in range(60):
            x, y = rng.randint(left, right - 60), rng.randint(top, bottom - 60)
            draw.line([x, y, x + rng.randint(10, 60), y + rng.randint(-10, 60)], fill=(10, 10, 12), width=rng.randint(1, 4))
        text = " ".join(rng.choice(WORDS) for _ in range(5))
        draw.ellipse([left + 20, top + 20, left + 40 + draw.textlength(text, font), top + 90], fill="white", outline="black", width=4)
        draw.text((left + 30, top + 40), text, fill="black", font=font)
        shades.append((box, rng.uniform(5, 9), rng.uniform(0.2, 0.5)))
    pixels = numpy.asarray(image, numpy.float32).copy()
    for (left, top, right, bottom), pitch, level in shades:
        part = pixels[top:bottom, left:right]
        fade = numpy.linspace(0.4, 1, bottom - top, dtype=numpy.float32)[:, None]
        dots = screen(right - left, bottom - top, pitch, level)
        part *= (1 - 0.3 * (1 - dots) * fade)[..., None]
        part += 20 * numpy.linspace(-1, 1, right - left, dtype=numpy.float32)[None, :, None]
    pixels += noise.normal(0, 2.5, (height, width, 1)).astype(numpy.float32)
    pixels += noise.normal(0, 1.5, (height, width, 3)).astype(numpy.float32)
    result = Image.fromarray(numpy.clip(pixels, 0, 255).astype(numpy.uint8), "RGB")
    return result if color else result.convert("L")
