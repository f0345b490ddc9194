/** The people of the list as a file, with the columns that the screen shows; custom fields by `custom:<id>`. */
import type * as contract from '@vitrine/contract/people/users.ts';
import type { UserRow } from '@vitrine/contract/people/users.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { Download } from '@vitrine/contract/download.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { Context } from '#domain/serving/context.ts';
import type { ExportColumn } from '#platform/http/exportList.ts';
import { answerExport, chosenColumns, exportBatch, inBatches } from '#platform/http/exportList.ts';
import type { FieldRule } from '#domain/people/customFields.ts';
import { cellOfValue, fieldRules } from '#domain/people/customFields.ts';
import { cutPage } from '#platform/http/list.ts';
import { translate } from '#platform/translate.ts';
import type { RowOf } from './users.queries.ts';
import { keys, matching, userRows } from './users.queries.ts';

type Row = RowOf<UserRow>;
type TextColumn = Exclude<keyof Row, 'id' | 'person_id' | 'picture_id' | 'custom'>;

/** `21/11/2026 14:05` in the unit's time zone. The formatter is created once for all rows. */
function clockOf(timezone: string): (moment: string | null) => string | null {
  const format = new Intl.DateTimeFormat('pt-BR', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  return (moment) => (moment === null ? null : format.format(new Date(moment)).replace(',', ''));
}

function columnsOf(locale: Locale, timezone: string, rules: readonly FieldRule[]): ExportColumn<Row>[] {
  const clock = clockOf(timezone);
  const column = (key: TextColumn, cell: ExportColumn<Row>['cell']) => ({
    key,
    header: translate(locale, `fields:names.${key}`),
    cell,
  });
  return [
    column('name', ({ name }) => name),
    column('email', ({ email }) => email),
    column('phone', ({ phone }) => phone),
    column('role', ({ role }) => translate(locale, `fields:roles.${role}`)),
    column('state', ({ state }) => translate(locale, `fields:states.${state}`)),
    column('groups', ({ groups }) => groups.map(({ name }) => name).join(' | ')),
    column('department', ({ department }) => department),
    column('language', ({ language }) => language),
    column('last_access', ({ last_access }) => clock(last_access)),
    column('created_at', ({ created_at }) => clock(created_at)),
    ...rules.map((rule) => ({ key: `custom:${rule.id}`, header: rule.name, cell: ({ custom }: Row) => cellOfValue(custom[rule.id]) })),
  ];
}

/** Always sorted by name, so that each batch begins after the last row of the one before. */
export async function exportUsers(
  ctx: Context,
  { format, columns, sort: _sort, ...wanted }: Input<typeof contract.exportList>['query'],
): Promise<Download> {
  const { locale } = ctx.request;
  const matches = await matching(ctx, wanted);
  const chosen = chosenColumns(columnsOf(locale, ctx.actor.timezone, await ctx.run(fieldRules)), columns);
  const rows = inBatches<Row>((last) =>
    ctx.run(userRows(matches, cutPage({ sort: 'name', page: 1, per_page: exportBatch, after: last?.id }, keys))),
  );
  return answerExport({ format, name: translate(locale, 'fields:users') }, chosen, rows);
}
