/** Reports as administrators register and keep them. */
import * as contract from '@vitrine/contract/reports/reports.ts';
import type { ListedReport, ReportInput } from '@vitrine/contract/reports/reports.ts';
import { countCap } from '@vitrine/contract/list.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { failFields, found } from '#platform/http/fail.ts';
import { reportsFoundBy } from '#domain/reporting/searchReports.ts';
import type { Cut } from '#platform/http/list.ts';
import { every, longListPage } from '#platform/http/list.ts';
import { lastRefreshed } from '#domain/reportAccess/dataAge.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { pagesToRead } from '#domain/reporting/pageList.jobs.ts';
import { accountWithinReach, callingColumns } from '#domain/reporting/reportingAccount.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { healthFacts, marksOfAll, markOf } from '#domain/reportHealth/facts.ts';
import type { HealthFacts } from '#domain/reportHealth/reportHealth.rules.ts';
import { report as condition, todayOf } from '#domain/waiting/conditions.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { cloneReport } from './clone.ts';
import { reportLinks } from './links.ts';
import { orderReports } from './order.ts';
import { reportPages } from './pages.ts';
import { placeOf } from './reportPlacement.ts';
import type { ReportRow } from './reportRow.ts';
import { columns, joined, ownerIsGone, reportRow, shown, titleTaken } from './reportRow.ts';
import { isDataRulePossible } from './reports.rules.ts';
import { reportTrust } from './trust.ts';
import { reportUploads } from './reportUploads/reportUploads.ts';

/** A report without a position comes last. */
const lastPlace = 2 ** 31 - 1;
/** Archived ones stand among themselves. */
const inState = { active: sql`r.active`, inactive: sql`not r.active and r.archived_at is null`, archived: sql`r.archived_at is not null` };

const keys = {
  by: {
    title: sql`r.title_sort`,
    group_name: sql`(select search_text(placed.name) || ' ' || r.title_sort from report_group placed where placed.id = r.group_id)`,
    active: sql`r.active`,
    updated: sql`coalesce(${lastRefreshed}, '-infinity')`,
    created_at: sql`r.created_at`,
    // Replaced where the list is sorted by it.
    health: sql`0`,
    position: sql`coalesce(r.position, ${sql.lit(lastPlace)})`,
  },
  id: sql`r.id`,
  from: sql`report r`,
};

/** The worst first, and last what is not judged. */
const keysByHealth = ({ act, attention, good }: Awaited<ReturnType<typeof marksOfAll>>): typeof keys => ({
  ...keys,
  by: {
    ...keys.by,
    health: sql`case when r.id = any (${act}::uuid[]) then 0 when r.id = any (${attention}::uuid[]) then 1 when r.id = any (${good}::uuid[]) then 2 else 3 end`,
  },
});

/** Whoever makes an archived report active takes it out of the archive. */
const broughtBack = { archived_at: null, archived_by: null };

const dayMs = 86_400_000;
const useOf = (id: string, now: Date) => sql<{ last_opened_at: string | null; openings: number }>`
  select (select max(v.opened_at) from report_view v where v.report_id = ${id}) as last_opened_at,
    (select count(*)::int from report_view v
      where v.report_id = ${id} and v.opened_at > ${new Date(now.getTime() - contract.openingDays * dayMs)}) as openings`;

