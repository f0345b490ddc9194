import { isRecord } from '../../definitions/isRecord.ts';
import { contrast, hexOf, luminance, mix, parseColor, readable } from './color.ts';
import type { Rgb } from './color.ts';

/** The colours that everything on the page is drawn with. */
export type Theme = {
  scheme: 'light' | 'dark';
  /** High contrast: borders instead of shades. */
  strong: boolean;
  data: string[];
  canvas: string;
  surface: string;
  text: string;
  muted: string;
  line: string;
  accent: string;
  good: string;
  bad: string;
  font: string;
};

const systemFont = "'Segoe UI', -apple-system, BlinkMacSystemFont, Roboto, 'Helvetica Neue', Arial, sans-serif";

export const lightColors = ['#2f6bda', '#12897b', '#c2691a', '#7c4fd0', '#c93a6d', '#5a6b85', '#1a8fb8', '#8a7a1d', '#a64bb5', '#4b8b3b'];
export const darkColors = ['#6c9bf2', '#3fbfae', '#f0a04b', '#ab8af0', '#f07aa4', '#9aabc4', '#55bfe0', '#cdbb4f', '#d08adb', '#86c474'];

const light = { canvas: '#f3f5f8', surface: '#ffffff', text: '#1c2430', accent: '#2f6bda', good: '#1a7f4b', bad: '#c43434' };
const dark = { canvas: '#12161c', surface: '#1b2129', text: '#e8ecf2', accent: '#6c9bf2', good: '#4cc38a', bad: '#f07b72' };

/** What high contrast is made of. */
type Ground = { canvas: string; text: string; accent: string; data: string[] };

/** On a dark ground more series than five go on with these. */
const darkRest = ['#ffa040', '#8fa8ff', '#c8c800', '#b0b0b0', '#ff7070'];

/** ContrastMode of powerbi-models: 1 and 2 and 3 are dark grounds, 4 a white one. */
const contrastGrounds: Record<number, Ground> = {
  1: { canvas: '#000000', text: '#ffff00', accent: '#00ff00', data: ['#ffff00', '#00ff00', '#00ffff', '#ffffff', '#ff9fff', ...darkRest] },
  2: { canvas: '#000000', text: '#00ff00', accent: '#ffff00', data: ['#00ff00', '#ffff00', '#00ffff', '#ffffff', '#ff9fff', ...darkRest] },
  3: { canvas: '#000000', text: '#ffffff', accent: '#1aebff', data: ['#1aebff', '#ffff00', '#3ff23f', '#ffffff', '#ff9fff', ...darkRest] },
  4: {
    canvas: '#ffffff',
    text: '#000000',
    accent: '#37006e',
    data: ['#37006e', '#00009f', '#600000', '#000000', '#005c00', '#7a4a00', '#006070', '#8a005c', '#4a4a4a', '#0050c0'],
  },
};

const rgb = (text: unknown, fallback: string): Rgb => parseColor(text) ?? parseColor(fallback) ?? [0, 0, 0];

const fontOf = (json: Record<string, unknown>): string => {
  const label = isRecord(json.textClasses) && isRecord(json.textClasses.label) ? json.textClasses.label.fontFace : json.fontFamily;
  const face = typeof label === 'string' && /^[\w ,'-]{1,80}$/.test(label) ? label : undefined;
  return face ? `${face}, ${systemFont}` : systemFont;
};

/** The colours that the reader's system forces on every page. */
export type SystemColors = Pick<Ground, 'canvas' | 'text' | 'accent'>;

function contrastTheme(mode: number, system: SystemColors | undefined): Theme | undefined {
  const own = contrastGrounds[mode];
  if (!own && !system) return undefined;
  const isDark = luminance(rgb((system ?? own)?.canvas, '#ffffff')) < 0.3;
  const ground = own ?? contrastGrounds[isDark ? 3 : 4];
  if (!ground) return undefined;
  // What the page draws with style sheets is forced anyway; pictures must not stand apart from it.
  const { canvas, text, accent, data } = { ...ground, ...system };
  return {
    scheme: isDark ? 'dark' : 'light',
    strong: true,
    data,
    canvas,
    surface: canvas,
    text,
    muted: text,
    line: text,
    accent,
    good: text,
    bad: text,
    font: systemFont,
  };
}

/**
 * A theme from a Power BI theme file over the light or dark base.
 * A file may name any colours: what carries text is kept readable on its ground.
 */
export function themeFrom(json: unknown, base: 'light' | 'dark', contrastMode = 0, system?: SystemColors): Theme {
  const strong = contrastTheme(contrastMode, system);
  if (strong) return strong;
  const file = isRecord(json) ? json : {};
  const named = parseColor(file.background);
  const scheme = named ? (luminance(named) < 0.3 ? 'dark' : 'light') : base;
  const defaults = scheme === 'dark' ? dark : light;
  const surface = named ?? rgb(defaults.surface, defaults.surface);
  const text = readable(rgb(file.foreground, defaults.text), surface, 7);
  const canvas = named ? mix(surface, scheme === 'dark' ? [0, 0, 0] : text, scheme === 'dark' ? 0.3 : 0.05) : rgb(defaults.canvas, '#fff');
  const custom = Array.isArray(file.dataColors) ? file.dataColors.filter((color) => parseColor(color)) : [];
  const data = (custom.length ? custom : scheme === 'dark' ? darkColors : lightColors).map(String);
  const accent = file.tableAccent ?? (custom.length ? data[0] : defaults.accent);
  const shade = (share: number) => mix(surface, text, share);
  const onSurface = (color: unknown, fallback: string) => hexOf(readable(rgb(color, fallback), surface));
  return {
    scheme,
    strong: false,
    data,
    canvas: hexOf(canvas),
    surface: hexOf(surface),
    text: hexOf(text),
    muted: hexOf(readable(shade(0.6), contrast(text, canvas) < contrast(text, surface) ? canvas : surface)),
    line: hexOf(shade(scheme === 'dark' ? 0.13 : 0.11)),
    accent: onSurface(accent, defaults.accent),
    good: onSurface(file.good, defaults.good),
    bad: onSurface(file.bad, defaults.bad),
    font: fontOf(file),
  };
}

/** Hands the theme to the style sheet. */
export function paint(element: HTMLElement, theme: Theme): void {
  const { style, dataset } = element;
  for (const name of ['canvas', 'surface', 'text', 'muted', 'line', 'accent', 'good', 'bad', 'font'] as const) {
    style.setProperty(`--${name}`, theme[name]);
  }
  style.setProperty('--on-accent', hexOf(readable([255, 255, 255], rgb(theme.accent, '#000'))));
  style.colorScheme = theme.scheme;
  dataset.scheme = theme.scheme;
  dataset.strong = String(theme.strong);
}
