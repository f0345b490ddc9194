/** Everything of an incident as one archive for the authority: for people to read, for programs, and what was done when. */
import type { Download } from '@vitrine/contract/download.ts';
import type { WholeIncident } from '@vitrine/contract/privacy/incidents.ts';
import { strToU8, zipSync } from 'fflate';
import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import type { Context } from '#domain/serving/context.ts';
import { escapeHtml } from '#platform/mail/escapeHtml.ts';
import type { Cell } from '#platform/spreadsheet/writeSpreadsheet.ts';
import { writeSpreadsheet } from '#platform/spreadsheet/writeSpreadsheet.ts';
import { translate, translateCode } from '#platform/translate.ts';
import { allConcerned, noted } from './concerned.ts';
import { readIncident } from './incidentRows.ts';
import { makeTexts, savedTexts } from './incidentTexts.ts';
import type { IncidentWords } from './incidentWords.ts';
import { authorityLocale, momentIn, unitOf, wordsOf } from './incidentWords.ts';

type Act = { at: string; actor_id: string | null; action: string };

const say = (key: Parameters<typeof translate>[1], values?: Record<string, string | number>) => translate(authorityLocale, key, values);

/** The parts of the worksheet in the order in which they are asked for. */
const parts = [
  'unit',
  'title',
  'state',
  'noticed',
  'due',
  'happened',
  'when',
  'kinds',
  'people',
  'members',
  'cause',
  'measures',
  'risk',
  'risk_reason',
  'officer',
  'authority_told',
  'people_told',
  'closing',
  'closed',
] as const satisfies readonly (keyof IncidentWords)[];

const style =
  'body{font:16px/1.5 sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}dt{font-weight:bold;margin-top:1rem}dd{margin:0;white-space:pre-wrap}';

/** A page that needs nothing else: it is opened from the archive, years later. */
function page(words: IncidentWords): string {
  const rows = parts.map((part) => {
    const said = words[part] === '' ? say('incidentFile:nothing') : words[part];
    return `<dt>${escapeHtml(say(`incidentFile:label_${part}`))}</dt><dd>${escapeHtml(said)}</dd>`;
  });
  const title = escapeHtml(`${say('incidentFile:worksheet')}: ${words.title}`);
  return `<!doctype html><html lang="${authorityLocale}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><dl>${rows.join('')}</dl></body></html>`;
}

async function* once(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield rows;
}

const csv = (name: string, header: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Uint8Array> =>
  buffer(writeSpreadsheet('csv', name, header, once(rows)));

async function actsOf(ctx: Context, id: string): Promise<Cell[][]> {
  const acts = await ctx.run(sql<Act>`
    select at, actor_id, action from audit_log where object_type = 'incident' and object_id = ${id} order by id`);
  const ids = [...new Set(acts.flatMap(({ actor_id }) => (actor_id === null ? [] : [actor_id])))];
  // Staff of a partner acts in the unit without being a member of it.
  const people = await ctx.identity.run(sql<{ id: string; name: string }>`select id, name from person where id = any (${ids}::uuid[])`);
  const names = new Map(people.map(({ id: one, name }) => [one, name]));
  return acts.map(({ at, actor_id, action }) => [
    momentIn(authorityLocale, ctx.actor.timezone, at),
    names.get(actor_id ?? '') ?? '',
    translateCode(authorityLocale, 'audit:did_', action.split('.').at(-1) ?? ''),
  ]);
}

async function peopleOf(ctx: Context, id: string): Promise<Cell[][]> {
  const people = await ctx.run(allConcerned(id));
  return people.map(({ name, email, found_by, added_at }) => [
    name,
    email,
    say(`incidentFile:found_${found_by}`),
    momentIn(authorityLocale, ctx.actor.timezone, added_at),
  ]);
}

/** What programs read: the worksheet as it is kept, without what only this portal needs. */
const forPrograms = ({ can: _can, version: _version, id, ...rest }: WholeIncident, unit: string, made_at: Date): string =>
  JSON.stringify({ made_at: made_at.toISOString(), unit, incident_id: id, ...rest }, null, 2);

export async function takeFile(ctx: Context, id: string): Promise<Download> {
  const incident = await readIncident(ctx, id);
  const unit = await unitOf(ctx);
  // Noted first, so that the archive knows of itself.
  await ctx.run(noted('incident.export_data', id, { title: incident.title }));
  const [saved, made] = [await savedTexts(ctx, id), await makeTexts(ctx, authorityLocale, incident)];
  const [people, acts] = [await peopleOf(ctx, id), await actsOf(ctx, id)];
  const name = { people: say('incidentFile:people'), acts: say('incidentFile:acts') };
  const added = say('incidentFile:added_at');
  const files: Record<string, Uint8Array> = {
    [`1 ${say('incidentFile:worksheet')}.html`]: strToU8(page(wordsOf(authorityLocale, ctx.actor.timezone, incident, unit))),
    [`2 ${say('incidentFile:letter_title')}.txt`]: strToU8(saved.letter ?? made.letter),
    [`3 ${say('incidentFile:notice_title')}.txt`]: strToU8(saved.notice ?? made.notice),
    [`4 ${name.people}.csv`]: await csv(
      name.people,
      [say('fields:names.name'), say('fields:names.email'), say('incidentFile:found_by'), added],
      people,
    ),
    [`5 ${name.acts}.csv`]: await csv(name.acts, [say('incidentFile:act_at'), say('incidentFile:act_by'), say('incidentFile:act')], acts),
    'incident.json': strToU8(forPrograms(incident, unit.name, ctx.now())),
  };
  const file_name = `${translate(ctx.request.locale, 'incidentFile:file', { title: incident.title })}.zip`;
  return { file_name, content_type: 'application/zip', content: Buffer.from(zipSync(files)) };
}
