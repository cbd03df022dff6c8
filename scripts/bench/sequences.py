#!/usr/bin/env python3
"""usage: sequences.py FOLDER

Draws three sequences of PNG frames for the comparison of encoders, the same on every run. Needs Pillow.

flat      400x400, 90 frames: flat colours with smooth edges, a turning ring and a wave
gradient  400x400, 60 frames: half-clear discs that move over a smooth gradient
photo     800x600, 60 frames: grainy clouds, as a photograph has them, uncovered by a growing circle
"""
import math
import os
import random
import sys

from PIL import Image, ImageChops, ImageDraw

FINE = 3  # drawn so many times larger, then averaged


def coverage(size, draw):
    mask = Image.new("L", (size[0] * FINE, size[1] * FINE))
    draw(ImageDraw.Draw(mask))
    return mask.resize(size, Image.BOX)


def flat(count=90, size=(400, 400)):
    for k in range(count):
        turn = 2 * math.pi * k / count
        image = Image.new("RGB", size, (250, 248, 242))

        def wave(draw):
            edge = [(x * FINE, FINE * (300 + 24 * math.sin(x / 40 + turn))) for x in range(-4, 405, 4)]
            draw.polygon(edge + [(1212, 1200), (-12, 1200)], fill=255)

        def ring(draw):
            start = math.degrees(turn)
            draw.arc([80 * FINE, 60 * FINE, 320 * FINE, 300 * FINE], start, start + 90 + 180 * k / count, 255, 22 * FINE)

        image.paste((39, 120, 209), mask=coverage(size, wave))
        image.paste((232, 76, 61), mask=coverage(size, ring))
        yield image


def gradient(count=60, size=(400, 400)):
    ramp = Image.linear_gradient("L").resize(size, Image.BICUBIC)
    ground = Image.merge("RGB", [ramp, ramp.rotate(90), ImageChops.invert(ramp)])
    for k in range(count):
        image = ground.copy()
        for number, color in enumerate([(255, 240, 120), (40, 30, 160), (240, 90, 120)]):
            angle = 2 * math.pi * (k / count + number / 3)
            x, y, radius = 200 + 110 * math.cos(angle), 200 + 90 * math.sin(angle), 40 + 9 * number

            def disc(draw):
                draw.ellipse([FINE * v for v in (x - radius, y - radius, x + radius, y + radius)], fill=150)

            image.paste(color, mask=coverage(size, disc))
        yield image


def photo(count=60, size=(800, 600)):
    chance = random.Random(6)
    channels = []
    for channel in range(3):
        total = Image.new("L", size, 60 + 20 * channel)
        for octave in range(8):
            small = (4 << octave, 3 << octave)
            noise = Image.frombytes("L", small, bytes(chance.randrange(256) for _ in range(small[0] * small[1])))
            strength = 0.5**octave / 1.6
            total = ImageChops.add(total, noise.resize(size, Image.BICUBIC).point(lambda v: int(v * strength)))
        channels.append(total)
    picture = Image.merge("RGB", channels)
    for k in range(count):
        radius = 520 * (k + 1) / count
        image = Image.new("RGB", size, (30, 30, 34))
        box = [FINE * v for v in (400 - radius, 300 - radius, 400 + radius, 300 + radius)]
        image.paste(picture, mask=coverage(size, lambda draw: draw.ellipse(box, fill=255)))
        yield image


for name, frames in (("flat", flat()), ("gradient", gradient()), ("photo", photo())):
    folder = os.path.join(sys.argv[1], name)
    os.makedirs(folder, exist_ok=True)
    for number, frame in enumerate(frames):
        frame.save(os.path.join(folder, f"f{number:03}.png"), compress_level=4)
