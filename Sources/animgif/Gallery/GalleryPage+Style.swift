// The page's style sheet: one set of colours for light and one for dark, cards in as many columns as there is room for.

extension GalleryPage {
  /// CSS.
  static let style = """
    :root {
      --paper: #ffffff; --card: #f6f8fa; --ink: #1f2328; --muted: #59636e; --line: #d1d9e0; --accent: #0969da; --code: #ffffff;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #0d1117; --card: #151b23; --ink: #e6edf3; --muted: #9198a1; --line: #3d444d; --accent: #4493f8; --code: #0d1117;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-behavior: smooth; scroll-padding-top: 4rem; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
    }
    header, main, footer { max-width: 1200px; margin: 0 auto; padding: 0 20px; }
    header { padding-top: 40px; }
    h1 { font-size: 2rem; line-height: 1.2; margin: 0; }
    header p { margin: 8px 0 0; max-width: 44rem; color: var(--muted); }
    .bar {
      display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; justify-content: space-between;
      margin-top: 20px; padding: 10px 0; border-block: 1px solid var(--line);
    }
    nav { display: flex; flex-wrap: wrap; gap: 4px 16px; }
    a { color: var(--accent); }
    nav a { text-decoration: none; }
    nav a:hover { text-decoration: underline; }
    section { padding-top: 12px; }
    h2 { font-size: 1.4rem; margin: 36px 0 16px; }
    h3 { font-size: 1rem; margin: 0; }
    .effect { display: grid; grid-template-columns: minmax(260px, 320px) minmax(0, 1fr); gap: 16px; margin-bottom: 16px; align-items: start; }
    .effect .card { position: sticky; top: 16px; }
    .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 264px), 1fr)); gap: 16px; }
    figure { margin: 0; }
    .card, .chart {
      display: flex; flex-direction: column; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
      overflow: hidden; min-width: 0;
    }
    .stage {
      display: flex; align-items: center; justify-content: center; height: 240px; padding: 12px; background: #ffffff;
      border-bottom: 1px solid var(--line);
    }
    .figures .stage { height: 200px; }
    .picture { position: relative; display: flex; max-width: 100%; max-height: 100%; }
    .picture img, .picture canvas { display: block; max-width: 100%; max-height: 100%; object-fit: contain; }
    .stage .picture { height: 100%; align-items: center; justify-content: center; }
    .stage img { width: auto; height: auto; max-height: 214px; }
    .figures .stage img { max-height: 174px; }
    .picture canvas { position: absolute; inset: 0; margin: auto; }
    .picture canvas[hidden] { display: none; }
    .playing-canvas img { visibility: hidden; }
    .controls { display: none; }
    .script div.controls { display: flex; align-items: center; gap: 10px; padding: 8px 12px 0; }
    .script button.controls { display: inline-block; }
    .controls input { flex: 1; min-width: 0; margin: 0; accent-color: var(--accent); height: 24px; }
    .controls output { min-width: 4.2em; text-align: right; font-size: .85rem; font-variant-numeric: tabular-nums; color: var(--muted); }
    button {
      font: inherit; font-size: .85rem; color: var(--ink); background: var(--code); border: 1px solid var(--line);
      border-radius: 6px; padding: 3px 10px; cursor: pointer;
    }
    button:hover { border-color: var(--muted); }
    .play { display: grid; place-items: center; width: 32px; height: 32px; padding: 0; flex: none; }
    .play svg { width: 16px; height: 16px; fill: currentColor; }
    .play[aria-pressed="true"] .to-play, .play:not([aria-pressed="true"]) .to-pause { display: none; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    figcaption { display: flex; flex-direction: column; flex: 1; padding: 10px 12px 12px; }
    figcaption p { margin: 2px 0 10px; font-size: .9rem; color: var(--muted); }
    .command { display: flex; gap: 8px; align-items: start; margin-top: auto; }
    code { font: .8rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    .command code {
      flex: 1; min-width: 0; overflow-wrap: anywhere; background: var(--code); border: 1px solid var(--line);
      border-radius: 6px; padding: 4px 8px;
    }
    .command code span { display: inline-block; max-width: 100%; }
    .chart .scroll { overflow-x: auto; flex: 1; display: flex; align-items: center; background: var(--paper); border-bottom: 1px solid var(--line); }
    .chart picture { margin: auto; flex: none; width: max(100%, 640px); }
    .chart img { display: block; width: 100%; height: auto; }
    .chart figcaption { flex: none; }
    footer { padding-top: 32px; padding-bottom: 40px; color: var(--muted); font-size: .9rem; }
    #said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    @media (max-width: 860px) {
      .effect { grid-template-columns: minmax(0, 1fr); }
      .effect .card { position: static; }
    }
    @media (max-width: 480px) {
      header, main, footer { padding-left: 12px; padding-right: 12px; }
      header { padding-top: 24px; }
    }
    @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
    @media print { .controls, .script div.controls, .script button.controls { display: none; } }
    """
}
