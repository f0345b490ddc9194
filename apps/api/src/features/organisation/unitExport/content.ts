/** The files of a unit's archive, in the language of whoever asked for it. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { readSetup } from '#domain/organisation/setup/readSetup.ts';
import { inBatches, yesOrNo } from '#platform/http/exportList.ts';
import type { Cell } from '#platform/spreadsheet/writeSpreadsheet.ts';
import { writeSpreadsheet } from '#platform/spreadsheet/writeSpreadsheet.ts';
import { knownSentence, translate, translateCode } from '#platform/translate.ts';
import type { Row, Value } from './kinds.ts';
import { filesAfter, kinds, partOf, themes } from './kinds.ts';
import type { Entry } from './zipped.ts';

const rowsAtOnce = 1000;
const filesAtOnce = 200;
/** Of a file so much is read at a time. */
const sliceBytes = 1024 * 1024;

/** Kinds whose rows name by `actor_id` who acted, and by `person_id` for whom. */
const named = new Set(['usage', 'audit']);

type Asked = { locale: Locale; invoices: readonly Row[] };

const heading = (locale: Locale, column: string): string =>
  knownSentence(locale, `unitExport:columns.${column}`) ?? translate(locale, `auditWords:field_${column}`);

/** Columns of codes. `action` ends in what was done. */
const codes: Record<string, (locale: Locale, code: string) => string> = {
  action: (locale, code) => translateCode(locale, 'audit:did_', code.split('.').at(-1) ?? code),
  object_type: (locale, code) => translateCode(locale, 'audit:object_', code),
  ...Object.fromEntries(
    ['role', 'state', 'kind', 'language', 'authentication_level', 'data_rule', 'paid_by'].map((column) => [
      column,
      (locale: Locale, code: string) => translateCode(locale, 'auditWords:value_', code),
    ]),
  ),
};

function cellOf(locale: Locale, column: string, value: Value): Cell {
  if (typeof value === 'boolean') return yesOrNo(locale, value);
  if (typeof value === 'string') return codes[column]?.(locale, value) ?? value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Nothing where there are no rows. */
async function csvOf(locale: Locale, name: string, batches: AsyncGenerator<readonly Row[]>): Promise<AsyncIterable<Uint8Array> | null> {
  const first = await batches.next();
  if (first.done || !first.value[0]) return null;
  const columns = Object.keys(first.value[0]).filter((column) => column !== 'key');
  async function* cells(): AsyncGenerator<Cell[][]> {
    for (let batch = first; !batch.done; batch = await batches.next())
      yield batch.value.map((row) => columns.map((column) => cellOf(locale, column, row[column] ?? null)));
  }
  // A stream that is not one of objects gives bytes.
  return writeSpreadsheet(
    'csv',
    name,
    columns.map((column) => heading(locale, column)),
    cells(),
  ) as AsyncIterable<Buffer>;
}

/** Who acted may be staff, of whom the unit itself sees no name. */
async function withActors(ctx: JobContext, rows: readonly Row[]): Promise<Row[]> {
  const ids = [...new Set(rows.flatMap(({ actor_id, person_id }) => [actor_id, person_id]))].filter((id) => typeof id === 'string');
  const people = await ctx.identity.run(sql<{ id: string; name: string }>`select id, name from person where id = any (${ids}::uuid[])`);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const named = (id: Value | undefined): Value => (typeof id === 'string' ? (names.get(id) ?? id) : null);
  return rows.map(({ actor_id, person_id, ...row }) => ({ ...row, actor: named(actor_id), concerned: named(person_id) }));
}

async function* once<Piece>(piece: Piece): AsyncGenerator<Piece> {
  yield piece;
}

const jsonOf = (content: unknown): AsyncGenerator<Uint8Array> => once(Buffer.from(`${JSON.stringify(content, null, 2)}\n`));

async function* bytesOf(ctx: JobContext, id: string, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 1; from <= size; from += sliceBytes) {
    const [slice] = await ctx.run(sql<{ bytes: Buffer }>`
      select substring(bytes from ${from}::integer for ${sql.lit(sliceBytes)}) as bytes from file where id = ${id}
      union all select substring(bytes from ${from}::integer for ${sql.lit(sliceBytes)}) from theme_picture where id = ${id}`);
    // Removed while the archive was made.
    if (!slice) return;
    yield slice.bytes;
  }
}

/** A name that every system can unpack. */
// eslint-disable-next-line no-control-regex -- control characters are what is replaced
const plainName = (name: string): string => name.replaceAll(/[\u0000-\u001f\\/:*?"<>|]/g, '_').slice(-120);

export async function* contentOf(ctx: JobContext, { locale, invoices }: Asked): AsyncGenerator<Entry> {
  let number = 0;
  const titled = (name: string, extension: string) =>
    `${String(++number).padStart(2, '0')} ${translate(locale, `unitExport:kinds.${name}`)}.${extension}`;
  const { document } = await readSetup(ctx, ctx.now());
  yield { name: titled('setup', 'json'), packed: false, pieces: jsonOf(document) };
  const brand = await ctx.run(themes);
  if (brand.length > 0) yield { name: titled('themes', 'json'), packed: false, pieces: jsonOf(brand) };
  for (const kind of kinds) {
    const rows = inBatches<Row>((last) => ctx.run(partOf(kind, last?.key ?? null, rowsAtOnce)), rowsAtOnce);
    const pieces = await csvOf(locale, kind.name, named.has(kind.name) ? actedOn(ctx, rows) : rows);
    if (pieces) yield { name: titled(kind.name, 'csv'), packed: false, pieces };
  }
  const bills = await csvOf(locale, 'invoices', once(invoices));
  if (bills) yield { name: titled('invoices', 'csv'), packed: false, pieces: bills };
  yield* billsOf(ctx, locale, invoices);
  const folder = translate(locale, 'unitExport:kinds.files');
  let file = 0;
  for await (const files of inBatches<{ id: string; name: string; size: number }>(
    (last) => ctx.run(filesAfter(last?.id ?? null, filesAtOnce)),
    filesAtOnce,
  ))
    for (const { id, name, size } of files)
      yield { name: `${folder}/${String(++file).padStart(5, '0')} ${plainName(name)}`, packed: true, pieces: bytesOf(ctx, id, size) };
}

/** Invoices as they were sent, with their fiscal documents. */
async function* billsOf(ctx: JobContext, locale: Locale, invoices: readonly Row[]): AsyncGenerator<Entry> {
  const folder = translate(locale, 'unitExport:kinds.bills');
  let number = 0;
  for (const { key } of invoices) {
    const documents = await ctx.run(sql<{ name: string; bytes: Buffer }>`select name, bytes from documents_for_export(${key})`);
    for (const { name, bytes } of documents)
      yield { name: `${folder}/${String(++number).padStart(5, '0')} ${plainName(name)}`, packed: true, pieces: once(bytes) };
  }
}

async function* actedOn(ctx: JobContext, batches: AsyncGenerator<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) yield await withActors(ctx, rows);
}
