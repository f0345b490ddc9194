/** What assignments of many reports would give, before they are saved: decided as everywhere, and checked with tokens. */
import type { BulkPreview } from '@vitrine/contract/access/bulkAccess.ts';
import type * as contract from '@vitrine/contract/access/bulkAccess.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import { sql } from 'kysely';
import { askAll, oneOfEachModel, reportsToAsk, tokenFor } from '#domain/reportAccess/askService.ts';
import { checkRules } from '#domain/reportAccess/checkRules.ts';
import type { Decision } from '#domain/reportAccess/decide.ts';
import type { Draft } from '#domain/reportAccess/draft.ts';
import { peopleOf, requireAll, withDraft } from '#domain/reportAccess/draft.ts';
import { decideMany } from '#domain/reportAccess/facts.ts';
import { checkReceiver } from '#domain/reportAccess/receiver.rules.ts';
import { todayOf } from '#domain/reportAccess/visible.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';

const peopleLookedAt = 300;
const reportsLookedAt = 20;
/** People times reports: what is decided while somebody waits. */
const pairsDecided = 3000;
const troubledShown = 5;

type Wanted = Input<typeof contract.bulkPreview>['body'];
type Report = { id: string; title: string; active: boolean };

const reportsOf = (ids: readonly string[]) => sql<Report>`
  select id, title, active from report where id = any (${ids}::uuid[]) order by title_sort, id`;

/** Assignments of these reports to these receivers that are there already. */
const alreadyThere = (ids: readonly string[], { receivers }: Wanted): Statement<{ already: number }> => sql<{ already: number }>`
  select count(*)::int as already from report_grant ra where ra.report_id = any (${ids}::uuid[])
    and (ra.unit and ${receivers.some(({ to }) => to === 'unit')} or coalesce(ra.membership_id, ra.user_group_id) = any (${receivers.flatMap(({ to_id }) => to_id ?? [])}::uuid[]))`;

const numberOf = (decisions: readonly Decision[], why: 'no_data_rule' | 'rule_refused' | 'not_found'): number =>
  decisions.filter((decision) => !decision.see && decision.why === why).length;

const ruledElsewhere = (decision: Decision, draft_id: string): boolean =>
  decision.see && decision.rule !== null && !decision.reasons.some(({ word, grant }) => word === 'rule_from' && grant?.id === draft_id);

export async function bulkPreviewOf(ctx: Context, { report_ids, ...rules }: Wanted): Promise<BulkPreview> {
  rules.receivers.forEach(checkReceiver);
  const ids = [...new Set(report_ids)];
  const draft: Draft = { ...rules, grant_id: null, asker_id: null };
  const today = todayOf(ctx);
  const [reports, [there], toAsk] = await ctx.run(reportsOf(ids), alreadyThere(ids, { report_ids, ...rules }), reportsToAsk(ids));
  if (reports.length < ids.length) fail('not_found');
  await requireAll(ctx, ids[0] ?? '', draft);
  await checkRules(ctx, ids, draft);
  const looked = reports.slice(0, reportsLookedAt);
  const people = await ctx.run(peopleOf(draft, today, Math.min(peopleLookedAt, Math.floor(pairsDecided / looked.length))));
  const memberships = people.map(({ membership_id }) => membership_id);
  const { change, id: draft_id } = await withDraft(ctx, draft, memberships, { keeps: true });
  const pairs = looked.flatMap(({ id: report_id }) => memberships.map((membership_id) => ({ membership_id, report_id })));
  const [{ decided, checked }, opens] = await Promise.all([
    decideMany(ctx, pairs, today, change).then((decisions) => askAll(ctx, decisions)),
    // Reports without row-level security are asked for without an identity.
    Promise.all(
      oneOfEachModel(toAsk.filter(({ data_rule }) => data_rule !== 'rls')).map(
        async (report) => (await tokenFor(ctx, report, null)) === 'given',
      ),
    ),
  ]);
  const byReport = Map.groupBy(decided, ({ pair }) => pair.report_id);
  const troubled = looked.map(({ id, title, active }) => {
    const decisions = (byReport.get(id) ?? []).map(({ decision }) => decision);
    const [no_data_rule, rule_refused, closed] = [
      numberOf(decisions, 'no_data_rule'),
      numberOf(decisions, 'rule_refused'),
      numberOf(decisions, 'not_found'),
    ];
    return { report_id: id, title, active, no_data_rule, rule_refused, closed };
  });
  const peopleWith = (is: (decision: Decision) => boolean): number =>
    new Set(decided.filter(({ decision }) => is(decision)).map(({ pair }) => pair.membership_id)).size;
  return {
    people: people[0]?.people ?? 0,
    reports: reports.length,
    looked_at: { people: people.length, reports: looked.length },
    sees: peopleWith(({ see }) => see),
    already: there?.already ?? 0,
    troubled: troubled.filter(({ no_data_rule, rule_refused, closed }) => no_data_rule + rule_refused + closed > 0).slice(0, troubledShown),
    ruled_elsewhere: peopleWith((decision) => ruledElsewhere(decision, draft_id)),
    checked: checked && opens.every(Boolean),
  };
}
