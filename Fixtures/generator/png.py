"""PNG files: a plain writer, and small pages that carry their number."""
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GRAY, RGB, RGBA = 0, 2, 6


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def encode(width, height, rows, color=RGB, depth=8, level=9):
    """rows: packed samples of each row, without filter bytes. Each row gets the filter that looks smallest."""
    pixel = max(1, {GRAY: 1, RGB: 3, RGBA: 4}[color] * depth // 8)
    packed, before = bytearray(), bytes(len(rows[0]))
    for row in rows:
        candidates = [b"\0" + row]
        if depth == 8:
            left = bytes(pixel) + row[:-pixel]
            candidates.append(b"\1" + bytes((a - b) & 255 for a, b in zip(row, left)))
            candidates.append(b"\2" + bytes((a - b) & 255 for a, b in zip(row, before)))
        packed += min(candidates, key=_roughness)
        before = row
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    data = zlib.compress(bytes(packed), level)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def _roughness(filtered):
    return sum(min(byte, 256 - byte) for byte in filtered[1:])


MARK = 77


def page(number, width=60, height=90, paper=(232, 226, 208), side=4):
    """A page whose corner says which one it is.

    The pixels of the top left corner, `side` pixels wide and high, are red = number // 256, green = number % 256,
    blue = 77; so the order of pages can be read out of any lossless result.
    """
    side = min(side, width)
    mark = bytes((number // 256, number % 256, MARK)) * side
    plain = bytes(paper)
    rows = [(mark + plain * (width - side)) if y < side else plain * width for y in range(height)]
    return encode(width, height, rows)
