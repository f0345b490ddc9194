/** Text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

const style = `
:root { color-scheme: light dark; --ground: light-dark(#f3f5f8, #12161c); --card: light-dark(#fff, #1b2129); --text: light-dark(#1c2430, #e8ecf2);
  --muted: light-dark(#5a6472, #a3adbb); --line: light-dark(#dfe3e9, #2e3641); --accent: light-dark(#2f6bda, #6c9bf2); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--ground); color: var(--text);
  font: 15px/1.5 'Segoe UI', system-ui, sans-serif; }
main { width: min(420px, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 28px; }
h1 { font-size: 20px; line-height: 1.3; margin: 0 0 4px; }
p { margin: 0 0 20px; color: var(--muted); overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px; }
button { width: 100%; display: grid; text-align: start; font: inherit; color: inherit; background: none; border: 1px solid var(--line);
  border-radius: 8px; padding: 10px 14px; cursor: pointer; }
button:hover { border-color: var(--accent); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button small { color: var(--muted); font-size: 13px; overflow-wrap: anywhere; }
`;

/** A small page in the middle of the window. `body` is HTML. */
export const smallPage = (language: string, title: string, body: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
