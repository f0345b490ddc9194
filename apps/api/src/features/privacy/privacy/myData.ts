/** A person's own data: shown, downloaded as one archive, and corrected as far as the person may. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type { Download } from '@vitrine/contract/download.ts';
import type * as contract from '@vitrine/contract/privacy/privacy.ts';
import type { DataSection } from '@vitrine/contract/privacy/privacy.ts';
import { strToU8, zipSync } from 'fflate';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { pictureAddress } from '#platform/files/address.ts';
import { yesOrNo } from '#platform/http/exportList.ts';
import { unlessTaken } from '#platform/http/saving.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import type { Cell } from '#platform/spreadsheet/writeSpreadsheet.ts';
import { writeSpreadsheet } from '#platform/spreadsheet/writeSpreadsheet.ts';
import { translate } from '#platform/translate.ts';
import type { DataRow, Section } from './sections.ts';
import { rowInWords } from './codes.ts';
import { accountSections, unitSections } from './sections.ts';

type Filled = { key: string; total: number; rows: DataRow[] };
type Profile = Omit<Answer<typeof contract.myData>['profile'], 'picture' | 'picture_id' | 'member'>;

/** Rows per part on the screen; the file has all. */
const shownRows = 10;

/** A person who acts for another one cannot see or download that person's data. */
function requireSelf({ actor }: Context): void {
  if (actor.actor_id !== actor.person_id || actor.screen_id !== null) fail('forbidden');
}

/** The parts in their order; with a limit the newest rows and how many there are. */
async function filled(ctx: Context, limit: number | null): Promise<Filled[]> {
  const { person_id, membership_id, tenant_id } = ctx.actor;
  const who = { person_id, membership_id };
  const part = ({ rows }: Section): RawBuilder<DataRow & { rows_in_all: number }> =>
    sql`select *, count(*) over () as rows_in_all from (${rows(who)}) as part ${limit === null ? sql`` : sql`limit ${sql.lit(limit)}`}`;
  const read = async (
    sections: readonly Section[],
    run: (statement: RawBuilder<DataRow & { rows_in_all: number }>) => Promise<(DataRow & { rows_in_all: number })[]>,
  ) => {
    const parts: Filled[] = [];
    for (const section of sections) {
      const rows = await run(part(section));
      parts.push({ key: section.key, total: rows[0]?.rows_in_all ?? 0, rows: rows.map(({ rows_in_all: _all, ...row }) => row) });
    }
    return parts;
  };
  return [
    ...(await read(accountSections, (statement) => ctx.identity.run(statement))),
    ...(tenant_id === null ? [] : await read(unitSections, (statement) => ctx.run(statement))),
  ];
}

const named = ({ request: { locale } }: Context, part: Filled): DataSection => ({
  ...part,
  rows: part.rows.map((row) => rowInWords(locale, part.key, row)),
  title: translate(locale, `privacyOwnData:sections.${part.key}`),
  columns: Object.keys(part.rows[0] ?? {}).map((key) => ({ key, label: translate(locale, `privacyOwnData:columns.${key}`) })),
});

async function profileOf(ctx: Context): Promise<Answer<typeof contract.myData>['profile']> {
  const { person_id, membership_id } = ctx.actor;
  const [[person], [membership]] = await ctx.identity.run(
    sql<Profile>`select name, email, phone, auth_method = 'password' as name_changeable, version from person where id = ${person_id}`,
    sql<{ picture_id: string | null }>`select picture_id from membership where id = ${membership_id}::uuid`,
  );
  const picture_id = membership?.picture_id ?? null;
  return { ...found(person), picture_id, picture: pictureAddress(ctx, picture_id), member: membership !== undefined };
}

export async function showMyData(ctx: Context): Promise<Answer<typeof contract.myData>> {
  requireSelf(ctx);
  const { person_id, tenant_id } = ctx.actor;
  const units = await ctx.identity.run(sql<{ name: string }>`
    select t.name from membership m join tenant t on t.id = m.tenant_id
    where m.person_id = ${person_id} and m.tenant_id is distinct from ${tenant_id}::uuid order by search_text(t.name)`);
  return {
    profile: await profileOf(ctx),
    other_units: units.map(({ name }) => name),
    sections: (await filled(ctx, shownRows)).map((part) => named(ctx, part)),
  };
}

/** One archive: everything as JSON, and each part that has something as CSV under its name. */
export async function takeMyData(ctx: Context): Promise<Download> {
  requireSelf(ctx);
  const { locale } = ctx.request;
  const parts = await filled(ctx, null);
  const data = {
    made_at: ctx.now().toISOString(),
    person: ctx.actor.email,
    ...Object.fromEntries(parts.map(({ key, rows }) => [key, rows])),
  };
  const files: Record<string, Uint8Array> = { 'data.json': strToU8(JSON.stringify(data, null, 2)) };
  for (const [index, { key, rows }] of parts.entries()) {
    const [first] = rows;
    if (!first) continue;
    const header = Object.keys(first).map((column) => translate(locale, `privacyOwnData:columns.${column}`));
    const cells = rows
      .map((row) => Object.values(rowInWords(locale, key, row)))
      .map((row) => row.map((cell): Cell => (typeof cell === 'boolean' ? yesOrNo(locale, cell) : cell)));
    const name = translate(locale, `privacyOwnData:sections.${key}`);
    files[`${String(index + 1).padStart(2, '0')} ${name}.csv`] = await buffer(writeSpreadsheet('csv', name, header, once(cells)));
  }
  const name = translate(locale, 'privacyOwnData:title');
  return { file_name: `${name}.zip`, content_type: 'application/zip', content: Buffer.from(zipSync(files)) };
}

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** E-mail, rights and the unit's fields are corrected by the unit, on request. */
export async function correctProfile(
  ctx: Context,
  { name, phone, picture_id, version }: Input<typeof contract.correctProfile>['body'],
): Promise<void> {
  requireSelf(ctx);
  const { person_id, membership_id } = ctx.actor;
  const before = await profileOf(ctx);
  if (name !== before.name && !before.name_changeable) failFields({ name: 'elsewhere' });
  if (picture_id !== before.picture_id) {
    if (membership_id === null) return failFields({ picture_id: 'invalid' });
    const [file] = picture_id === null ? [{}] : await ctx.run(sql`select id from file where id = ${picture_id} and kind = 'picture'`);
    if (!file) return failFields({ picture_id: 'invalid' });
  }
  const saving = ctx.identity.run(
    query
      .updateTable('person')
      .set({ name, phone, version: version + 1 })
      .where('id', '=', person_id)
      .where('version', '=', version)
      .returning('id'),
  );
  const [saved] = await unlessTaken({ person_phone_key: 'phone' }, saving);
  if (!saved) fail('conflict');
  // The account belongs to no unit, so the line of the unit's log is written explicitly.
  await ctx.identity.run(auditLine({ action: 'person.correct', person_id, tenant_id: ctx.actor.tenant_id, details: { name, phone } }));
  if (picture_id !== before.picture_id) await ctx.run(query.updateTable('membership').set({ picture_id }).where('id', '=', membership_id));
}
