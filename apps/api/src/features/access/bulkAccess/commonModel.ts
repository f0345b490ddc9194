/** What rows of several reports can be chosen by: what the models of all of them have. */
import type { CommonModel } from '@vitrine/contract/access/bulkAccess.ts';
import type { model, ModelRole } from '@vitrine/contract/access/reportAccess.ts';
import type { Answer } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import { oneOfEachModel, reportsToAsk } from '#domain/reportAccess/askService.ts';
import { roleNamed } from '#domain/reportAccess/roleMeaning.ts';
import { tellModel } from '#domain/reportAccess/tellModel.ts';
import type { Context } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';

type Told = Answer<typeof model>;

/** What every list has, as the first says it. */
const inAll = <T>([first = [], ...others]: readonly (readonly T[])[], keyOf: (one: T) => string): T[] =>
  first.filter((one) => others.every((list) => list.some((other) => keyOf(other) === keyOf(one))));

const roleName = ({ name }: ModelRole): string => name;

/** A role that lets something else through in another model is known by its name alone. */
const meaningOf = (role: ModelRole, lists: readonly (readonly ModelRole[])[]): ModelRole =>
  lists.every((list) => list.some((other) => JSON.stringify(other) === JSON.stringify(role))) ? role : roleNamed(role.name);

/** As long as one model has not answered, none counts as told; where one tells nothing, roles in use are offered as well. */
function rolesOfAll(told: readonly Told[]): Pick<Told, 'roles' | 'roles_from'> {
  const from = (source: Told['roles_from']) => told.filter(({ roles_from }) => roles_from === source).map(({ roles }) => roles);
  const known = from('model');
  const common = inAll(known, roleName).map((role) => meaningOf(role, known));
  if (known.length === told.length && told.length > 0) return { roles: common, roles_from: 'model' };
  const used = known.length > 0 ? [] : [...from('use'), ...from('asking')].flat();
  const roles = [...new Map([...common, ...used].map((role) => [role.name, role])).values()];
  return { roles, roles_from: from('asking').length > 0 ? 'asking' : 'use' };
}

/** Columns that all models have which answered; null where none did. */
function columnsOfAll(told: readonly Told[]): Told['columns'] {
  const lists = told.flatMap(({ columns }) => (columns ? [columns] : []));
  return lists.length === 0 ? null : inAll(lists, ({ table, column }) => JSON.stringify([table, column]));
}

export async function commonModelOf(ctx: Context, report_ids: readonly string[]): Promise<CommonModel> {
  const wanted = [...new Set(report_ids)];
  const [reports, asked] = await ctx.run(
    sql<{ data_rule: keyof CommonModel['kinds']; roles_required: boolean }>`
      select data_rule, roles_required from report where id = any (${wanted}::uuid[])`,
    reportsToAsk(wanted),
  );
  if (reports.length < wanted.length) fail('not_found');
  const ofKind = (kind: keyof CommonModel['kinds']) => reports.filter(({ data_rule }) => data_rule === kind);
  const told = await Promise.all(
    oneOfEachModel(asked.filter(({ data_rule }) => data_rule !== 'none')).map(async (report) => ({
      report,
      told: await tellModel(ctx, report),
    })),
  );
  const toldOf = (kind: keyof CommonModel['kinds']) => told.filter(({ report }) => report.data_rule === kind).map((one) => one.told);
  return {
    kinds: { none: ofKind('none').length, filter: ofKind('filter').length, rls: ofKind('rls').length },
    roles_required: ofKind('rls').some(({ roles_required }) => roles_required),
    ...rolesOfAll(toldOf('rls')),
    columns: columnsOfAll(toldOf('filter')),
    values_from: told.find(({ report, told: { columns } }) => report.data_rule === 'filter' && columns !== null)?.report.id ?? null,
  };
}
