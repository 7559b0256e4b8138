"""The smallest honest JPEG, GIF and WebP files: one tone each, for tests that copy bytes and read headers."""
import struct

# Annex K of ITU-T T.81: the usual Huffman tables for luminance, AC shortened to what is used here.
_DC_BITS = bytes([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0])
_DC_CODES = {0: "00", 1: "010", 2: "011", 3: "100", 4: "101", 5: "110", 6: "1110", 7: "11110", 8: "111110"}


def jpeg(width, height, tone=160, extra=b""):
    """A baseline JPEG of one gray tone. `extra`: whole marker segments put in behind JFIF's."""
    level = round((tone - 128) / 2)  # quantization step 16 at DC: a block's coefficient is 8 times its mean
    bits = []
    for block in range(-(-width // 8) * -(-height // 8)):
        difference = level if block == 0 else 0
        size = abs(difference).bit_length()
        bits.append(_DC_CODES[size])
        if size:
            value = difference if difference > 0 else difference + (1 << size) - 1
            bits.append(format(value, f"0{size}b"))
        bits.append("0")  # end of block: the one AC code there is
    stream = "".join(bits)
    stream += "1" * (-len(stream) % 8)
    data = bytes(int(stream[i:i + 8], 2) for i in range(0, len(stream), 8)).replace(b"\xff", b"\xff\0")

    def segment(marker, body):
        return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body

    return (
        b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0") + extra
        + segment(0xDB, b"\0" + bytes([16]) * 64)
        + segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0")
        + segment(0xC4, b"\0" + _DC_BITS + bytes(range(12))[:sum(_DC_BITS)])
        + segment(0xC4, b"\x10" + bytes([1]) + bytes(15) + b"\0")
        + segment(0xDA, b"\1\1\0\0\x3f\0") + data + b"\xff\xd9")


def gif(width, height, tone=160):
    """A GIF of one gray tone."""
    codes, size = [], 3  # two bits a sample; clear codes keep the code size at three bits
    for index in range(width * height):
        if index % 2 == 0:
            codes.append(4)
        codes.append(1)
    codes.append(5)
    accumulator = bits = 0
    data = bytearray()
    for code in codes:
        accumulator |= code << bits
        bits += size
        while bits >= 8:
            data.append(accumulator & 255)
            accumulator >>= 8
            bits -= 8
    data.append(accumulator & 255)
    blocks = b"".join(bytes([len(data[i:i + 255])]) + data[i:i + 255] for i in range(0, len(data), 255))
    palette = bytes(3) + bytes([tone] * 3) + bytes(6)
    return (
        b"GIF89a" + struct.pack("<HHBBB", width, height, 0x81, 0, 0) + palette
        + b"," + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\2" + bytes(blocks) + b"\0;")


def webp(width, height, tone=160):
    """A lossless WebP of one gray tone: every Huffman code has a single symbol, so no pixel takes any bits."""
    bits = []

    def put(value, count):
        bits.extend(value >> i & 1 for i in range(count))

    put(0x2F, 8)
    put(width - 1, 14)
    put(height - 1, 14)
    put(0, 1 + 3)  # no alpha, version 0
    put(0, 1)  # no transform
    put(0, 1)  # no color cache
    put(0, 1)  # no meta prefix codes
    for symbol in (tone, tone, tone, 255, 0):  # green, red, blue, alpha, distance
        put(1, 1)  # simple code
        put(0, 1)  # one symbol
        put(1, 1)  # of eight bits
        put(symbol, 8)
    bits += [0] * (-len(bits) % 8)
    data = bytes(sum(bit << i for i, bit in enumerate(bits[j:j + 8])) for j in range(0, len(bits), 8))
    data += bytes(len(data) % 2)
    chunk = b"VP8L" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk
