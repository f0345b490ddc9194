/** Checks of an assignment's rules that the schema cannot express, so that the administrator learns of a mistake and not a reader who sees nothing. */
import type { GrantInput } from '@vitrine/contract/access/reportAccess.ts';
import { isVariable } from '@vitrine/contract/access/reportAccess.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { failFields } from '#platform/http/fail.ts';
import { checkWithService } from './askService.ts';
import { todayOf } from './visible.ts';

/** The unit's own variables, `{{field.region}}`, with the name of the field; named as `person_variables` names them. */
export const fieldVariables = sql<{ token: string; name: string }>`
  select '{{field.' || trim(both '_' from regexp_replace(search_text(f.name), '[^a-z0-9]+', '_', 'g')) || '}}' as token, f.name
  from custom_field f where f.active order by f.is_global desc, f.position, f.id`;

type Rules = Pick<GrantInput, 'filters' | 'rls_roles' | 'rls_username'>;

/** Each column is filtered at most once; variables of custom fields, roles and columns of the reports' models must exist. */
export async function checkRules(ctx: Context, report_ids: readonly string[], rules: Rules): Promise<void> {
  await checkVariables(ctx, rules);
  await checkWithService(ctx, report_ids, rules);
}

async function checkVariables(ctx: Context, { filters, rls_username }: Rules): Promise<void> {
  const columns = new Set(filters.map(({ table, column }) => JSON.stringify([table, column])));
  if (columns.size < filters.length) failFields({ filters: 'invalid' });
  const named = [
    { place: 'rls_username', values: [rls_username] },
    ...filters.map(({ values }, index) => ({ place: `filters.${index}.values`, values })),
  ];
  const ofFields = named.flatMap(({ place, values }) =>
    values.flatMap((value) => (typeof value === 'string' && isVariable(value) && value.startsWith('{{field.') ? [{ place, value }] : [])),
  );
  if (ofFields.length === 0) return;
  const known = new Set((await ctx.run(fieldVariables)).map(({ token }) => token));
  const missing = ofFields.find(({ value }) => !known.has(value));
  if (missing) failFields({ [missing.place]: 'unknown_variable' }, { variable: missing.value });
}

/** A new assignment must last at least a day; an existing one may be ended on any day. */
export function checkEnd(ctx: Context, ends_on: string | null): void {
  if (ends_on !== null && ends_on < todayOf(ctx)) failFields({ ends_on: 'in_the_past' });
}
