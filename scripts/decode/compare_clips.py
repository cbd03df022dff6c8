#!/usr/bin/env python3
"""usage: compare_clips.py FOLDER

Lets Pillow, ffmpeg and pngcheck judge many APNG files at once. For every clip the folder holds

NAME.apng  the file
NAME.rgba  straight RGBA bytes of all frames that were meant, one after the other, colour 0 where alpha is 0
NAME.txt   "WIDTH HEIGHT PLAYS POSTER" with POSTER 0 or 1, then one line "NUMERATOR DENOMINATOR" per frame, in seconds

Frames that look like the one before may have been merged, so frames are compared by the time at which they are shown, exactly.
"""
import glob
import io
import os
import struct
import subprocess
import sys
import zlib
from fractions import Fraction

import PIL
from PIL import Image


def chunks(blob):
    """Every chunk as (type, payload); fails on a wrong checksum or a file that ends early."""
    if blob[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("no PNG signature")
    place, found = 8, []
    while place < len(blob):
        length, name = struct.unpack(">I4s", blob[place : place + 8])
        payload = blob[place + 8 : place + 8 + length]
        if zlib.crc32(name + payload) != struct.unpack(">I", blob[place + 8 + length : place + 12 + length])[0]:
            raise ValueError(f"{name} has a wrong checksum")
        found.append((name, payload))
        place += 12 + length
    return found


def check_structure(found, width, height, plays, poster):
    """Returns the delays; fails unless order, numbers, sizes and loop are as the specification and the options say."""
    names = [name for name, _ in found]
    if names[0] != b"IHDR" or names[-1] != b"IEND" or names.count(b"acTL") != 1:
        raise ValueError(f"chunks {names[:4]} … {names[-1]}")
    if names.index(b"acTL") > names.index(b"IDAT"):
        raise ValueError("acTL stands behind IDAT")
    if (names.index(b"fcTL") > names.index(b"IDAT")) != poster:
        raise ValueError("the still image is a frame, or is none, against what was asked for")
    delays, number = [], 0
    for name, payload in found:
        if name in (b"fcTL", b"fdAT"):
            if struct.unpack(">I", payload[:4])[0] != number:
                raise ValueError(f"a gap before number {number}")
            number += 1
        if name == b"fcTL":
            _, w, h, x, y, above, below, disposal, blend = struct.unpack(">IIIIIHHBB", payload)
            if w < 1 or h < 1 or x + w > width or y + h > height:
                raise ValueError("a frame lies outside the canvas")
            if not delays and (x, y, w, h) != (0, 0, width, height):
                raise ValueError("the first frame is not of the whole size")
            delays.append(Fraction(above, below))
    count, told = struct.unpack(">II", dict(found)[b"acTL"])
    if count != len(delays) or told != plays:
        raise ValueError(f"acTL says {count} frames and {told} plays; there are {len(delays)}, asked for {plays}")
    return delays


def cleared(picture):
    """Straight RGBA bytes with colour 0 where alpha is 0."""
    pixels = bytearray(picture)
    for place in range(3, len(pixels), 4):
        if pixels[place] == 0:
            pixels[place - 3 : place] = b"\0\0\0"
    return bytes(pixels)


def still(header, shared, width, height, data):
    """A frame's pixels, decoded by Pillow as a file of its own."""
    blob = b"\x89PNG\r\n\x1a\n"
    head = struct.pack(">II", width, height) + header[8:]
    for name, payload in [(b"IHDR", head), *shared, (b"IDAT", data), (b"IEND", b"")]:
        blob += struct.pack(">I", len(payload)) + name + payload + struct.pack(">I", zlib.crc32(name + payload))
    return Image.open(io.BytesIO(blob)).convert("RGBA")


def by_stills(found, poster):
    """The frames decoded by Pillow one by one and put together here, as the specification says for the disposal none."""
    header = found[0][1]
    shared = [(name, payload) for name, payload in found if name in (b"PLTE", b"tRNS")]
    canvas = Image.new("RGBA", struct.unpack(">II", header[:8]))
    frames = []
    for name, payload in found:
        if name == b"fcTL":
            frames.append((struct.unpack(">IIIIIHHBB", payload), []))
        elif name == b"IDAT" and not poster:
            frames[-1][1].append(payload)
        elif name == b"fdAT":
            frames[-1][1].append(payload[4:])
    for (_, width, height, x, y, _, _, disposal, blend), parts in frames:
        if disposal != 0:
            raise ValueError(f"disposal {disposal}, which this program leaves alone")
        picture = still(header, shared, width, height, b"".join(parts))
        if blend == 0:
            canvas.paste(picture, (x, y))
        else:
            if any(picture.getchannel("A").histogram()[1:255]):
                raise ValueError("half-transparent pixels drawn over others")
            canvas.paste(picture, (x, y), picture)
        yield cleared(canvas.tobytes())


def by_pillow(path, poster):
    image = Image.open(path)
    for index in range(1 if poster else 0, image.n_frames):
        image.seek(index)
        yield cleared(image.convert("RGBA").tobytes())


def by_ffmpeg(path, size):
    command = ["ffmpeg", "-nostdin", "-v", "fatal", "-f", "apng", "-ignore_loop", "1", "-i", path]
    run = subprocess.run(
        command + ["-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-"], capture_output=True
    )
    if run.returncode or run.stderr:
        raise ValueError(run.stderr.decode())
    return [cleared(run.stdout[place : place + size]) for place in range(0, len(run.stdout), size)]


def check(path):
    head, *lines = open(path[:-5] + ".txt").read().splitlines()
    width, height, plays, poster = map(int, head.split())
    durations = [Fraction(*map(int, line.split())) for line in lines]
    size = 4 * width * height
    data = open(path[:-5] + ".rgba", "rb").read()
    meant = [data[place : place + size] for place in range(0, len(data), size)]
    delays = check_structure(chunks(open(path, "rb").read()), width, height, plays, bool(poster))
    if sum(delays) != sum(durations):
        raise ValueError(f"it lasts {sum(delays)} s instead of {sum(durations)} s")
    found = chunks(open(path, "rb").read())
    decoders = [("Pillow's stills", list(by_stills(found, bool(poster)))), ("ffmpeg", by_ffmpeg(path, size))]
    # Pillow 9, which Debian 12 has, forgets the key colour of RGB when it draws one frame over another.
    has_key = found[0][1][9] == 2 and any(name == b"tRNS" for name, _ in found)
    if not has_key or int(PIL.__version__.split(".")[0]) >= 12:
        decoders.append(("Pillow", list(by_pillow(path, poster))))
    for decoder, shown in decoders:
        if len(shown) != len(delays):
            raise ValueError(f"{decoder} sees {len(shown)} frames instead of {len(delays)}")
        stored, start, time = 0, Fraction(0), Fraction(0)
        for index, duration in enumerate(durations):
            while start + delays[stored] <= time:
                start, stored = start + delays[stored], stored + 1
            if shown[stored] != meant[index]:
                place = next(i for i in range(size) if shown[stored][i] != meant[index][i]) // 4
                raise ValueError(
                    f"{decoder}, frame {index}, pixel ({place % width}, {place // width}): "
                    f"{tuple(shown[stored][4 * place:4 * place + 4])} instead of "
                    f"{tuple(meant[index][4 * place:4 * place + 4])}"
                )
            time += duration
    run = subprocess.run(["pngcheck", "-q", path], capture_output=True)
    if run.returncode:
        raise ValueError(f"pngcheck: {run.stdout.decode()}")


paths = sorted(glob.glob(os.path.join(sys.argv[1], "*.apng")))
failures = 0
for path in paths:
    try:
        check(path)
    except Exception as error:
        print(f"{os.path.basename(path)}: {error}")
        failures += 1
print(f"{len(paths) - failures} of {len(paths)} clips are shown as they were meant")
sys.exit(1 if failures or not paths else 0)
