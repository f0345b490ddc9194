/** Branding: the colours of a unit, a partner or the platform, as everybody reads them. */
import { z } from 'zod';
import { colour } from '../fields.ts';

/** The colours of a theme (docs/reference/specification.md 3). The browser corrects pairs of text and background that have too little contrast. */
export const themeColours = z.object({
  background: colour,
  card: colour,
  font: colour,
  button: colour,
  button_font: colour,
  group: colour,
  subgroup: colour,
  active_item: colour,
  active_item_font: colour,
  login_background: colour,
  login_button: colour,
  forgot_password_link: colour,
});
export type ThemeColours = z.infer<typeof themeColours>;

export const theme = z.object({
  name: z.string(),
  colours: themeColours,
  /** Colours of the dark scheme that were adjusted; the others are derived. */
  colours_dark: themeColours.partial().optional(),
  /** Address of the logo below our own origin, or null for the product's own. */
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  /** Square: where the logo has no room. Left out where there is none. */
  icon: z.string().nullish(),
  /** Square: of reports without a cover. Left out where there is none. */
  icon_report: z.string().nullish(),
  show_background_image: z.boolean(),
});
export type Theme = z.infer<typeof theme>;
