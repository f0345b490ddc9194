import type { SystemColors } from '../visuals/theme/theme.ts';

const forced = '(forced-colors: active)';
const dark = '(prefers-color-scheme: dark)';

/** The colours of a high-contrast system; undefined where the page chooses its own. */
export function systemColors(): SystemColors | undefined {
  if (!window.matchMedia(forced).matches) return undefined;
  const probe = document.createElement('i');
  probe.style.forcedColorAdjust = 'none';
  document.body.append(probe);
  const read = (name: string): string => {
    probe.style.color = name;
    return getComputedStyle(probe).color;
  };
  const colors = { canvas: read('Canvas'), text: read('CanvasText'), accent: read('Highlight') };
  probe.remove();
  return colors;
}

/** As the address asks for it: `theme=dark`, or `theme=auto` for what the reader's system has. */
export const baseScheme = (): 'light' | 'dark' => {
  const wanted = new URLSearchParams(window.location.search).get('theme');
  if (wanted === 'auto') return window.matchMedia(dark).matches ? 'dark' : 'light';
  return wanted === 'dark' ? 'dark' : 'light';
};

/** Called when the system's colours change. */
export function watchSystem(changed: () => void): void {
  for (const query of [forced, dark]) window.matchMedia(query).addEventListener('change', changed);
}
