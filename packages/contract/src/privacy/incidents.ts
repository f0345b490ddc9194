/** Security incidents of a unit: the worksheet, its clock, whom it concerns, and what authority and people are told (docs/reference/product-rules.md 15). */
import { z } from 'zod';
import { download, exportQuery } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { day, id, moment, name, text, version, wallClock } from '../fields.ts';
import { editableListOf, listQuery } from '../list.ts';

const see = { capability: 'privacy_desk', right: 'read' } as const;
const act = { capability: 'privacy_desk', right: 'write' } as const;

/** Business days that the law gives for telling the authority and the people concerned. */
export const incidentDays = 3;
/** Years that a closed incident is kept. */
export const incidentYears = 5;

export const incidentStates = ['open', 'told', 'closed'] as const;
export const dataKinds = [
  'identity',
  'contact_data',
  'sign_in_data',
  'financial',
  'health',
  'children',
  'location',
  'usage',
  'other_data',
] as const;
export const incidentRisks = ['unjudged', 'slight', 'relevant'] as const;
/** How somebody came into the list: by a log, by a group, or by hand. */
export const foundBy = ['views', 'exports', 'sign_ins', 'group', 'hand'] as const;
export const searchKinds = ['views', 'exports', 'sign_ins', 'group'] as const;

const words = text(4000);
/** Texts that are sent: the notice to people and the letter to the authority. */
const sent = text(20_000);

const row = z.object({
  id,
  title: z.string(),
  state: z.enum(incidentStates),
  risk: z.enum(incidentRisks),
  noticed_at: moment,
  /** The last day on which telling the authority is in time. */
  due_on: day,
  /** Business days until then, today not counted. */
  days_left: z.number(),
  /** The authority was told after that day, or was not told although it is over. */
  late: z.boolean(),
  people: z.number(),
  authority_told_at: moment.nullable(),
  people_told_at: moment.nullable(),
  closed_at: moment.nullable(),
  created_at: moment,
  version,
  can: z.object({ edit: z.boolean(), reopen: z.boolean() }),
});
export type Incident = z.infer<typeof row>;

const worksheet = z.strictObject({
  title: name,
  /** By the clock of the unit. */
  noticed: wallClock,
  happened: words.default(''),
  happened_start: wallClock.nullable().default(null),
  happened_end: wallClock.nullable().default(null),
  data_kinds: z.array(z.enum(dataKinds)).max(dataKinds.length).default([]),
  cause: words.default(''),
  measures: words.default(''),
  risk: z.enum(incidentRisks).default('unjudged'),
  risk_reason: words.default(''),
  /** Name and contact of who answers for the protection of data in the unit. */
  data_officer: text(500).default(''),
});
export type Worksheet = z.infer<typeof worksheet>;

const whole = row.extend({
  ...worksheet.shape,
  happened_from: moment.nullable(),
  happened_until: moment.nullable(),
  /** The moments of telling by the clock of the unit, as a form has them. */
  authority_told: wallClock.nullable(),
  people_told: wallClock.nullable(),
  /** How it ended, or why nobody had to be told. */
  closing: z.string(),
  created_by: z.string().nullable(),
});
export type WholeIncident = z.infer<typeof whole>;

export const list = endpoint({
  method: 'GET',
  path: '/api/incidents',
  can: see,
  summary: 'Security incidents of the unit, for those who answer for it',
  query: listQuery(['due_on', 'noticed_at', 'title'], { state: z.enum(incidentStates).optional() }),
  answer: editableListOf(row),
});
export const get = endpoint({ method: 'GET', path: '/api/incidents/:id', can: see, summary: 'One incident', answer: whole });
export const add = endpoint({
  method: 'POST',
  path: '/api/incidents',
  can: act,
  summary: 'Records an incident; its clock begins when it was noticed',
  audit: 'incident.add',
  status: 201,
  body: worksheet.pick({ title: true, noticed: true, happened: true }),
  answer: whole,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/incidents/:id',
  can: act,
  summary: 'Changes the worksheet',
  audit: 'incident.update',
  body: worksheet.extend({ version }),
  answer: whole,
});
export const tell = endpoint({
  method: 'PUT',
  path: '/api/incidents/:id/told',
  can: act,
  summary: 'Writes down when the authority and the people concerned were told; the portal sends nothing by itself',
  audit: 'incident.tell',
  body: z.strictObject({ authority: wallClock.nullable(), people: wallClock.nullable(), version }),
  answer: whole,
});
export const close = endpoint({
  method: 'POST',
  path: '/api/incidents/:id/close',
  can: act,
  summary: 'Closes an incident. Of a relevant risk authority and people have to be told before',
  audit: 'incident.close',
  body: z.strictObject({ closing: words.min(1, 'required'), version }),
  answer: whole,
});
export const reopen = endpoint({
  method: 'POST',
  path: '/api/incidents/:id/reopen',
  can: act,
  summary: 'Opens a closed incident again',
  audit: 'incident.reopen',
  body: z.strictObject({ version }),
  answer: whole,
});

