"""A ZIP writer that can also write what it should not: wrong checksums, odd names, links, lost directories."""
import dataclasses
import struct
import zlib

UTF8 = 0x800
ENCRYPTED = 0x1
#: 1 May 2021, 12:00, in the form ZIP has.
TIME, DATE = 12 << 11, (2021 - 1980) << 9 | 5 << 5 | 1
LINK, FILE = 0o120777 << 16, 0o100644 << 16


@dataclasses.dataclass
class Entry:
    """One entry. A name in bytes is written as it is, without the flag that says UTF-8."""

    name: object
    data: bytes = b""
    deflated: bool = False
    #: Written in place of the true checksum.
    crc: int = None
    #: Written into the entry's own header where it differs from the directory's.
    local_name: bytes = None
    attributes: int = FILE
    #: Encrypts in the traditional way (APPNOTE 6.1).
    password: bytes = None


def zipped(entries, comment=b"", directory=True):
    """The bytes of a ZIP. `entries`: `Entry` values or (name, data) pairs, in the order stored."""
    body, central, count = bytearray(), bytearray(), 0
    for entry in entries:
        entry = entry if isinstance(entry, Entry) else Entry(*entry)
        data = entry.data.encode() if isinstance(entry.data, str) else entry.data
        if isinstance(entry.name, bytes):
            name, flags = entry.name, 0
        else:
            name, flags = entry.name.encode(), 0 if entry.name.isascii() else UTF8
        crc = zlib.crc32(data) if entry.crc is None else entry.crc
        packed = _deflate(data) if entry.deflated else data
        if entry.password:
            flags |= ENCRYPTED
            packed = _encrypt(packed, entry.password, crc)
        local_name = name if entry.local_name is None else entry.local_name
        start = len(body)
        common = struct.pack(
            "<HHHHHIII", 20, flags, 8 if entry.deflated else 0, TIME, DATE, crc, len(packed), len(data))
        body += struct.pack("<I", 0x04034B50) + common + struct.pack("<HH", len(local_name), 0) + local_name + packed
        central += struct.pack("<IH", 0x02014B50, 3 << 8 | 20) + common
        central += struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, entry.attributes, start) + name
        count += 1
    if not directory:
        return bytes(body)
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(central), len(body), len(comment))
    return bytes(body + central + end) + comment


def shared(name, data, count):
    """A ZIP whose directory names one packed entry many times over."""
    whole = zipped([Entry(name % 0, data, deflated=True)])
    start = whole.index(b"PK\x01\x02")
    body, record = whole[:start], whole[start:whole.index(b"PK\x05\x06")]
    central = b"".join(record.replace((name % 0).encode(), (name % i).encode()) for i in range(count))
    return body + central + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(central), len(body), 0)


def _deflate(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def _encrypt(data, password, crc):
    keys = [0x12345678, 0x23456789, 0x34567890]

    def stir(byte):
        keys[0] = _crc_step(keys[0], byte)
        keys[1] = ((keys[1] + (keys[0] & 255)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = _crc_step(keys[2], keys[1] >> 24)

    for byte in password:
        stir(byte)
    out = bytearray()
    for byte in bytes(11) + bytes([crc >> 24]) + data:
        pad = (keys[2] | 2) & 0xFFFF
        out.append(byte ^ (pad * (pad ^ 1) >> 8) & 255)
        stir(byte)
    return bytes(out)


def _crc_step(crc, byte):
    return zlib.crc32(bytes([byte]), crc ^ 0xFFFFFFFF) ^ 0xFFFFFFFF
