/** Workspaces as the service tells of them now, over all accounts that the actor reaches. An account that does not answer keeps nobody waiting. */
import type { accountProblems, Workspace } from '@vitrine/contract/reports/workspaces.ts';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { callingColumns, isWithinReach } from '#domain/reporting/reportingAccount.ts';
import type { ServiceCapacity, ServiceWorkspace } from '#domain/reporting/workspaceCalls.ts';
import type { Context } from '#domain/serving/context.ts';
import { Failure } from '#platform/http/fail.ts';

export type NamedAccount = ReportingAccount & { name: string; object_id: string | null };
type Problem = (typeof accountProblems)[number];
type Told = { account: NamedAccount; workspaces: ServiceWorkspace[]; capacities: ServiceCapacity[]; problem: Problem | null };

/** Statement for accounts within reach; one of them by its id. */
export const accountsWithinReach = (ctx: Pick<Context, 'actor'>, id?: string) => sql<NamedAccount>`
  select ${callingColumns}, a.name, a.object_id from reporting_account a
  where ${isWithinReach(ctx)} and ${id === undefined ? sql`true` : sql`a.id = ${id}`} order by search_text(a.name), a.id`;

const problems: Partial<Record<Failure['word'], Problem>> = {
  reporting_account_refused: 'refused',
  reporting_throttled: 'busy',
  reporting_unavailable: 'silent',
};

const problemOf = (error: unknown): Problem => {
  const problem = error instanceof Failure ? problems[error.word] : undefined;
  if (problem === undefined) throw error;
  return problem;
};

/** What cannot be told now; anything but a refusal of the service is an error of ours. */
export const orNull = (error: unknown): null => {
  if (error instanceof Failure) return null;
  throw error;
};

async function ask(ctx: Context, account: NamedAccount): Promise<Told> {
  const workspaces = await ctx.reporting.workspaceList(account).catch(problemOf);
  if (typeof workspaces === 'string') return { account, workspaces: [], capacities: [], problem: workspaces };
  // Afterwards, not at the same time: whoever asks first after a pause asks alone.
  const capacities = await ctx.reporting.capacityList(account).catch(orNull);
  return { account, workspaces, capacities: capacities ?? [], problem: null };
}

/** Every account, side by side. */
export const askAll = (ctx: Context, accounts: readonly NamedAccount[]): Promise<Told[]> =>
  Promise.all(accounts.map((account) => ask(ctx, account)));

export const idOfPlace = (account_id: string, workspace_id: string): string => `${account_id}_${workspace_id}`;

/** A row without what has to be asked for by itself. */
export function rowOf(
  ctx: Pick<Context, 'actor'>,
  { account, capacities }: Pick<Told, 'account' | 'capacities'>,
  { id, name, capacity_id, read_only }: ServiceWorkspace,
  published: ReadonlyMap<string, number>,
): Workspace {
  const may = holds(ctx.actor, 'embedded_workspaces', 'write') && !read_only;
  return {
    id: idOfPlace(account.id, id),
    account_id: account.id,
    workspace_id: id,
    name,
    account: account.name,
    capacity: capacity_id === null ? null : { id: capacity_id, name: capacities.find((one) => one.id === capacity_id)?.name ?? null },
    report_count: null,
    member_count: null,
    published_count: published.get(id) ?? 0,
    can: { edit: may, remove: may },
  };
}

/** How many reports of the unit stand in each workspace. */
export async function publishedCounts(ctx: Pick<Context, 'run'>): Promise<ReadonlyMap<string, number>> {
  const counts = await ctx.run(sql<{ workspace_id: string; count: number }>`
    select workspace_id, count(*)::integer as count from report where workspace_id is not null group by workspace_id`);
  return new Map(counts.map(({ workspace_id, count }) => [workspace_id, count]));
}

/** The service is asked about so many workspaces at a time. */
const atATime = 5;

/** The rows with the numbers of reports and members in them. */
export async function counted(ctx: Context, accounts: readonly NamedAccount[], rows: readonly Workspace[]): Promise<Workspace[]> {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const done: Workspace[] = [];
  for (let at = 0; at < rows.length; at += atATime) {
    const some = rows.slice(at, at + atATime).map(async (row): Promise<Workspace> => {
      const account = byId.get(row.account_id);
      if (!account) return row;
      const [reports, members] = await Promise.all([
        ctx.reporting.workspaceReports(account, row.workspace_id).catch(orNull),
        ctx.reporting.workspaceMembers(account, row.workspace_id).catch(orNull),
      ]);
      return { ...row, report_count: reports?.length ?? null, member_count: members?.length ?? null };
    });
    done.push(...(await Promise.all(some)));
  }
  return done;
}
