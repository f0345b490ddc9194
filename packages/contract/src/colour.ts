/** Colour arithmetic for themes: WCAG contrast and the OKLCH space, in which equal steps look equal (bottosson.github.io/posts/oklab). */

/** Red, green and blue, 0–255; linear light, 0–1, where it says so. */
type Rgb = readonly [number, number, number];

/** Lightness 0–1, chroma 0–0.4, hue in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number };

const parse = (hex: string): Rgb => {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!digits) throw new Error(`Not a colour of the form #rrggbb: ${hex}`);
  return [parseInt(digits[1] as string, 16), parseInt(digits[2] as string, 16), parseInt(digits[3] as string, 16)];
};

const channel = (value: number): string =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0');

const format = ([red, green, blue]: Rgb): string => `#${channel(red)}${channel(green)}${channel(blue)}`;

const toLinear = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const fromLinear = (value: number): number => 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** The colour as light, each channel 0–1: the form in which eyes add it up. */
export const toLight = (hex: string): Rgb => {
  const [red, green, blue] = parse(hex);
  return [toLinear(red), toLinear(green), toLinear(blue)];
};

/** The colour of some light; what no screen can show is clipped. */
export const fromLight = (light: Rgb): string => {
  const [red, green, blue] = light.map((value) => fromLinear(Math.min(1, Math.max(0, value)))) as [number, number, number];
  return format([red, green, blue]);
};

/** Relative luminance of WCAG 2, 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const [red, green, blue] = toLight(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of WCAG 2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `share` of `other` in `one`: 0 gives `one`, 1 gives `other`. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [parse(one), parse(other)];
  return format([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);
}

/** Black or white, whichever reads better on `surface`. One of them always reaches 4.5. */
export const inkFor = (surface: string): string => (contrast('#ffffff', surface) >= contrast('#000000', surface) ? '#ffffff' : '#000000');

/**
 * `text` itself when it reads on every surface, else the nearest shade towards black or white that does.
 * Where no shade reads on all of them, the best ink for the first surface.
 */
export function readable(text: string, surfaces: readonly [string, ...string[]], ratio = 4.5): string {
  const reads = (colour: string) => surfaces.every((surface) => contrast(colour, surface) >= ratio);
  if (reads(text)) return mix(text, text, 0);
  const ink = [inkFor(surfaces[0]), '#000000', '#ffffff'].find(reads);
  if (!ink) return inkFor(surfaces[0]);
  let [unreadable, legible] = [0, 1];
  while (legible - unreadable > 1 / 256) {
    const middle = (unreadable + legible) / 2;
    if (reads(mix(text, ink, middle))) legible = middle;
    else unreadable = middle;
  }
  return mix(text, ink, legible);
}

export function toOklch(hex: string): Oklch {
  const [red, green, blue] = toLight(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

/** Linear light of a colour; outside 0–1 for what sRGB cannot show. */
function lightOf({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** What lies outside sRGB is clipped channel by channel: good enough for surfaces of little chroma. */
export const fromOklch = (colour: Oklch): string => fromLight(lightOf(colour));

const isShown = (colour: Oklch): boolean => lightOf(colour).every((value) => value > -1e-4 && value < 1.0001);

/** The same lightness and hue, with as much of the chroma as sRGB can show: 0 ends at black and 1 at white, whatever the hue. */
export function fitted(colour: Oklch): string {
  const lightness = Math.min(1, Math.max(0, colour.lightness));
  const wished = { ...colour, lightness };
  if (isShown(wished)) return fromOklch(wished);
  let [shown, unshown] = [0, colour.chroma];
  while (unshown - shown > 1e-3) {
    const middle = (shown + unshown) / 2;
    if (isShown({ ...wished, chroma: middle })) shown = middle;
    else unshown = middle;
  }
  return fromOklch({ ...wished, chroma: shown });
}

/** The same hue at another lightness, with at most `chroma`. */
export function shade(hex: string, lightness: number, chroma: number): string {
  const colour = toOklch(hex);
  return fromOklch({ lightness, chroma: Math.min(colour.chroma, chroma), hue: colour.hue });
}
