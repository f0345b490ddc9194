/**
 * A unit's colours as CSS variables, light and dark. Server and browser share it: the server writes it into the first
 * response so that the page does not flash, the browser when the unit changes. Every text colour is corrected to the minimum contrast
 * (4.5 on its surface), whatever colours somebody chose. Status colours and the focus ring are the product's own.
 */
import { contrast, fromOklch, inkFor, luminance, mix, readable, shade, toOklch } from './colour.ts';
import type { Theme, ThemeColours } from './organisation/branding.ts';

/** The product's own look, for hosts and units without one. */
export const defaultColours: ThemeColours = {
  background: '#f6f7f9',
  card: '#ffffff',
  font: '#1c2430',
  button: '#2f5bd3',
  button_font: '#ffffff',
  group: '#e9edf6',
  subgroup: '#f3f5fa',
  active_item: '#e3eafb',
  active_item_font: '#1f3f9a',
  login_background: '#1d2b53',
  login_button: '#2f5bd3',
  forgot_password_link: '#2f5bd3',
};

/** The focus ring: the same blue in every theme, shifted only as far as the contrast with the surface demands. */
const focusRing = '#1d66c2';

const status = { success: '#17803d', warning: '#a15c00', info: '#1d66c2', error: '#c4262e' } as const;

/** Names of the variables, without `--v-`, and their values. */
export type ThemeVariables = Record<string, string>;

/** Ten shades of a colour, light to dark, as Mantine counts them; the seventh is the colour itself. */
function shadesOf(hex: string): string[] {
  const { lightness, chroma, hue } = toOklch(hex);
  const lighter = [0.96, 0.82, 0.66, 0.5, 0.34, 0.17].map((part) =>
    fromOklch({ lightness: lightness + (0.985 - lightness) * part, chroma: chroma * (1 - part * 0.9), hue }),
  );
  const darker = [0.1, 0.2, 0.3].map((part) => fromOklch({ lightness: lightness * (1 - part), chroma: chroma * (1 - part / 2), hue }));
  return [...lighter, mix(hex, hex, 0), ...darker];
}

/**
 * The colours of a person who prefers the dark: the same hues on dark surfaces. Colours that somebody `chose` for the dark stay as they are,
 * and the others are made to be seen on them.
 */
export function darkColours(light: ThemeColours, chosen: Partial<ThemeColours> = {}): ThemeColours {
  // White and grey cards have no hue of their own: a little of the brand's keeps dark surfaces from looking flat.
  const tint = toOklch(light.button).hue;
  const dim = (lightness: number) => fromOklch({ lightness, chroma: 0.012, hue: tint });
  const background = chosen.background ?? dim(0.19);
  const card = chosen.card ?? dim(0.235);
  const seen = (colour: string) => (contrast(colour, card) >= 3 ? colour : readable(colour, [card], 3));
  const button = seen(light.button);
  return {
    background,
    card,
    font: readable(dim(0.93), [card, background]),
    button,
    button_font: light.button_font,
    group: shade(light.group, 0.3, 0.04),
    subgroup: shade(light.subgroup, 0.265, 0.03),
    active_item: shade(light.active_item, 0.34, 0.07),
    active_item_font: shade(light.active_item_font, 0.93, 0.05),
    login_background: shade(light.login_background, 0.21, 0.06),
    login_button: seen(light.login_button),
    forgot_password_link: readable(light.forgot_password_link, [card]),
    ...chosen,
  };
}

/** The colour of rows and entries of a surface under the pointer. */
export function hoverOn(surface: string): string {
  const ink = inkFor(surface);
  const towards = mix(surface, ink, 0.045);
  // Towards the text, as people expect it; away from it on the middle greys, where that would cost the contrast.
  return contrast(ink, towards) > 4.6 ? towards : mix(surface, inkFor(ink), 0.045);
}

/** Colours that belong to one surface: text, muted text, links, lines, hover, status texts. */
function onSurface(name: string, surface: string, colours: ThemeColours): ThemeVariables {
  const hover = hoverOn(surface);
  const font = readable(colours.font, [surface, hover]);
  const statusTexts = Object.entries(status).map(([word, colour]) => [`${name}-${word}`, readable(colour, [surface, hover])]);
  return {
    [name]: mix(surface, surface, 0),
    [`${name}-font`]: font,
    [`${name}-dim`]: readable(mix(font, surface, 0.34), [surface, hover]),
    [`${name}-link`]: readable(colours.button, [surface, hover]),
    [`${name}-line`]: mix(surface, font, 0.13),
    // The border of an input must be seen (WCAG 1.4.11), a hairline between rows need not.
    [`${name}-border`]: readable(mix(surface, font, 0.3), [surface], 3),
    [`${name}-hover`]: hover,
    [`${name}-focus`]: readable(focusRing, [surface, hover], 3),
    ...Object.fromEntries(statusTexts),
  };
}

/** Text and hover of a coloured surface. */
export function onFilled(colour: string, font: string): { ink: string; hover: string } {
  // A grey that just passes would look like a disabled button, so a colour that fails is replaced by black or white.
  const ink = contrast(font, colour) >= 4.5 ? font : inkFor(colour);
  // Hovering moves away from the text, so that it never reads worse.
  const away = luminance(ink) > luminance(colour) ? '#000000' : '#ffffff';
  return { ink, hover: mix(colour, away, 0.12) };
}

const filled = (name: string, colour: string, font: string): ThemeVariables => {
  const { ink, hover } = onFilled(colour, font);
  return { [name]: mix(colour, colour, 0), [`${name}-font`]: ink, [`${name}-hover`]: hover };
};

/** Every variable of one scheme. */
export function themeVariables(colours: ThemeColours): ThemeVariables {
  const shades = shadesOf(colours.button);
  return {
    ...onSurface('background', colours.background, colours),
    ...onSurface('card', colours.card, colours),
    ...filled('button', colours.button, colours.button_font),
    ...filled('group', colours.group, colours.font),
    ...filled('subgroup', colours.subgroup, colours.font),
    ...filled('active-item', colours.active_item, colours.active_item_font),
    ...filled('login-background', colours.login_background, '#ffffff'),
    ...filled('login-button', colours.login_button, colours.button_font),
    'forgot-link': readable(colours.forgot_password_link, [colours.card]),
    ...Object.fromEntries(shades.map((colour, index) => [`brand-${index}`, colour])),
  };
}

const block = (selector: string, scheme: 'light' | 'dark', colours: ThemeColours): string => {
  const lines = Object.entries(themeVariables(colours)).map(([name, value]) => `--v-${name}:${value}`);
  return `${selector}{color-scheme:${scheme};${lines.join(';')}}`;
};

/** The whole style sheet. `data-mantine-color-scheme` on `<html>` decides; before any script runs, the preference of the system does. */
export function themeCss(theme: Pick<Theme, 'colours' | 'colours_dark'>): string {
  const dark = darkColours(theme.colours, theme.colours_dark);
  return [
    block(':root', 'light', theme.colours),
    `@media (prefers-color-scheme:dark){${block(':root:not([data-mantine-color-scheme])', 'dark', dark)}}`,
    block(":root[data-mantine-color-scheme='dark']", 'dark', dark),
  ].join('\n');
}