export function reports(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const inGroup = wanted.group_id === undefined ? undefined : sql`r.group_id = ${wanted.group_id}`;
    const ofKind = wanted.kind === undefined ? undefined : sql`r.kind = ${wanted.kind}`;
    const ofState = wanted.state && inState[wanted.state];
    const isCertified = wanted.certified === undefined ? undefined : sql`(r.certified_at is not null) = ${wanted.certified}`;
    const ofNobody = wanted.owner === undefined ? undefined : ownerIsGone;
    const at = todayOf(ctx);
    const notFresh = wanted.data && (wanted.data === 'failed' ? condition.refreshFailed : condition.isStale(at));
    const hasProblem = wanted.problems && condition.hasProblem;
    const accessEnds = wanted.access && condition.accessEndsSoon(at);
    const sortsByHealth = wanted.sort === 'health' || wanted.sort === '-health';
    // Marks of all reports are needed by who narrows or sorts by them; other pages judge their own rows alone.
    const [found, marks] = await Promise.all([
      reportsFoundBy(ctx, wanted.q),
      wanted.health || sortsByHealth ? marksOfAll(ctx) : { good: [], attention: [], act: [] },
    ]);
    const hasMark = wanted.health && sql`r.id = any (${marks[wanted.health]}::uuid[])`;
    const chosen = [inGroup, ofKind, ofState, isCertified, ofNobody, notFresh, hasProblem, accessEnds, hasMark];
    const matching = every(...chosen, wanted.state === undefined ? sql`r.archived_at is null` : undefined, found.matches);
    const judges = ctx.actor.role !== 'operator';
    // The page is cut before anything is joined or counted for its rows.
    const rowsOf = ({ beyond, order, limit }: Cut) => sql<ReportRow & { health_facts: HealthFacts | null }>`
      select ${columns}, ${judges ? healthFacts(ctx) : sql`null::jsonb`} as health_facts from (select r.* from report r where ${matching} and ${beyond} ${order} ${limit}) as r ${joined} ${order}`;
    const narrowed = chosen.some((one) => one !== undefined);
    // Without other conditions it is already known that there are more than a list counts.
    const counted =
      found.capped && !narrowed
        ? sql`select from generate_series(1, ${sql.lit(countCap + 1)})`
        : sql`select from report r where ${matching}`;
    const { data, meta } = await longListPage(ctx, wanted, sortsByHealth ? keysByHealth(marks) : keys, rowsOf, counted);
    const listed = ({ health_facts, ...row }: (typeof data)[number]): ListedReport => ({
      ...shown(ctx, row),
      health: markOf(health_facts, ctx.now()),
    });
    return { data: data.map(listed), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.get, async (ctx, { params }) => {
    const [[row], [use]] = await ctx.run(reportRow(params.id), useOf(params.id, ctx.now()));
    return { ...shown(ctx, found(row)), ...found(use) };
  });

  serve(contract.add, async (ctx, { body }) => {
    const [reachable] = await ctx.run(accountWithinReach(ctx, body.account_id));
    const account = found(reachable);
    const place = await placeOf(ctx, body);
    const { kind, dataset_id, dataset_workspace_id, identity_required, roles_required } = await ctx.reporting.describe(account, body);
    if (!isDataRulePossible(body.data_rule, { kind, identity_required })) failFields({ data_rule: 'invalid' });

    const id = uuidv7();
    const insert = query
      .insertInto('report')
      .values({ ...body, ...place, id, tenant_id: ownTenant, kind, dataset_id, dataset_workspace_id, identity_required, roles_required });
    const pages = pagesToRead(account.tenant_id, id, ctx.now());
    const [, [row]] = await unlessTaken(titleTaken, ctx.run(insert, reportRow(id), pages));
    return shown(ctx, found(row));
  });

  serve(contract.update, async (ctx, { params, body: { version, ...changes } }) => {
    const [report] = await ctx.run(reportToUpdate(params.id));
    const { kind, position } = found(report);
    if ((kind === 'link') !== (changes.link_url !== null)) failFields({ link_url: kind === 'link' ? 'required' : 'invalid' });
    const place = await placeOf(ctx, changes);
    const facts = await freshDataset(ctx, found(report), changes.data_rule);
    // In another group it comes last.
    const stays = place.group_id === found(report).group_id && place.subgroup_id === found(report).subgroup_id;

    const update = query
      .updateTable('report')
      .set({
        ...changes,
        ...place,
        ...facts,
        ...(changes.active ? broughtBack : {}),
        position: stays ? position : null,
        version: version + 1,
      })
      .where('id', '=', params.id)
      .where('version', '=', version)
      .returning('id');
    const [changed, [row]] = await unlessTaken(titleTaken, ctx.run(update, reportRow(params.id)));
    return shown(ctx, saved(changed, row));
  });

  serve(contract.remove, async (ctx, { params }) => {
    const pictures = sql`delete from file where id in (select file_id from thumbnail where report_id = ${params.id})`;
    const [, [removed]] = await ctx.run(pictures, query.deleteFrom('report').where('id', '=', params.id).returning('id'));
    found(removed);
  });

  reportLinks(serve);
  reportTrust(serve);
  reportPages(serve);
  cloneReport(serve);
  orderReports(serve);
  reportUploads(serve);
}

type ReportToUpdate = Pick<ReportRow, 'kind' | 'group_id' | 'subgroup_id' | 'identity_required'> & {
  position: number | null;
  /** Only for reports of the reporting service. */
  account: ReportingAccount | null;
  workspace_id: string;
  external_report_id: string;
};

const reportToUpdate = (id: string): RawBuilder<ReportToUpdate> => sql<ReportToUpdate>`
  select r.kind, r.group_id, r.subgroup_id, r.position, r.workspace_id, r.external_report_id, r.identity_required, to_jsonb(account) as account
  from report r left join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where r.id = ${id}`;

/** The dataset may have changed since it was read, so the service is asked again before a rule is refused. */
async function freshDataset(ctx: Context, report: ReportToUpdate, dataRule: ReportInput['data_rule']) {
  if (isDataRulePossible(dataRule, report)) return {};
  if (report.account === null) return failFields({ data_rule: 'invalid' });
  const { dataset_id, dataset_workspace_id, identity_required, roles_required } = await ctx.reporting.describe(report.account, report);
  if (!isDataRulePossible(dataRule, { kind: report.kind, identity_required })) return failFields({ data_rule: 'invalid' });
  return { dataset_id, dataset_workspace_id, identity_required, roles_required };
}
