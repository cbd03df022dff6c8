#!/usr/bin/env python3
"""usage: accuracy.py CAIRO PLAYER… -- SCENE…

Prints how far each player's edge pixels are from the truth, in levels of 0…255: RMS, largest, and mean signed error. The truth is the
scene enlarged 16 times (8 times from 500 pixels on), drawn by Cairo and averaged, so that neither Cairo's own coverage steps nor its
flattening count for much. Edge pixels are those whose enlarged block has more than one colour, and their neighbours. Of use for scenes in
which no shape's edge lies over another's."""
import os
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

Image.MAX_IMAGE_PIXELS = None
# How many leading numbers of a line, after `skip` fields, are lengths.
LENGTHS = {"M": (0, 2), "L": (0, 2), "C": (0, 6), "STROKE": (4, 1), "FILLLIN": (0, 4), "FILLRAD": (0, 3), "DASH": (0, 999)}


def enlarged(scene, factor):
    """The text of the scene, `factor` times as large."""
    lines = []
    for line in open(scene):
        fields = line.split()
        if fields and fields[0] == "SCENE":
            fields[2:4] = [str(int(value) * factor) for value in fields[2:4]]
        elif fields and fields[0] == "TRANSFORM":
            fields[5:7] = [repr(float(value) * factor) for value in fields[5:7]]
        elif fields and fields[0] in LENGTHS:
            skip, count = LENGTHS[fields[0]]
            first = 1 + skip
            last = min(first + count, len(fields))
            fields[first:last] = [repr(float(value) * factor) for value in fields[first:last]]
        lines.append(" ".join(fields))
    return "\n".join(lines) + "\n"


def picture(player, scene, folder):
    """The name and pixels of the scene, as the player draws it."""
    subprocess.run(player.split() + ["-t", "0", "-o", folder, scene], check=True, stdout=subprocess.DEVNULL)
    (file,) = os.listdir(folder)
    return file.split(".")[1], numpy.asarray(Image.open(os.path.join(folder, file)).convert("RGB"))


def truth(cairo, scene, factor):
    """The averaged pixels of the enlarged scene, and which of them lie on or beside an edge."""
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "large.txt")
        with open(path, "w") as file:
            file.write(enlarged(scene, factor))
        folder = os.path.join(work, "out")
        os.mkdir(folder)
        pixels = picture(cairo, path, folder)[1]
    height, width = pixels.shape[0] // factor, pixels.shape[1] // factor
    blocks = pixels.reshape(height, factor, width, factor, 3)
    mixed = (blocks.max(axis=(1, 3)) != blocks.min(axis=(1, 3))).any(axis=2)
    padded = numpy.pad(mixed, 1)
    edges = numpy.zeros_like(mixed)
    for dy in range(3):
        for dx in range(3):
            edges |= padded[dy : dy + height, dx : dx + width]
    return blocks.mean(axis=(1, 3), dtype=numpy.float64), edges


def main():
    split = sys.argv.index("--")
    cairo, players, scenes = sys.argv[1], sys.argv[1:split], sys.argv[split + 1 :]
    print(f"{'scene':16}{'player':10}{'RMS':>8}{'largest':>9}{'bias':>8}")
    for scene in scenes:
        width = int(open(scene).readline().split()[2])
        reference, edges = truth(cairo, scene, 16 if width <= 500 else 8)
        name = os.path.basename(scene).removesuffix(".txt")
        for player in players:
            with tempfile.TemporaryDirectory() as folder:
                peer, pixels = picture(player, scene, folder)
            error = pixels[edges].astype(numpy.float64) - reference[edges]
            rms, largest = numpy.sqrt((error**2).mean()), numpy.abs(error).max()
            print(f"{name:16}{peer:10}{rms:8.3f}{largest:9.1f}{error.mean():+8.3f}", flush=True)


main()
