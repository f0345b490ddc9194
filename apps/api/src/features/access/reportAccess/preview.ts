/** What an assignment would give, before it is saved: decided as everywhere, checked with a token, counted where the service counts. */
import type { ColumnFilter, Preview } from '@vitrine/contract/access/reportAccess.ts';
import { isVariable } from '@vitrine/contract/access/reportAccess.ts';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { askModel } from '#domain/reportAccess/askModel.ts';
import type { ReportToAsk } from '#domain/reportAccess/askService.ts';
import { askAll, reportsToAsk, tokenFor } from '#domain/reportAccess/askService.ts';
import { checkRules } from '#domain/reportAccess/checkRules.ts';
import type { Decision, Seen } from '#domain/reportAccess/decide.ts';
import type { Draft } from '#domain/reportAccess/draft.ts';
import { peopleOf, requireAll, withDraft } from '#domain/reportAccess/draft.ts';
import { decideMany } from '#domain/reportAccess/facts.ts';
import { nearestName } from '#domain/reportAccess/nearestName.ts';
import { todayOf } from '#domain/reportAccess/visible.ts';
import { reportId } from './grants.queries.ts';
import { checkReceiver } from '#domain/reportAccess/receiver.rules.ts';

const peopleLookedAt = 300;
const examplesShown = 5;
/** With variables everybody may see other rows; so many different ones are counted. */
const rulesCounted = 12;
const columnsSpelled = 5;
const valuesCompared = 500;

const isSeen = (decision: Decision): decision is Seen => decision.see;

async function countsOf(
  ctx: Context,
  report: ReportToAsk,
  columns: readonly ColumnFilter[],
  seen: readonly Seen[],
): Promise<Preview['counts']> {
  const rules = [...new Map(seen.map(({ filters }) => [JSON.stringify(filters), filters])).values()];
  if (report.data_rule !== 'filter' || columns.length === 0 || rules.length === 0 || rules.length > rulesCounted) return null;
  const counted = await Promise.all(
    rules.map((filters) => askModel(ctx, report, ctx.reporting.counts(report.account, report, columns, filters))),
  );
  if (counted.includes(null)) return null;
  return columns.map(({ table, column }, index) => {
    const each = counted.flatMap((one) => one?.[index] ?? []);
    const numbers = each.map((count) => count.seen);
    return { table, column, least: Math.min(...numbers), most: Math.max(...numbers), all: each[0]?.all ?? 0 };
  });
}

const plain = (value: unknown): string => String(value).toLowerCase();

/** Values that were written and that the column does not have: a report would stay empty, and nobody would know why. */
async function unknownIn(ctx: Context, report: ReportToAsk, filter: ColumnFilter): Promise<Preview['unknown']> {
  const { table, column } = filter;
  const values = filter.values.filter((value) => typeof value !== 'string' || !isVariable(value));
  if (values.length === 0) return [];
  const there = await askModel(ctx, report, ctx.reporting.existing(report.account, report, { table, column, values }));
  if (!there) return [];
  const known = new Set(there.map(plain));
  const missing = values.filter((value) => !known.has(plain(value))).map(String);
  if (missing.length === 0) return [];
  const others = await askModel(
    ctx,
    report,
    ctx.reporting.values(report.account, report, { table, column }, { words: '', most: valuesCompared }),
  );
  const names = (others?.values ?? []).map(String);
  return missing.map((value) => ({ table, column, value, like: nearestName(value, names) }));
}

const numberOf = (decisions: readonly Decision[], why: 'no_data_rule' | 'rule_refused' | 'not_found'): number =>
  decisions.filter((decision) => !decision.see && decision.why === why).length;

/** Reports without row-level security are asked for once, without an identity; the others were asked for as each person. */
async function opensWithout(ctx: Context, report: ReportToAsk | undefined): Promise<boolean> {
  return report !== undefined && (report.data_rule === 'rls' || (await tokenFor(ctx, report, null)) === 'given');
}

export async function previewOf(ctx: Context, id: string, draft: Draft): Promise<Preview> {
  draft.receivers.forEach(checkReceiver);
  const [[known], [report]] = await ctx.run(reportId(id), reportsToAsk([id]));
  found(known);
  await requireAll(ctx, id, draft);
  await checkRules(ctx, [id], draft);
  const today = todayOf(ctx);
  const people = await ctx.run(peopleOf(draft, today, peopleLookedAt));
  const memberships = people.map(({ membership_id }) => membership_id);
  const { change, id: draft_id } = await withDraft(ctx, draft, memberships);
  const pairs = memberships.map((membership_id) => ({ membership_id, report_id: id }));
  const { decided, checked } = await askAll(ctx, await decideMany(ctx, pairs, today, change, draft.asker_id));
  const decisions = decided.map(({ decision }) => decision);
  const seen = decisions.filter(isSeen);
  const [opens, counts, unknown] = await Promise.all([
    opensWithout(ctx, report),
    report ? countsOf(ctx, report, draft.filters, seen) : null,
    report?.data_rule === 'filter'
      ? Promise.all(draft.filters.slice(0, columnsSpelled).map((filter) => unknownIn(ctx, report, filter)))
      : [],
  ]);
  const seeing = new Set(decided.filter(({ decision }) => decision.see).map(({ pair }) => pair.membership_id));
  return {
    people: people[0]?.people ?? 0,
    looked_at: people.length,
    sees: seen.length,
    no_data_rule: numberOf(decisions, 'no_data_rule'),
    rule_refused: numberOf(decisions, 'rule_refused'),
    closed: numberOf(decisions, 'not_found'),
    ruled_elsewhere: seen.filter(
      ({ rule, reasons }) => rule !== null && !reasons.some(({ word, grant }) => word === 'rule_from' && grant?.id === draft_id),
    ).length,
    counts,
    checked: checked && opens,
    unknown: unknown.flat(),
    examples: people
      .filter(({ membership_id }) => seeing.has(membership_id))
      .slice(0, examplesShown)
      .map(({ membership_id, name, email }) => ({ membership_id, name, email })),
  };
}