const texts = z.object({ notice: z.string(), letter: z.string() });
export const getTexts = endpoint({
  method: 'GET',
  path: '/api/incidents/:id/texts',
  can: see,
  summary: 'The notice to people and the letter to the authority: as they were saved, and as they follow from the worksheet',
  answer: z.object({ saved: z.object({ notice: z.string().nullable(), letter: z.string().nullable() }), made: texts, version }),
});
export const saveTexts = endpoint({
  method: 'PUT',
  path: '/api/incidents/:id/texts',
  can: act,
  summary: 'Keeps both texts; one that is null follows the worksheet again',
  audit: 'incident.update_texts',
  body: z.strictObject({ notice: sent.nullable(), letter: sent.nullable(), version }),
  answer: whole,
});

const concerned = z.object({
  /** The membership's. */
  id,
  name: z.string(),
  email: z.string(),
  found_by: z.enum(foundBy),
  added_at: moment,
});
export type Concerned = z.infer<typeof concerned>;

export const people = endpoint({
  method: 'GET',
  path: '/api/incidents/:id/people',
  can: see,
  summary: 'Whom an incident concerns',
  query: listQuery(['name', 'added_at'], { found_by: z.enum(foundBy).optional() }),
  answer: editableListOf(concerned),
});
export const exportPeople = endpoint({
  method: 'GET',
  path: '/api/incidents/:id/people/export',
  can: see,
  summary: 'Whom an incident concerns, as CSV or XLSX',
  query: exportQuery(people.query),
  answer: download,
});
export const candidates = endpoint({
  method: 'GET',
  path: '/api/incidents/:id/candidates',
  can: act,
  summary: 'People of the unit who are not in the list, to be added by hand',
  query: z.strictObject({ q: z.string().trim().max(120).default('') }),
  answer: z.object({ data: z.array(z.object({ id, name: z.string(), email: z.string() })) }),
});

const search = z.strictObject({
  kind: z.enum(searchKinds),
  /** Of openings and exports. */
  report_id: id.optional(),
  /** Of members. */
  user_group_id: id.optional(),
  /** By the clock of the unit; both minutes belong to it. */
  from: wallClock.optional(),
  until: wallClock.optional(),
  /** Of sign-ins: one address or a network; empty: from anywhere. */
  address: z.string().trim().max(60).default(''),
});
type Search = z.infer<typeof search>;
const needs: Record<(typeof searchKinds)[number], readonly (keyof Search)[]> = {
  views: ['report_id', 'from', 'until'],
  exports: ['report_id', 'from', 'until'],
  sign_ins: ['from', 'until'],
  group: ['user_group_id'],
};
const complete = search.superRefine((asked, issues) => {
  for (const field of needs[asked.kind])
    if (asked[field] === undefined) issues.addIssue({ code: 'custom', path: [field], message: 'required' });
  if (asked.from !== undefined && asked.until !== undefined && asked.until < asked.from)
    issues.addIssue({ code: 'custom', path: ['until'], message: 'before_start' });
});
export type IncidentSearch = z.infer<typeof complete>;

const match = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** How often, where that is known. */
  times: z.number().nullable(),
  last_at: moment.nullable(),
});
export const find = endpoint({
  method: 'GET',
  path: '/api/incidents/:id/find',
  can: act,
  summary: 'Whom the logs or a group name; the first hundred of them',
  query: complete,
  answer: z.object({ data: z.array(match), total: z.number(), already: z.number() }),
});
export const addFound = endpoint({
  method: 'POST',
  path: '/api/incidents/:id/found',
  can: act,
  summary: 'Adds everybody whom the logs or a group name',
  audit: 'incident.add_found',
  body: complete,
  answer: z.object({ added: z.number() }),
});
export const addPeople = endpoint({
  method: 'POST',
  path: '/api/incidents/:id/people',
  can: act,
  summary: 'Adds people by hand',
  audit: 'incident.add_people',
  body: z.strictObject({ membership_ids: z.array(id).min(1).max(500) }),
  answer: z.object({ added: z.number() }),
});
export const removePerson = endpoint({
  method: 'DELETE',
  path: '/api/incidents/:id/people/:membership_id',
  can: act,
  summary: 'Takes somebody out of the list',
  audit: 'incident.remove_person',
});
export const file = endpoint({
  method: 'POST',
  path: '/api/incidents/:id/file',
  can: see,
  summary: 'Everything of an incident as one archive for the authority; taking it is written down',
  audit: 'incident.export_data',
  answer: download,
});

/** So many of those who were found are shown. */
export const foundAtOnce = 100;
