/** Starts an import: rows of a file or people of another unit, with a guess at the columns. */
import type { UserImport } from '@vitrine/contract/people/userImport.ts';
import { importLimits } from '@vitrine/contract/people/userImport.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { fieldRules } from '#domain/people/customFields.ts';
import { readSpreadsheet } from '#platform/spreadsheet/readSpreadsheet.ts';
import type { Table, TableInPieces } from '#platform/spreadsheet/table.ts';
import { inPieces, SpreadsheetError } from '#platform/spreadsheet/table.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { translate } from '#platform/translate.ts';
import { guessMapping, plain } from './guess.rules.ts';
import { importOf, toUserImport } from './importStore.ts';
import { validateRows } from './validateRows.ts';

type Source = { file_name: string; table: TableInPieces; mapping: (string | null)[]; source_tenant_id?: string };

/** Piece by piece, so that nobody waits while one is written. */
async function store(ctx: Context, { file_name, table, mapping, source_tenant_id }: Source): Promise<UserImport> {
  const id = uuidv7();
  const added = query.insertInto('user_import').values({
    id,
    tenant_id: ownTenant,
    file_name,
    header: table.header,
    mapping: mapping as string[],
    first_line: table.first_line,
    other_sheets: table.other_sheets,
    source_tenant_id: source_tenant_id ?? null,
    created_by: ctx.actor.person_id,
    created_at: ctx.now(),
  });
  await ctx.withTenant(async (tx) => {
    await tx.run(added);
    for (const piece of table.pieces)
      await tx.run(sql`
        insert into user_import_row (tenant_id, import_id, line, cells)
        select ${ownTenant}, ${id}::uuid, (w ->> 'line')::int, array(select jsonb_array_elements_text(w -> 'cells'))
        from jsonb_array_elements(${piece}::jsonb) as w`);
  });
  await validateRows(ctx, id);
  return toUserImport(found((await ctx.run(importOf(id)))[0]), ctx.now());
}

export async function addFromFile(ctx: Context, bytes: Uint8Array, file_name: string): Promise<UserImport> {
  const table = await readSpreadsheet(bytes, importLimits, ctx.actor.tenant_id ?? ctx.actor.person_id).catch((error: unknown) => {
    if (!(error instanceof SpreadsheetError)) throw error;
    const rows = new Intl.NumberFormat(ctx.request.locale).format(importLimits.rows);
    return error.trouble === 'too_many_rows'
      ? fail('import_too_many_rows', { rows }, {}, error)
      : fail('import_file_invalid', {}, {}, error);
  });
  const [rules, before] = await ctx.run(
    fieldRules,
    sql<{ header: string; field: string | null }>`select header, field from user_import_mapping`,
  );
  const remembered = new Map(before.map(({ header, field }) => [header, field]));
  return store(ctx, { file_name, table, mapping: guessMapping(table.header, table.sample, rules, remembered) });
}

function piecesOf(table: Table): TableInPieces {
  const pieces: string[] = [];
  const written = inPieces(table);
  for (let next = written.next(); ; next = written.next()) {
    if (next.done) return { ...next.value, pieces };
    pieces.push(next.value);
  }
}

/** People of another unit that the caller manages. Their accounts are not changed; global fields are copied. */
export async function addFromUnit(ctx: Context, source_tenant_id: string): Promise<UserImport> {
  const source = await ctx.unit(source_tenant_id);
  const rules = await ctx.run(fieldRules);
  const global = rules.filter((rule) => rule.is_global);
  const [[unit], people] = await source.run(
    sql<{ name: string }>`select name from tenant where id = app_setting('tenant_id')::uuid`,
    sql<{ name: string; email: string; department: string | null; custom: Record<string, string | number | string[] | null> }>`
      select p.name, p.email, m.department, m.custom from membership m join person p on p.id = m.person_id
      where m.state = 'active' order by m.name_sort, m.id limit ${sql.lit(importLimits.rows)}`,
  );
  if (people.length === 0) fail('import_file_invalid');
  const cell = (value: string | number | string[] | null = null) => (Array.isArray(value) ? value.join(' | ') : String(value ?? ''));
  const table: Table = {
    header: [
      ...(['name', 'email', 'department'] as const).map((field) => translate(ctx.request.locale, `fields:names.${field}`)),
      ...global.map(({ name }) => name),
    ],
    rows: people.map(({ name, email, department, custom }) => [name, email, department ?? '', ...global.map(({ id }) => cell(custom[id]))]),
    lines: people.map((_, index) => index + 1),
    other_sheets: [],
  };
  const mapping = ['name', 'email', 'department', ...global.map(({ id }) => `custom:${id}`)];
  return store(ctx, { file_name: found(unit).name, table: piecesOf(table), mapping, source_tenant_id });
}

/** Remembers the field of a column by its name, for the unit's next file. */
export const rememberMapping = (header: readonly string[], mapping: readonly (string | null)[]) => {
  const pairs = header.map((name, index) => ({ header: plain(name), field: mapping[index] ?? null })).filter((pair) => pair.header !== '');
  return sql`
    insert into user_import_mapping (tenant_id, header, field)
    select distinct on (w.header) ${ownTenant}, w.header, w.field from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w (header text, field text)
    on conflict (tenant_id, header) do update set field = excluded.field`;
};
