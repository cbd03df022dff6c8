#!/usr/bin/env python3
"""Makes TestHan.otf, the small font that the text tests take East Asian characters from: our own drawing, boxes and a disc;
and its italic, TestHan-Italic.otf, the same with all glyphs 900 wide.

usage: make-test-font.py DIRECTORY   (needs fontTools)

1000 units to the em, all glyphs 1000 wide, ascent 900, descent 100. The ideographs are squares of 800 with sides that tell them
apart, the full stop is a disc of cubic curves. The outlines are CFF, unlike DejaVu's.
"""
import sys
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

BOXES = {"中": 800, "文": 780, "字": 760, "画": 740, "動": 720, "あ": 700, "한": 680}
BRACKETS = {"「": (500, 900), "」": (100, 500), "、": (100, 300)}


def box(pen, x0, y0, x1, y1):
    pen.moveTo((x0, y0))
    pen.lineTo((x1, y0))
    pen.lineTo((x1, y1))
    pen.lineTo((x0, y1))
    pen.closePath()


def disc(pen, x, y, r):
    k = round(r * 0.5523)
    pen.moveTo((x + r, y))
    pen.curveTo((x + r, y + k), (x + k, y + r), (x, y + r))
    pen.curveTo((x - k, y + r), (x - r, y + k), (x - r, y))
    pen.curveTo((x - r, y - k), (x - k, y - r), (x, y - r))
    pen.curveTo((x + k, y - r), (x + r, y - k), (x + r, y))
    pen.closePath()


def glyph(draw):
    pen = T2CharStringPen(1000, None)
    draw(pen)
    return pen.getCharString()


glyphs = {".notdef": glyph(lambda pen: box(pen, 50, 0, 950, 800))}
cmap = {}
for character, side in BOXES.items():
    cmap[ord(character)] = name = f"uni{ord(character):04X}"
    glyphs[name] = glyph(lambda pen: box(pen, 100, 0, 100 + side, side))
for character, (x0, x1) in BRACKETS.items():
    cmap[ord(character)] = name = f"uni{ord(character):04X}"
    glyphs[name] = glyph(lambda pen: box(pen, x0, 0, x1, 400))
cmap[ord("。")] = "uni3002"
glyphs["uni3002"] = glyph(lambda pen: disc(pen, 200, 100, 100))

for style, advance in (("Regular", 1000), ("Italic", 900)):
    name = "TestHan" if style == "Regular" else "TestHan-Italic"
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(cmap)
    builder.setupHorizontalMetrics({name: (advance, 0) for name in glyphs})
    builder.setupHorizontalHeader(ascent=900, descent=-100)
    builder.setupCFF(name, {"FullName": f"Test Han {style}"}, glyphs, {})
    builder.setupNameTable({"familyName": "Test Han", "styleName": style, "psName": name})
    builder.setupOS2(
        sTypoAscender=900, sTypoDescender=-100, usWinAscent=900, usWinDescent=100, sCapHeight=800, sxHeight=700,
        fsSelection=0x40 if style == "Regular" else 0x01)
    builder.setupPost(italicAngle=0 if style == "Regular" else -12)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font["head"].macStyle = 0 if style == "Regular" else 2
    builder.save(f"{sys.argv[1]}/{name}.otf")
