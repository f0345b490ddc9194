export type Rgb = [number, number, number];

/** Reads `#rgb`, `#rrggbb` and `rgb(…)`; undefined for anything else. */
export function parseColor(text: unknown): Rgb | undefined {
  if (typeof text !== 'string') return undefined;
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(text.trim())?.[1];
  if (hex) {
    const full = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
    const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16);
    return [part(0), part(2), part(4)];
  }
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/i.exec(text.trim());
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : undefined;
}

export function hexOf(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

export function luminance(color: Rgb): number {
  const linear = (part: number): number => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = color;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return Math.max(one, other) / Math.min(one, other);
}

/** `share` of b in a. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => a[at] + (b[at] - a[at]) * share;
  return [part(0), part(1), part(2)];
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** The colour itself where it can be read on the ground, else the nearest shade that can. */
export function readable(color: Rgb, ground: Rgb, ratio = 4.5): Rgb {
  const end = contrast(white, ground) > contrast(black, ground) ? white : black;
  for (let share = 0; share < 1; share += 0.05) {
    const shade = mix(color, end, share);
    if (contrast(shade, ground) >= ratio) return shade;
  }
  return end;
}
