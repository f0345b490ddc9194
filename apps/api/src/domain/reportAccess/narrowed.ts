/** Reading where something else narrows what is shown: the slide of a playlist, the token of an embedded page. */
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import type { Context } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';
import type { Identity, Seen } from './decide.ts';
import type { ReadableReport } from './readable.ts';
import { decideFor, isOfService, requireSeen } from './readable.ts';

type Showing = { report: ReadableReport; decision: Pick<Seen, 'filters' | 'identity' | 'access' | 'rule'> };

/** The decision for the caller, with a fixed identity if there is one: it decides the rows alone, and never who may see the report. */
export async function seenWith(ctx: Context, id: string, identity: Identity | null): Promise<Showing> {
  const decided = await decideFor(ctx, ctx, id);
  const { report, decision } = decided;
  if (!isOfService(report)) return fail('not_found');
  const fixed = report.data_rule === 'rls' ? identity : null;
  if (fixed && !decision.see && decision.why === 'no_data_rule')
    return { report, decision: { access: 'membership', rule: null, filters: [], identity: fixed } };
  const seen = requireSeen(decided).decision;
  return { report, decision: { ...seen, identity: fixed ?? seen.identity } };
}

const columnOf = ({ table, column }: ColumnFilter): string => JSON.stringify([table, column]);

/** Combines wanted filters with those of the data rule: on the same column only values that both allow. */
export function narrowed(rules: readonly ColumnFilter[], wanted: readonly ColumnFilter[]): ColumnFilter[] {
  const byColumn = new Map(wanted.map((filter) => [columnOf(filter), filter]));
  const ruled = rules.map((rule) => {
    const values = byColumn.get(columnOf(rule))?.values.filter((value) => rule.values.includes(value)) ?? [];
    return values.length > 0 ? { ...rule, values } : rule;
  });
  const taken = new Set(rules.map(columnOf));
  return [...ruled, ...wanted.filter((filter) => !taken.has(columnOf(filter)))];
}
