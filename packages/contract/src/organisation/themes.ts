/**
 * Themes of units, of partners and of the platform: drafts, versions, and who uses which (docs/reference/specification.md 3,
 * docs/reference/product-rules.md 15). What pages are drawn with is the small `theme` of branding.ts.
 */
import { z } from 'zod';
import { id, locale, text } from '../fields.ts';
import { themeColours } from './branding.ts';

/** What a theme has of its own; of the other sections the partner's or the platform's holds. */
export const themeSections = ['colours', 'pictures', 'words'] as const;

/** The pictures of a theme: a file each, null for none. */
export const themePictures = ['logo', 'icon', 'icon_report', 'favicon', 'sign_in_picture'] as const;

/** What is drafted, published and kept as a version. Where a click on the logo leads is a setting of its own (`logo_page`). */
export const themeDocument = z.strictObject({
  /** A section that is not here is inherited, whatever the document holds of it. */
  own: z.array(z.enum(themeSections)).refine((own) => new Set(own).size === own.length, 'invalid'),
  colours: themeColours.strict(),
  /** The dark scheme is derived; what is here was adjusted. */
  colours_dark: themeColours.partial().strict(),
  logo_id: id.nullable(),
  icon_id: id.nullable(),
  icon_report_id: id.nullable(),
  favicon_id: id.nullable(),
  sign_in_picture_id: id.nullable(),
  /** Bars in the theme's colours beside the sign-in, where it has no picture. */
  show_background_image: z.boolean(),
  /** The title of the page; empty: the one that is inherited. */
  title: text(60),
  /** What stands over the picture of the sign-in; a language without one has the product's. */
  sign_in_sentence: z.partialRecord(locale, text(160)),
});
export type ThemeDocument = z.infer<typeof themeDocument>;
