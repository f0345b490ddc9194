/** What the shape of an assignment's rules cannot say: whoever assigns is told now, and not by a reader who sees nothing. */
import type { GrantInput } from '@vitrine/contract/features/reportAccess.ts';
import { isVariable } from '@vitrine/contract/features/reportAccess.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { failFields } from '../fail.ts';
import { todayOf } from './visible.ts';

/** The unit's own variables, `{{field.region}}`, with the name of the field; named as `person_variables` names them. */
export const fieldVariables = sql<{ token: string; name: string }>`
  select '{{field.' || trim(both '_' from regexp_replace(search_text(f.name), '[^a-z0-9]+', '_', 'g')) || '}}' as token, f.name
  from custom_field f where f.active order by f.is_global desc, f.position, f.id`;

type Rules = Pick<GrantInput, 'filters' | 'rls_username'>;

/** A column is filtered once, and a variable of a custom field names one that there is. */
export async function checkRules(ctx: Context, { filters, rls_username }: Rules): Promise<void> {
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

/** A new assignment holds for a day at least; one that there is may be ended by any day. */
export function checkEnd(ctx: Context, ends_on: string | null): void {
  if (ends_on !== null && ends_on < todayOf(ctx)) failFields({ ends_on: 'in_the_past' });
}
