/** Text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

const style = `
:root { color-scheme: light dark; --ground: light-dark(#f3f5f8, #12161c); --card: light-dark(#fff, #1b2129); --text: light-dark(#1c2430, #e8ecf2);
  --muted: light-dark(#5a6472, #a3adbb); --line: light-dark(#dfe3e9, #2e3641); --field: light-dark(#8791a0, #6b7686);
  --accent: light-dark(#2459c0, #7ba6f5); --on-accent: light-dark(#fff, #0f1520); --bad: light-dark(#b42b2b, #f48a81); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--ground); color: var(--text);
  font: 15px/1.5 'Segoe UI', system-ui, sans-serif; }
main { width: min(420px, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 28px; }
h1 { font-size: 20px; line-height: 1.3; margin: 0 0 4px; }
h2 { font-size: 12px; font-weight: 600; color: var(--muted); margin: 20px 0 6px; overflow-wrap: anywhere; }
p { margin: 0 0 16px; color: var(--muted); overflow-wrap: anywhere; }
code { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; color: var(--text); user-select: all; white-space: nowrap; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 6px; }
form { margin: 0; }
button { width: 100%; font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px;
  min-height: 44px; cursor: pointer; }
button:hover { border-color: var(--accent); }
:is(button, input):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.link { border-color: transparent; color: var(--accent); margin-top: 8px; }
li button, .who { display: grid; grid-template-columns: auto 1fr; gap: 0 12px; text-align: start; align-items: center; }
.who { margin: 16px 0; }
li button small, .who small, li small { color: var(--muted); font-size: 13px; overflow-wrap: anywhere; }
li button small, .who small { grid-column: 2; }
li i, .who i { grid-row: 1 / 3; font-style: normal; font-size: 13px; font-weight: 600; width: 36px; height: 36px; border-radius: 50%;
  display: grid; place-items: center; background: light-dark(#e3ecfb, #24364f); color: var(--accent); }
label { display: block; font-size: 13px; color: var(--muted); margin-bottom: 4px; }
input { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--field); border-radius: 8px; padding: 9px 12px;
  min-height: 44px; margin-bottom: 12px; }
input[aria-invalid='true'] { border-color: var(--bad); }
.problem { color: var(--bad); }
.hint { font-size: 13px; margin: 14px 0 0; }
.choice { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin-top: 20px; }
.end { margin-top: 20px; }
li.plain { display: flex; justify-content: space-between; gap: 12px; border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px; }
`;

/** A small page in the middle of the window. `body` is HTML. */
export const smallPage = (language: string, title: string, body: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
