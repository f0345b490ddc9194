/**
 * A unit's set-up as one readable document: what is configured, and nothing of what is kept. Things are named by their names, and
 * refer to each other by names. There are no ids, no secrets, no people and no data rules in it (docs/unit-setup.md).
 */
import { z } from 'zod';
import { day, internalPath, locale, name, text } from '../fields.ts';
import { customFieldInput, customFieldLimits } from '../people/customFields.ts';
import { userGroupInput } from '../people/userGroups.ts';
import { playlistInput } from '../playlists/playlists.ts';
import { reportGroupInput, reportSubgroupInput } from '../reports/reportGroups.ts';
import { reportInput } from '../reports/reports.ts';
import { shiftInput } from '../settings/accessHours.ts';
import { hideableScreens, hideableScreensOf } from '../screens.ts';
import { configurationInput } from '../settings/settings.ts';
import { termInput } from '../settings/terms.ts';
import { faqInput } from '../support/faq.ts';
import { themeColours } from './branding.ts';

/** The version of the format. A program reads its own and older ones, and refuses newer ones. */
export const setupVersion = 1;

/** Where every portal publishes the schema of this version, without a session. */
export const setupSchemaPath = '/api/schemas/unit-setup-1.json';

/** Parts of a set-up, in the order in which they are written and applied: what others refer to comes first. */
export const setupSections = [
  'user_groups',
  'report_groups',
  'reports',
  'settings',
  'brand',
  'custom_fields',
  'access_hours',
  'terms',
  'faq',
  'playlists',
] as const;
export type SetupSection = (typeof setupSections)[number];

/** How many things of a kind a document may hold. */
const setupLimits = { groups: 500, reports: 2000, terms: 100, questions: 500 } as const;

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;
/** Whether a path leads to one object of one unit, which no other unit has. */
export const namesAnObject = (path: string): boolean => uuid.test(path);

/** A page of the portal that every unit has. */
const page = internalPath.refine((path) => !namesAnObject(path), 'invalid');

/** Names are told apart as the screens do: not by capitals. */
export const nameKey = (...names: string[]): string => names.map((one) => one.trim().toLowerCase()).join('\n');

/** A list in which no two have the same names. */
const listOfNamed = <Item extends z.ZodType>(item: Item, most: number, namesOf: (one: z.output<Item>) => string[], field: string) =>
  z
    .array(item)
    .max(most)
    .superRefine((items, ctx) => {
      const seen = new Set<string>();
      for (const [index, one] of items.entries()) {
        const key = nameKey(...namesOf(one));
        if (seen.has(key)) ctx.addIssue({ code: 'custom', message: 'repeated', path: [index, field] });
        seen.add(key);
      }
    });
const names = z.array(name).max(100).default([]);

/** A report is found by its group and its title. */
const reportName = z.strictObject({ group: name, title: name });
export type ReportName = z.infer<typeof reportName>;

/** Secrets, and what means nothing without them. */
const secretSettings = {
  password: true,
  token_embedded: true,
  enable: true,
  name: true,
  host: true,
  port: true,
  protocol: true,
  email: true,
} as const;

/** Names of screens that this portal has. The published schema does not list them, since it would change with each new one. */
const screensIn = (known: readonly string[]) =>
  z
    .array(
      z
        .string()
        .max(60)
        .refine((one) => known.includes(one), 'invalid'),
    )
    .max(100)
    .optional();

/** The own settings of the unit; what it inherits is not there, and what is not there stays as it is. */
const settings = configurationInput
  .omit({ ...secretSettings, start_report_id: true })
  .partial()
  .extend({
    home_page: page.optional(),
    start_report: reportName.nullable().optional(),
    hidden_menu_unit: screensIn(hideableScreens),
    hidden_menu_admin: screensIn(hideableScreensOf('admin')),
    hidden_menu_user: screensIn(hideableScreensOf('user')),
  });

/** Pictures are not in the document: a unit keeps its own. */
const brand = z.strictObject({
  title: z.string().trim().min(1, 'required').max(60).optional(),
  theme: z.strictObject({ name: text(120), show_background_image: z.boolean(), colours: themeColours.strict() }).optional(),
  sign_in_sentence: z.partialRecord(locale, text(160).min(1, 'required')).optional(),
});

const userGroup = userGroupInput.extend({
  /** Not there: a page of one of the unit's own objects, which stays. */
  home_page: page.nullable().optional(),
});
const reportGroup = reportGroupInput.omit({ cover_id: true }).extend({
  subgroups: listOfNamed(reportSubgroupInput.omit({ cover_id: true }), 200, (one) => [one.name], 'name').default([]),
});
/** How a registered report is shown. Where its data come from and who sees which rows is no set-up. */
const report = z.strictObject({
  group: name,
  subgroup: name.nullable().default(null),
  title: name,
  ...reportInput.omit({ title: true, group_id: true, subgroup_id: true, cover_id: true, data_rule: true, ignore_rls: true }).shape,
});
const customField = customFieldInput.extend({ active: z.boolean().default(true) });
const shift = shiftInput.omit({ user_group_ids: true, membership_ids: true }).extend({
  holidays: z.array(day).max(60).default([]),
  active: z.boolean().default(true),
  user_groups: names,
});
/** A term that is published, or will be when the document is applied. */
const term = termInput.omit({ group_ids: true, only_ids: true, roles: true }).extend({
  roles: z
    .array(z.enum(['admin', 'user']))
    .max(2)
    .default([]),
  user_groups: names,
});
const slide = playlistInput.shape.slides.unwrap().element.omit({ report_id: true }).extend({ report: reportName });
const playlist = playlistInput.omit({ shared: true, slides: true }).extend({ slides: z.array(slide).max(50).default([]) });

/** The whole document. A section that is missing is not spoken of; an item says everything about itself. */
export const setupDocument = z.strictObject({
  $schema: z.string().max(300).optional(),
  version: z.literal(setupVersion),
  user_groups: listOfNamed(userGroup, setupLimits.groups, (one) => [one.name], 'name')
    .refine((groups) => groups.filter(({ is_default }) => is_default).length <= 1, 'repeated')
    .optional(),
  report_groups: listOfNamed(reportGroup, setupLimits.groups, (one) => [one.name], 'name').optional(),
  reports: listOfNamed(report, setupLimits.reports, (one) => [one.group, one.title], 'title').optional(),
  settings: settings.optional(),
  brand: brand.optional(),
  custom_fields: listOfNamed(customField, customFieldLimits.unit, (one) => [one.name], 'name').optional(),
  access_hours: listOfNamed(shift, setupLimits.groups, (one) => [one.name], 'name').optional(),
  // Two of these may have the same name in a unit: the first is the first, the second the second.
  terms: z.array(term).max(setupLimits.terms).optional(),
  faq: z.array(faqInput).max(setupLimits.questions).optional(),
  playlists: z.array(playlist).max(setupLimits.groups).optional(),
});
export type SetupDocument = z.infer<typeof setupDocument>;

/** The published JSON Schema: what editors complete and check a document with. */
export const setupJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(setupDocument, { io: 'input', target: 'draft-2020-12' }),
  title: 'Vitrine: the set-up of a business unit',
});
