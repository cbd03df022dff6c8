#!/usr/bin/env python3
"""usage: chromium_frames.py FOLDER

Lets Chromium decode GIF, APNG and PNG files frame by frame (the ImageDecoder of its WebCodecs) and compares every frame, its time and the
number of plays with what was meant. Of every picture the folder holds

NAME.gif, NAME.apng or NAME.png  the file
NAME.rgba  straight RGBA bytes of all frames that were meant, one after the other; compared premultiplied
NAME.txt   "WIDTH HEIGHT PLAYS POSTER", PLAYS 0 for ever, then one line "NUMERATOR DENOMINATOR" per frame, in seconds

Frames that look like the one before may have been merged, so frames are compared by the time at which they are shown. CHROMIUM names the
program; else chromium, chromium-browser, google-chrome and google-chrome-stable are looked for. Exit 3 when there is none.
"""
import functools
import hashlib
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from fractions import Fraction

SECONDS = 120
PAGE = """<!doctype html><meta charset="utf-8"><script>
async function hex(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, b => b.toString(16).padStart(2, "0")).join("");
}
async function frames(name) {
  const data = await (await fetch(name)).arrayBuffer();
  const type = name.endsWith(".gif") ? "image/gif" : "image/png";
  const decoder = new ImageDecoder({data, type, premultiplyAlpha: "none", colorSpaceConversion: "none", preferAnimation: true});
  await decoder.tracks.ready;
  await decoder.completed;
  const track = decoder.tracks.selectedTrack;
  const shown = [];
  for (let index = 0; index < track.frameCount; index++) {
    const {image} = await decoder.decode({frameIndex: index});
    const pixels = new Uint8Array(4 * image.codedWidth * image.codedHeight);
    await image.copyTo(pixels, {format: "RGBA"});
    // Chromium keeps pixels premultiplied: only so many colours can be told apart under a low alpha.
    for (let i = 0; i < pixels.length; i++) if (i % 4 != 3) pixels[i] = Math.floor((pixels[i] * pixels[i | 3] + 127) / 255);
    shown.push({width: image.codedWidth, height: image.codedHeight, microseconds: image.duration, hash: await hex(pixels)});
    image.close();
  }
  const repeats = track.repetitionCount;
  return {frames: shown, plays: repeats === Infinity ? 0 : repeats + 1, animated: track.animated};
}
(async () => {
  const result = {};
  for (const name of NAMES) {
    try { result[name] = await frames(name); } catch (error) { result[name] = {error: String(error)}; }
  }
  await fetch("/result", {method: "POST", body: JSON.stringify(result)});
})();
</script>"""


def browser():
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    found = next((path for path in (shutil.which(name) for name in names if name) if path), None)
    if not found:
        print("there is no Chromium; scripts/setup --tests installs it, or CHROMIUM names one")
        sys.exit(3)
    return found


class Handler(http.server.SimpleHTTPRequestHandler):
    names, result, done = [], None, threading.Event()

    def do_GET(self):
        if self.path != "/":
            return super().do_GET()
        page = PAGE.replace("NAMES", json.dumps(self.names)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_POST(self):
        Handler.result = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        Handler.done.set()

    def log_message(self, *_):
        pass


def decoded(folder, names):
    """What Chromium says about every file."""
    Handler.names = names
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [browser(), "--headless=new", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage"]
        command += ["--disable-extensions", "--disable-background-networking", f"--user-data-dir={profile}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.append("--no-sandbox")
        with tempfile.TemporaryFile() as log:
            child = subprocess.Popen(command + [f"http://127.0.0.1:{server.server_port}/"], stdout=log, stderr=log)
            came = Handler.done.wait(SECONDS)
            child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if not came:
                log.seek(0)
                print(f"Chromium sent nothing within {SECONDS} s: {log.read()[-600:].decode(errors='replace')}")
                sys.exit(1)
    return Handler.result


def check(folder, name, seen):
    stem = os.path.join(folder, os.path.splitext(name)[0])
    head, *lines = open(stem + ".txt").read().splitlines()
    width, height, plays, _ = map(int, head.split())
    durations = [Fraction(*map(int, line.split())) for line in lines]
    data, size = open(stem + ".rgba", "rb").read(), 4 * width * height
    data = bytes(value if i % 4 == 3 else (value * data[i | 3] + 127) // 255 for i, value in enumerate(data))
    meant = [hashlib.sha256(data[place : place + size]).hexdigest() for place in range(0, len(data), size)]
    if "error" in seen:
        raise ValueError(seen["error"])
    frames = seen["frames"]
    if any((frame["width"], frame["height"]) != (width, height) for frame in frames):
        raise ValueError(f"a frame is not {width} by {height}")
    if len(meant) == 1 or len(frames) == 1:
        if len(frames) != 1 or any(frames[0]["hash"] != hash for hash in meant):
            raise ValueError(f"{len(frames)} frames, or the still looks different")
        return
    if seen["plays"] != plays:
        raise ValueError(f"it plays {seen['plays']} times instead of {plays}")
    total = sum(frame["microseconds"] for frame in frames)
    # Chromium counts in whole microseconds per frame, for some formats milliseconds.
    if abs(total - float(sum(durations)) * 1e6) > 1000 * len(frames):
        raise ValueError(f"it lasts {total} us instead of {float(sum(durations)) * 1e6:.0f}")
    stored, start, time = 0, 0.0, Fraction(0)
    for index, duration in enumerate(durations):
        middle = float(time + duration / 2) * 1e6
        while stored + 1 < len(frames) and start + frames[stored]["microseconds"] <= middle:
            start, stored = start + frames[stored]["microseconds"], stored + 1
        if frames[stored]["hash"] != meant[index]:
            raise ValueError(f"frame {index} (stored {stored}) looks different")
        time += duration


folder = sys.argv[1]
names = sorted(name for name in os.listdir(folder) if name.endswith((".gif", ".apng", ".png")))
seen = decoded(folder, names)
failures = 0
for name in names:
    try:
        check(folder, name, seen[name])
    except Exception as error:
        print(f"{name}: {error}")
        failures += 1
print(f"{len(names) - failures} of {len(names)} files look as they were meant")
sys.exit(1 if failures or not names else 0)
