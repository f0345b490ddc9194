/** Workspaces of the reporting service, over the accounts of the unit: reading. Changes are in `changes.ts`. */
import * as contract from '@vitrine/contract/reports/workspaces.ts';
import type { Workspace } from '@vitrine/contract/reports/workspaces.ts';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { found } from '#platform/http/fail.ts';
import { changes } from './changes.ts';
import { accountsWithinReach, askAll, counted, orNull, publishedCounts, rowOf } from './lookAround.ts';
import { lossesOf } from './losses.ts';
import { membersOf } from './members.ts';

/** Without case and accents, as the database searches. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const holdsAll = (row: Workspace, q: string): boolean => {
  const text = plain(`${row.name} ${row.account} ${row.capacity?.name ?? ''}`);
  return plain(q)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

const compareBy = (sort: string) => {
  const descending = sort.startsWith('-');
  const key = descending ? sort.slice(1) : sort;
  const names = (a: Workspace, b: Workspace) => plain(a.name).localeCompare(plain(b.name)) || a.id.localeCompare(b.id);
  const compare = (a: Workspace, b: Workspace): number => {
    if (key === 'published_count') return a.published_count - b.published_count;
    return key === 'account' ? plain(a.account).localeCompare(plain(b.account)) : names(a, b);
  };
  return (a: Workspace, b: Workspace): number => (descending ? -compare(a, b) : compare(a, b)) || names(a, b);
};

/** A workspace that several accounts reach is one row: of the first of them. */
const once = (rows: readonly Workspace[]): Workspace[] => [...new Map(rows.toReversed().map((row) => [row.workspace_id, row])).values()];

const actRows = (account_id: string, workspace_id: string) => sql<{
  id: string;
  kind: (typeof contract.actKinds)[number];
  subject: string;
  state: 'open' | 'done' | 'refused';
  by: string | null;
  asked_at: string;
}>`
  select x.id, x.kind, x.subject, x.state, p.name as by, x.asked_at from workspace_act x left join person p on p.id = x.asked_by
  where x.account_id = ${account_id} and x.workspace_id = ${workspace_id} order by x.asked_at desc, x.id desc limit 100`;

const currentCapacities = sql<{ account_id: string; name: string }>`select account_id, lower(name) as name from capacity where current`;

async function account(ctx: Context, id: string) {
  const [row] = await ctx.run(accountsWithinReach(ctx, id));
  return found(row);
}

export function workspaces(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const accounts = await ctx.run(accountsWithinReach(ctx, wanted.account_id));
    if (wanted.account_id !== undefined) found(accounts[0]);
    const [published, told] = [await publishedCounts(ctx), await askAll(ctx, accounts)];
    const rows = once(told.flatMap((one) => one.workspaces.map((workspace) => rowOf(ctx, one, workspace, published))))
      .filter((row) => holdsAll(row, wanted.q))
      .toSorted(compareBy(wanted.sort));
    const { page, per_page } = wanted;
    const data = await counted(ctx, accounts, rows.slice((page - 1) * per_page, page * per_page));
    const meta = { page, per_page, total: rows.length, total_is_capped: false };
    return { data, meta, can: { add: mayCall(ctx.actor, contract.add.can) && accounts.length > 0 } };
  });

  serve(contract.accounts, async (ctx) => {
    const [told, currents] = await Promise.all([askAll(ctx, await ctx.run(accountsWithinReach(ctx))), ctx.run(currentCapacities)]);
    const isCurrent = (account_id: string, name: string) =>
      currents.some((one) => one.account_id === account_id && one.name === name.toLowerCase());
    return {
      data: told.map(({ account: { id, name }, workspaces: { length }, problem, capacities }) => ({
        id,
        name,
        workspace_count: length,
        problem,
        capacities: capacities.map((capacity) => ({ ...capacity, current: isCurrent(id, capacity.name) })),
      })),
    };
  });

  serve(contract.get, async (ctx, { params }) => {
    const one = await account(ctx, params.account_id);
    const workspace = await ctx.reporting.workspace(one, params.workspace_id);
    const [capacities, published] = await Promise.all([ctx.reporting.capacityList(one).catch(orNull), publishedCounts(ctx)]);
    const [row] = await counted(ctx, [one], [rowOf(ctx, { account: one, capacities: capacities ?? [] }, workspace, published)]);
    return found(row);
  });

  serve(contract.content, async (ctx, { params }) => {
    const one = await account(ctx, params.account_id);
    const reports = await ctx.reporting.workspaceReports(one, params.workspace_id);
    const [datasets, shown] = await Promise.all([
      ctx.reporting.workspaceDatasets(one, params.workspace_id),
      ctx.run(sql<{ id: string; title: string; external_report_id: string }>`
        select id, title, external_report_id from report where workspace_id = ${params.workspace_id} order by title_sort, id`),
    ]);
    const names = new Map(datasets.map(({ id, name }) => [id, name]));
    return {
      reports: reports.map(({ id, name, kind, dataset_id }) => ({
        id,
        name,
        kind,
        dataset: names.get(dataset_id ?? '') ?? null,
        published: shown.filter((report) => report.external_report_id === id).map((report) => ({ id: report.id, title: report.title })),
      })),
      datasets: datasets.map((dataset) => ({
        ...dataset,
        report_count: reports.filter(({ dataset_id }) => dataset_id === dataset.id).length,
      })),
    };
  });

  serve(contract.members, async (ctx, { params }) => ({
    data: await membersOf(ctx, await account(ctx, params.account_id), params.workspace_id),
  }));

  serve(contract.acts, async (ctx, { params }) => {
    const one = await account(ctx, params.account_id);
    await ctx.reporting.workspace(one, params.workspace_id);
    return { data: await ctx.run(actRows(one.id, params.workspace_id)) };
  });

  serve(contract.losses, async (ctx, { params }) => {
    const one = await account(ctx, params.account_id);
    await ctx.reporting.workspace(one, params.workspace_id);
    return lossesOf(ctx, params.workspace_id);
  });

  changes(serve, account);
}
