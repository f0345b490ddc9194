/**
 * Themes of units, of partners and of the platform: drafts, versions, and who uses which (docs/reference/specification.md 3,
 * docs/reference/product-rules.md 15). What pages are drawn with is the small `theme` of branding.ts.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, locale, moment, name, text, version } from '../fields.ts';
import { editableListOf, listQuery, rowCan } from '../list.ts';
import { defaultColours } from '../theme.ts';
import { themeColours } from './branding.ts';

/** What a theme has of its own; of the other sections the partner's or the platform's holds. */
export const themeSections = ['colours', 'pictures', 'words'] as const;
export type ThemeSection = (typeof themeSections)[number];

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
  /** Bars in the theme's colours beside the sign-in, where it has no picture; belongs to the colours. */
  show_background_image: z.boolean(),
  /** The title of the page; empty: the one that is inherited. */
  title: text(60),
  /** What stands over the picture of the sign-in; a language without one has the product's. */
  sign_in_sentence: z.partialRecord(locale, text(160)),
});
export type ThemeDocument = z.infer<typeof themeDocument>;

/** Of a new theme: nothing of its own, and the product's colours to begin with. */
export const nothingOwn: ThemeDocument = {
  own: [],
  colours: defaultColours,
  colours_dark: {},
  logo_id: null,
  icon_id: null,
  icon_report_id: null,
  favicon_id: null,
  sign_in_picture_id: null,
  show_background_image: true,
  title: '',
  sign_in_sentence: {},
};

const address = z.string().nullable();
const pictures = z.object({ logo: address, icon: address, icon_report: address, favicon: address, sign_in_picture: address });
/** Addresses of the pictures of a document. */
export type ThemePictures = z.infer<typeof pictures>;

/** Whose theme a section comes from; of the product it has no name. */
const source = z.object({ kind: z.enum(['partner', 'platform', 'product']), theme: z.string().nullable() });

/** What holds of the sections that a theme does not have of its own. */
const inherited = z.object({
  from: z.object({ colours: source, pictures: source, words: source }),
  colours: themeColours,
  /** Colours of the dark scheme that were adjusted; the others are derived from `colours`. */
  colours_dark: themeColours.partial(),
  show_background_image: z.boolean(),
  pictures,
  title: z.string(),
  /** A language without one has the product's. */
  sign_in_sentence: z.partialRecord(locale, z.string()),
});

const row = z.object({
  id,
  name: z.string(),
  /** As drafted. */
  colours: themeColours,
  logo: address,
  /** Of the version that is published; 0 before the first. */
  number: z.number(),
  published_at: moment.nullable(),
  /** When the draft, as it was then, will be published. */
  publish_at: moment.nullable(),
  /** The draft differs from what is published. */
  changed: z.boolean(),
  /** The unit, the partner or the platform itself uses it. */
  used_here: z.boolean(),
  /** Units that the partner has given it to. */
  unit_count: z.number(),
  created_at: moment,
  version,
  can: rowCan,
});
export type ThemeRow = z.infer<typeof row>;

const whole = row.extend({
  draft: themeDocument,
  pictures,
  inherited,
  units: z.array(z.object({ id, name: z.string() })),
  /** A partner gives its themes to units of its own. */
  gives_to_units: z.boolean(),
});
export type WholeTheme = z.infer<typeof whole>;

/** How many versions of a theme are kept. */
export const versionsKept = 20;
/** How many units a theme is given to one by one; all others inherit the partner's. */
const unitsGiven = 500;

const read = { capability: 'branding', right: 'read' } as const;
const write = { capability: 'branding', right: 'write' } as const;
const body = z.strictObject({ version });

export const list = endpoint({
  method: 'GET',
  path: '/api/themes',
  can: read,
  summary: 'Themes of the unit; of the partner for its people, of the platform for the operator',
  query: listQuery(['name', 'created_at']),
  answer: editableListOf(row),
});

export const get = endpoint({ method: 'GET', path: '/api/themes/:id', can: read, summary: 'One theme with its draft', answer: whole });

export const add = endpoint({
  method: 'POST',
  path: '/api/themes',
  can: write,
  summary: 'Adds a theme that has nothing of its own yet',
  audit: 'theme.add',
  status: 201,
  body: z.strictObject({ name }),
  answer: whole,
});

export const duplicate = endpoint({
  method: 'POST',
  path: '/api/themes/:id/duplicate',
  can: write,
  summary: 'Adds a theme with the draft of another',
  audit: 'theme.duplicate',
  status: 201,
  body: z.strictObject({ name }),
  answer: whole,
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/themes/:id',
  can: write,
  summary: 'Saves name and draft; nobody sees the draft until it is published',
  audit: 'theme.update',
  body: z.strictObject({ name, draft: themeDocument, version }),
  answer: whole,
});

export const publish = endpoint({
  method: 'POST',
  path: '/api/themes/:id/publish',
  can: write,
  summary: 'Publishes the draft now, or as it is now at a later time',
  audit: 'theme.publish',
  body: body.extend({ at: z.iso.datetime({ offset: true }).nullable().default(null) }),
  answer: whole,
});

export const unschedule = endpoint({
  method: 'POST',
  path: '/api/themes/:id/unschedule',
  can: write,
  summary: 'Publishes nothing at the time that was set',
  audit: 'theme.unschedule',
  body,
  answer: whole,
});

export const versions = endpoint({
  method: 'GET',
  path: '/api/themes/:id/versions',
  can: read,
  summary: 'What was published, the newest first',
  answer: z.object({
    data: z.array(
      z.object({ number: z.number(), published_at: moment, published_by: z.string().nullable(), document: themeDocument, pictures }),
    ),
  }),
});

export const rollBack = endpoint({
  method: 'POST',
  path: '/api/themes/:id/roll_back',
  can: write,
  summary: 'Publishes a former version again, and makes it the draft',
  audit: 'theme.roll_back',
  body: body.extend({ number: z.number().int().positive() }),
  answer: whole,
});

export const use = endpoint({
  method: 'PUT',
  path: '/api/themes/:id/use',
  can: write,
  summary: 'Who uses a published theme: the unit, the partner or the platform itself, and units of the partner',
  audit: 'theme.use',
  body: z.strictObject({ self: z.boolean(), unit_ids: z.array(id).max(unitsGiven).default([]) }),
  answer: whole,
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/themes/:id',
  can: write,
  summary: 'Deletes a theme that nobody uses, with its versions',
  audit: 'theme.remove',
  /** The name in capitals with underscores, as it was typed. */
  query: z.strictObject({ confirm: z.string().max(200) }),
});
