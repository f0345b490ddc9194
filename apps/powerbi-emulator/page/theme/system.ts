import type { SystemColors } from './theme.ts';

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

export const systemIsDark = (): boolean => window.matchMedia(dark).matches;

/** Told when the reader's system changes its colours. */
export function watchSystem(changed: () => void): void {
  for (const query of [forced, dark]) window.matchMedia(query).addEventListener('change', changed);
}
