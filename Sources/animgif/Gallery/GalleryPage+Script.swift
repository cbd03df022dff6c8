// The page's script: plays strips of frames on canvases, only what is in view, and steps through them by slider. No library, no request.

extension GalleryPage {
  /// JavaScript.
  static let script = """
    "use strict";
    (() => {
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const clips = [...document.querySelectorAll("[data-clip]")].map((figure) => {
        const clip = JSON.parse(figure.dataset.clip);
        return Object.assign(clip, {
          figure, strip: null, isVisible: false, isPlaying: !calm, frame: -1, clock: 0, seen: null,
          box: figure.querySelector(".picture"), still: figure.querySelector("img"), canvas: figure.querySelector("canvas"),
          button: figure.querySelector(".play"), slider: figure.querySelector("input"), output: figure.querySelector("output"),
        });
      });

      function load(clip) {
        if (!clip.strip) {
          clip.strip = new Image();
          clip.strip.onload = () => { if (clip.frame >= 0) draw(clip, clip.frame); wake(); };
          clip.strip.src = clip.src;
        }
        return clip.strip.complete && clip.strip.naturalWidth > 0;
      }

      // A strip takes much memory once it is decoded: what is out of view lets it go.
      function unload(clip) { clip.strip = null; }

      function draw(clip, frame) {
        clip.frame = frame;
        if (load(clip)) {
          const x = frame % clip.columns * clip.width, y = Math.floor(frame / clip.columns) * clip.height;
          const context = clip.canvas.getContext("2d");
          context.clearRect(0, 0, clip.width, clip.height);
          context.drawImage(clip.strip, x, y, clip.width, clip.height, 0, 0, clip.width, clip.height);
          if (clip.canvas.hidden) {
            clip.canvas.hidden = false;
            clip.canvas.style.width = clip.still.clientWidth + "px";
            clip.canvas.style.height = clip.still.clientHeight + "px";
            clip.box.classList.add("playing-canvas");
          }
        }
        const time = (clip.starts[frame] / 1000).toFixed(2) + " s";
        clip.slider.value = frame;
        clip.slider.setAttribute("aria-valuetext", time + ", frame " + (frame + 1) + " of " + clip.starts.length);
        clip.output.textContent = time;
      }

      function frameAt(clip, time) {
        let low = 0, high = clip.starts.length - 1;
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if (clip.starts[middle] <= time) low = middle; else high = middle - 1;
        }
        return low;
      }

      function setPlaying(clip, isPlaying) {
        clip.isPlaying = isPlaying;
        clip.seen = null;
        clip.button.setAttribute("aria-pressed", isPlaying);
        clip.button.setAttribute("aria-label", (isPlaying ? "Pause " : "Play ") + clip.figure.querySelector("h3").textContent);
        if (isPlaying) wake();
      }

      let pending = 0;
      function wake() { if (!pending) pending = requestAnimationFrame(tick); }

      function tick(now) {
        pending = 0;
        let isBusy = false;
        for (const clip of clips) {
          if (!clip.isPlaying || !clip.isVisible || document.hidden) { clip.seen = null; continue; }
          isBusy = true;
          if (!load(clip)) continue;
          if (clip.seen !== null) clip.clock = (clip.clock + now - clip.seen) % clip.duration;
          clip.seen = now;
          const frame = frameAt(clip, clip.clock);
          if (frame !== clip.frame) draw(clip, frame);
        }
        if (isBusy) wake();
      }

      for (const clip of clips) {
        clip.clock = clip.starts[clip.slider.valueAsNumber];
        setPlaying(clip, clip.isPlaying);
        clip.button.addEventListener("click", () => { setPlaying(clip, !clip.isPlaying); tellAll(); });
        clip.slider.addEventListener("input", () => {
          setPlaying(clip, false);
          clip.clock = clip.starts[clip.slider.valueAsNumber];
          draw(clip, clip.slider.valueAsNumber);
          tellAll();
        });
      }

      const watcher = new IntersectionObserver((entries) => {
        for (const entry of entries) {
          const clip = clips.find((clip) => clip.figure === entry.target);
          clip.isVisible = entry.isIntersecting;
          if (!clip.isVisible) unload(clip);
        }
        wake();
      }, { rootMargin: "120px" });
      for (const clip of clips) watcher.observe(clip.figure);
      document.addEventListener("visibilitychange", wake);
      // A still that is shown at another size takes its canvas with it.
      const sizer = new ResizeObserver((entries) => {
        for (const entry of entries) {
          const clip = clips.find((clip) => clip.still === entry.target);
          clip.canvas.style.width = clip.still.clientWidth + "px";
          clip.canvas.style.height = clip.still.clientHeight + "px";
        }
      });
      for (const clip of clips) sizer.observe(clip.still);

      const all = document.getElementById("all");
      function tellAll() {
        const isAny = clips.some((clip) => clip.isPlaying);
        all.textContent = isAny ? "Pause all" : "Play all";
        all.setAttribute("aria-pressed", !isAny);
      }
      all.addEventListener("click", () => {
        const isAny = clips.some((clip) => clip.isPlaying);
        for (const clip of clips) setPlaying(clip, !isAny);
        tellAll();
      });
      tellAll();

      const said = document.getElementById("said");
      for (const button of document.querySelectorAll(".copy")) {
        button.addEventListener("click", async () => {
          const code = button.parentElement.querySelector("code");
          let isCopied = false;
          try { await navigator.clipboard.writeText(code.textContent); isCopied = true; } catch {
            const range = document.createRange();
            range.selectNodeContents(code);
            getSelection().removeAllRanges();
            getSelection().addRange(range);
            isCopied = document.execCommand("copy");
          }
          button.textContent = isCopied ? "Copied" : "Selected";
          said.textContent = isCopied ? "Copied " + code.textContent : "Selected " + code.textContent;
          setTimeout(() => { button.textContent = "Copy"; }, 1500);
        });
      }
    })();
    """
}
