"""usage: gallery_check.py BROWSER FOLDER OUT: opens FOLDER/index.html from the disk in Chromium and checks it there.

Errors, warnings and requests that leave the disk fail the check, as do pictures that do not load, a slider, button or key without effect,
and a page that is wider than a narrow window. Screenshots go to OUT: light.png, dark.png, narrow.png.
The browser is spoken to over its debugging pipe (descriptors 3 and 4, messages that end in a zero byte), so nothing else is needed.
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time


class Browser:
    """A headless Chromium with one page."""

    def __init__(self, program):
        (self.to_read, self.to_write), (self.from_read, self.from_write) = os.pipe(), os.pipe()
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        def take_pipes():
            # The browser's own 3 and 4; what lies there now is moved out of the way first.
            read, write = os.dup(self.to_read), os.dup(self.from_write)
            os.dup2(read, 3)
            os.dup2(write, 4)
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars",
             "--force-device-scale-factor=1", f"--user-data-dir={self.profile.name}", "--no-first-run", "about:blank"],
            preexec_fn=take_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(self.to_read)
        os.close(self.from_write)
        self.number, self.buffer, self.events, self.session = 0, b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()

    def receive(self):
        while b"\0" not in self.buffer:
            data = os.read(self.from_read, 1 << 16)
            if not data:
                raise SystemExit("gallery-check: the browser ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"gallery-check: {method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def run(self, script):
        """The value of a JavaScript expression, which may be a promise."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"gallery-check: {script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, script, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            if self.run(script):
                return True
            time.sleep(0.1)
        return False

    def look(self, width, height, scheme="light", calm=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        features = [{"name": "prefers-color-scheme", "value": scheme},
                    {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def open(self, url):
        self.call("Page.navigate", url=url)
        if not self.wait("document.readyState === 'complete' && location.protocol === 'file:'"):
            raise SystemExit("gallery-check: the page does not load")

    def picture(self, clip=None, **more):
        parameters = {"format": "png", **more}
        if clip:
            parameters["clip"] = {**clip, "scale": 1}
        return base64.b64decode(self.call("Page.captureScreenshot", **parameters)["data"])

    def key(self, name, code):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code)


def main():
    program, folder, out = sys.argv[1:]
    url = pathlib.Path(folder, "index.html").resolve().as_uri()
    os.makedirs(out, exist_ok=True)
    failures = []
    def expect(condition, text):
        if not condition:
            failures.append(text)
            print(f"gallery-check: {text}", file=sys.stderr)

    browser = Browser(program)
    try:
        # Light, without motion, so that every picture can be looked at.
        browser.look(1280, 900, calm=True)
        browser.open(url)
        browser.run("document.querySelectorAll('img').forEach((image) => { image.loading = 'eager'; })")
        expect(browser.wait("[...document.images].every((image) => image.complete)"), "pictures go on loading")
        browser.run("Promise.all([...document.images].map((image) => image.decode().catch(() => 0)))")
        broken = browser.run("[...document.images].filter((image) => !image.naturalWidth).map((image) => image.src)")
        expect(not broken, f"pictures do not load: {broken}")
        wrong = browser.run(
            "[...document.querySelectorAll('figure img')].filter((image) => !image.alt).map((image) => image.src)")
        expect(not wrong, f"pictures without a text: {wrong}")
        ids = browser.run("[...document.querySelectorAll('[id]')].map((element) => element.id)")
        expect(len(ids) == len(set(ids)), "an id is used twice")
        clips = browser.run("document.querySelectorAll('[data-clip]').length")
        expect(clips > 7, f"{clips} clips")
        height = browser.run("document.documentElement.scrollHeight")
        shot = lambda name, width, height: open(os.path.join(out, name), "wb").write(
            browser.picture({"x": 0, "y": 0, "width": width, "height": height}, captureBeyondViewport=True))
        shot("light.png", 1280, min(height, 16000))

        # The slider shows the frames that lie in the strip, and so do the arrow keys.
        box = ("(() => { const b = document.querySelector('#play .stage').getBoundingClientRect();"
               " return { x: b.x + scrollX, y: b.y + scrollY, width: b.width, height: b.height }; })()")
        place = browser.run(box)
        stage = lambda: browser.picture(place, captureBeyondViewport=True)
        browser.run("document.querySelector('#play').scrollIntoView()")
        set_frame = ("(async (frame) => { const s = document.querySelector('#play input'); s.value = frame;"
                     " s.dispatchEvent(new Event('input')); for (let i = 0; i < 100; i++) {"
                     " await new Promise((r) => setTimeout(r, 50));"
                     " if (!document.querySelector('#play canvas').hidden) break; } })")
        browser.run(f"{set_frame}(0)")
        first = stage()
        browser.run(f"{set_frame}(30)")
        later = stage()
        expect(first != later, "the slider changes nothing")
        browser.run(f"{set_frame}(0)")
        expect(stage() == first, "frame 0 does not come back")
        browser.run("document.querySelector('#play input').focus()")
        browser.key("ArrowRight", 39)
        expect(browser.run("document.querySelector('#play input').value") == "1", "the arrow key does not move the slider")
        expect(browser.run("document.querySelector('#play output').textContent") != "0.00 s", "the time does not follow")

        # The buttons.
        browser.run("document.querySelector('#play .play').focus()")
        browser.key(" ", 32)
        expect(browser.run("document.querySelector('#play .play').getAttribute('aria-pressed')") == "true", "play does not play")
        start = browser.run("document.querySelector('#play input').value")
        expect(browser.wait(f"document.querySelector('#play input').value !== '{start}'", 5), "nothing moves while it plays")
        browser.run("document.querySelector('#play .play').click()")
        held = browser.run("document.querySelector('#play input').value")
        time.sleep(0.3)
        expect(browser.run("document.querySelector('#play input').value") == held, "pause does not pause")
        browser.run("document.querySelector('#play .copy').click()")
        expect(browser.wait("document.querySelector('#play .copy').textContent !== 'Copy'", 3), "the copy button says nothing")

        # Everything that can be used can be reached by the keyboard, in the order of the page.
        reachable = browser.run(
            "[...document.querySelectorAll('button, input, a')].filter((element) => element.tabIndex !== 0)"
            ".map((element) => element.outerHTML)")
        expect(not reachable, f"not to be reached by the keyboard: {reachable}")

        # Dark and moving.
        browser.look(1280, 900, scheme="dark")
        browser.open(url)
        expect(browser.wait("[...document.querySelectorAll('canvas')].some((canvas) => !canvas.hidden)"), "nothing plays by itself")
        paper = browser.run("getComputedStyle(document.body).backgroundColor")
        expect(paper == "rgb(13, 17, 23)", f"the dark page is {paper}")
        browser.run("document.querySelector('#play-timeline').scrollIntoView()")
        browser.wait("document.querySelector('#play-timeline img').currentSrc")
        source = browser.run("document.querySelector('#play-timeline img').currentSrc")
        expect(source.endswith("-dark.png"), f"the dark page shows {source}")
        browser.run("scrollTo(0, 0)")
        time.sleep(0.5)
        shot("dark.png", 1280, 2400)

        # As narrow as a small telephone.
        browser.look(360, 800, calm=True)
        browser.open(url)
        browser.run("document.querySelectorAll('img').forEach((image) => { image.loading = 'eager'; })")
        browser.wait("[...document.images].every((image) => image.complete)")
        browser.run("Promise.all([...document.images].map((image) => image.decode().catch(() => 0)))")
        width = browser.run("document.documentElement.scrollWidth")
        expect(width <= 360, f"the page is {width} wide in a window of 360")
        shot("narrow.png", 360, 4000)

        for event in browser.events:
            parameters = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                expect(False, f"exception: {parameters['exceptionDetails'].get('text')}")
            if event["method"] == "Runtime.consoleAPICalled":
                expect(False, f"the console says {parameters['args']}")
            if event["method"] == "Log.entryAdded":
                expect(False, f"the log says {parameters['entry']['text']} {parameters['entry'].get('url', '')}")
            if event["method"] == "Network.requestWillBeSent":
                request = parameters["request"]["url"]
                expect(request.startswith(("file:", "data:", "about:")), f"request of {request}")
    finally:
        browser.close()
    if failures:
        raise SystemExit(1)
    print(f"gallery-check: {url} works; light.png, dark.png and narrow.png are in {out}")


main()
