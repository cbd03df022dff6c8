"""usage: contact_sheet.py FOLDER OUT.png: one picture of every GIF and PNG in a folder, a frame out of the middle of each GIF, with its name."""
import os
import sys

from PIL import Image, ImageDraw, ImageFont

folder, out = sys.argv[1:]
columns, cell, label = 8, 140, 16
names = sorted(name for name in os.listdir(folder) if name.endswith((".gif", ".png")))
rows = -(-len(names) // columns)
sheet = Image.new("RGB", (columns * (cell + 8) + 8, rows * (cell + label + 8) + 8), "white")
draw = ImageDraw.Draw(sheet)
font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 11)
for index, name in enumerate(names):
    image = Image.open(os.path.join(folder, name))
    frames = getattr(image, "n_frames", 1)
    image.seek(frames * 55 // 100 if frames > 1 else 0)
    picture = image.convert("RGBA")
    picture.thumbnail((cell, cell), Image.LANCZOS)
    x, y = 8 + index % columns * (cell + 8), 8 + index // columns * (cell + label + 8)
    sheet.paste(picture, (x + (cell - picture.width) // 2, y + (cell - picture.height) // 2), picture)
    draw.rectangle((x, y, x + cell - 1, y + cell - 1), outline="#DDDDDD")
    draw.text((x + 2, y + cell + 1), os.path.splitext(name)[0], fill="#444444", font=font)
sheet.quantize(255).save(out, optimize=True)
