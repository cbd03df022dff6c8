#!/usr/bin/env python3
"""usage: compare_frames.py FILE EXPECTED.rgba WIDTH HEIGHT DURATIONS PLAYS [--ends]

Lets Pillow and ffmpeg decode a GIF, APNG or PNG and compares what they show with what was drawn.

EXPECTED.rgba  straight RGBA bytes of all drawn frames, one after the other
DURATIONS      each drawn frame's time in the unit of the file's kind, separated by commas: hundredths of a second for a GIF,
               microseconds for an APNG, nothing for a PNG
PLAYS          how often the file says it plays; 0 for ever

Frames that show the same may have been merged in the file, so frames are compared by the time at which they are shown.
"""
import json
import subprocess
import sys

from PIL import Image, ImageSequence


def fail(text):
    print(text)
    sys.exit(1)


def straight(pixels):
    """Clears the colour of pixels that do not show."""
    if pixels[3::4].count(0) == 0:
        return pixels
    pixels = bytearray(pixels)
    for index in range(3, len(pixels), 4):
        if pixels[index] == 0:
            pixels[index - 3 : index] = b"\0\0\0"
    return bytes(pixels)


def compare(decoder, frames, expected, durations):
    """Walks through both from change to change, so that what is shown is right at every moment, not only when a frame begins."""
    if len(expected) != len(durations):
        fail(f"{len(expected)} frames were drawn for {len(durations)} durations")
    if abs(sum(d for _, d in frames) - sum(durations)) > 0.5:
        fail(f"{decoder}: the file lasts {sum(d for _, d in frames)}, drawn {sum(durations)}")
    stored, number, time = 0, 0, 0
    left, rest = frames[0][1], durations[0]
    while number < len(expected) and stored < len(frames):
        got, want = straight(frames[stored][0]), expected[number]
        if got != want:
            place = next((i for i in range(min(len(want), len(got))) if got[i] != want[i]), 0) // 4
            fail(
                f"{decoder}: at {time} frame {number} differs first at pixel {place % width},{place // width}: "
                f"{tuple(got[place*4:place*4+4])}, drawn {tuple(want[place*4:place*4+4])}"
            )
        step = min(left, rest)
        time, left, rest = time + step, left - step, rest - step
        # Half a unit is what rounding to the unit of a decoder may shift a change by.
        if left < 0.5:
            stored += 1
            left += frames[stored][1] if stored < len(frames) else 0
        if rest < 0.5:
            number += 1
            rest += durations[number] if number < len(expected) else 0
    if number < len(expected):
        fail(f"{decoder}: the file ends at {time}, before frame {number} is shown")


path, raw, width, height, durations, plays = sys.argv[1:7]
width, height, plays = int(width), int(height), int(plays)
durations = [float(d) for d in durations.split(",") if d]
size = width * height * 4
data = open(raw, "rb").read()
expected = [straight(data[i : i + size]) for i in range(0, len(data), size)]
kind = path.rsplit(".", 1)[-1].lower()

image = Image.open(path)
if image.size != (width, height):
    fail(f"the file is {image.size}, drawn {(width, height)}")

if kind == "png":
    if straight(image.convert("RGBA").tobytes()) != expected[0]:
        fail("Pillow: the still differs from what was drawn")
else:
    unit = 10 if kind == "gif" else 1e-3  # Pillow tells milliseconds
    frames = []
    for frame in ImageSequence.Iterator(image):
        frames.append((frame.convert("RGBA").tobytes(), frame.info.get("duration", 0) / unit))
    if kind == "gif" or len(frames) > 1:
        # Pillow rounds an APNG's fraction; the exact ones are compared below, out of the chunks.
        compare("Pillow", frames if kind == "gif" else [(p, d) for (p, _), d in zip(frames, durations)], expected, durations)
        loops = image.info.get("loop")
        told = (1 if loops is None else 0 if loops == 0 else loops + 1) if kind == "gif" else loops
        # A GIF of one image is no animation and tells nothing.
        wanted = 1 if kind == "gif" and len(frames) == 1 else plays
        if told != wanted:
            fail(f"the file plays {told} times, asked for {wanted}")

probe = subprocess.run(
    ["ffprobe", "-v", "error", "-show_entries", "packet=duration_time", "-of", "json", "-f", "apng" if kind == "apng" else "gif", path]
    if kind != "png"
    else ["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "json", path],
    capture_output=True,
)
if probe.returncode or probe.stderr:
    fail(f"ffprobe: {probe.stderr.decode()}")
command = ["ffmpeg", "-v", "error"]
if kind == "gif":
    command += ["-f", "gif", "-min_delay", "0", "-ignore_loop", "1"]
if kind == "apng":
    command += ["-f", "apng", "-ignore_loop", "1"]
# The file's own unit of time: in the mean rate's two frames may fall on one tick, of which ffmpeg complains.
command += ["-i", path, "-vsync", "passthrough", "-enc_time_base", "-1", "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
decoded = subprocess.run(command, capture_output=True)
if decoded.returncode or decoded.stderr:
    fail(f"ffmpeg: {decoded.stderr.decode()}")
pictures = [decoded.stdout[i : i + size] for i in range(0, len(decoded.stdout), size)]
if kind == "gif":
    times = [round(float(p["duration_time"]) * 100) for p in json.loads(probe.stdout)["packets"]]
    if len(times) != len(pictures):
        fail(f"ffprobe counts {len(times)} frames, ffmpeg {len(pictures)}")
    compare("ffmpeg", list(zip(pictures, times)), expected, durations)
elif kind == "png":
    if straight(pictures[0]) != expected[0]:
        fail("ffmpeg: the still differs from what was drawn")

if kind in ("png", "apng"):
    # Chunks: order, sequence numbers and exact delays, read here from the bytes.
    import struct
    import zlib

    blob = open(path, "rb").read()
    place, names, sequence, total, frame_count = 8, [], 0, 0, 0
    if blob[:8] != b"\x89PNG\r\n\x1a\n":
        fail("no PNG signature")
    while place < len(blob):
        length, name = struct.unpack(">I4s", blob[place : place + 8])
        body = blob[place + 8 : place + 8 + length]
        if zlib.crc32(name + body) != struct.unpack(">I", blob[place + 8 + length : place + 12 + length])[0]:
            fail(f"chunk {name} has a wrong checksum")
        place += 12 + length
        names.append(name)
        if name in (b"fcTL", b"fdAT"):
            if struct.unpack(">I", body[:4])[0] != sequence:
                fail("the sequence numbers have a gap")
            sequence += 1
        if name == b"fcTL":
            _, w, h, x, y, num, den = struct.unpack(">IIIIIHH", body[:24])
            if x + w > width or y + h > height or w < 1 or h < 1:
                fail("a frame lies outside the picture")
            total += num / den
            frame_count += 1
        if name == b"acTL":
            if struct.unpack(">II", body)[1] != plays:
                fail(f"acTL says {struct.unpack('>II', body)[1]} plays, asked for {plays}")
    if kind == "apng" and frame_count:
        if names.index(b"acTL") > names.index(b"IDAT"):
            fail("acTL stands behind IDAT")
        if abs(total * 1e6 - sum(durations)) > 1:
            fail(f"the delays make {total} s, drawn {sum(durations) / 1e6} s")
        compare("ffmpeg", [(p, d) for p, d in zip(pictures, durations)], expected, durations)
    check = subprocess.run(["pngcheck", "-q", path], capture_output=True)
    if check.returncode:
        fail(f"pngcheck: {check.stdout.decode()}")
print(f"{path}: {len(expected)} frames as drawn")
