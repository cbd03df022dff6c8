"""usage: effects_sheet.py FOLDER OUT/: the frames of the sheet that shows all effects at once. FOLDER holds one folder of frames per effect;
each effect begins again when it is over, so the sheet is seamless if its length is a multiple of each one's."""
import os
import sys

from PIL import Image

folder, out = sys.argv[1:]
side, gap = 150, 6
# Column, row and width in cells.
places = {
    "download": (0, 0, 1), "play": (1, 0, 1), "loading": (2, 0, 1), "arc": (3, 0, 1),
    "ring": (0, 1, 1), "dots": (1, 1, 2), "wave": (3, 1, 1),
}
frames = {
    name: [Image.open(os.path.join(folder, name, file)).convert("RGB") for file in sorted(os.listdir(os.path.join(folder, name)))]
    for name in places
}
count = max(map(len, frames.values()))
for name, pictures in frames.items():
    if count % len(pictures) != 0:
        sys.exit(f"{name} has {len(pictures)} frames, which does not divide {count}")
os.makedirs(out, exist_ok=True)
for index in range(count):
    sheet = Image.new("RGB", (4 * side + 5 * gap, 2 * side + 3 * gap), "#DDDDDD")
    for name, (column, row, width) in places.items():
        picture = frames[name][index % len(frames[name])]
        room = (width * side + (width - 1) * gap, side)
        x, y = gap + column * (side + gap), gap + row * (side + gap)
        sheet.paste(picture.getpixel((0, 0)), (x, y, x + room[0], y + room[1]))
        sheet.paste(picture, (x + (room[0] - picture.width) // 2, y + (room[1] - picture.height) // 2))
    sheet.save(os.path.join(out, f"{index:04}.png"))
