/**
 * Rules of assignments as the reporting service sees them: it alone knows the roles and columns of a model. Nobody waits for a service
 * that does not answer; a rule then counts as what the portal knows.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import { isVariable } from '@vitrine/contract/access/reportAccess.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { Failure, failFields } from '#platform/http/fail.ts';
import type { ReportingAccount } from '#domain/reporting/reportingAccountRow.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import { nearestName } from './nearestName.ts';
import type { Decision, GuardedReport, Identity } from './decide.ts';

export type Asking = Pick<Context, 'run' | 'reporting' | 'log'>;

export type ReportToAsk = Pick<GuardedReport, 'data_rule'> & {
  id: string;
  workspace_id: string;
  external_report_id: string;
  /** Null: not known yet. */
  dataset_id: string | null;
  account: ReportingAccount;
};

const patienceMs = 3000;
const askedAtOnce = 8;
/** Of many reports that get the same rule, as many are asked: most share a model, and each model is asked once. */
const modelsAsked = 20;

export const reportsToAsk = (ids: readonly string[]) => sql<ReportToAsk>`
  select r.id, r.data_rule, r.workspace_id, r.external_report_id, r.dataset_id, to_jsonb(account) as account
  from report r join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where r.id = any (${ids}::uuid[]) order by r.id`;

/** One report for each model and kind of rule. */
export const oneOfEachModel = (reports: readonly ReportToAsk[]): ReportToAsk[] =>
  [
    ...new Map(
      reports.map((report) => [JSON.stringify([report.account.id, report.data_rule, report.dataset_id ?? report.id]), report]),
    ).values(),
  ].slice(0, modelsAsked);

export async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const over = new AbortController();
  try {
    return await Promise.race([work, wait(patienceMs, null, { signal: over.signal, ref: false })]);
  } finally {
    over.abort();
  }
}

export type Refusal = 'rule_refused' | 'no_data_rule';

const given = { token: 'given' };

/** Whether the service gives an embed token for this identity, or how it refuses one. */
export async function tokenFor(
  { reporting, log }: Asking,
  report: ReportToAsk,
  identity: Identity | null,
): Promise<'given' | 'unanswered' | Refusal> {
  try {
    const embed = reporting.embed({ account: report.account, report, identity, access: 'View' });
    return (await inTime(embed.then(() => given))) === given ? 'given' : 'unanswered';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.word === 'rule_refused' || error.word === 'no_data_rule') return error.word;
    log.info({ err: error, report_id: report.id }, 'a rule was not checked with the reporting service');
    return 'unanswered';
  }
}

/** How the service refuses an embed token for this identity; null when it gives one, or does not answer. */
async function refusalOf(ctx: Asking, report: ReportToAsk, identity: Identity): Promise<Refusal | null> {
  const answer = await tokenFor(ctx, report, identity);
  return answer === 'given' || answer === 'unanswered' ? null : answer;
}

type NewRules = { filters: ColumnFilter[]; rls_roles: string[]; rls_username: string | null };

/** Refuses roles and columns that the models of the reports do not have. */
export async function checkWithService(ctx: Context, report_ids: readonly string[], rules: NewRules): Promise<void> {
  if (rules.rls_roles.length === 0 && rules.filters.length === 0) return;
  const reports = await ctx.run(reportsToAsk(report_ids));
  const username = rules.rls_username === null || isVariable(rules.rls_username) ? ctx.actor.email : rules.rls_username;
  for (const report of oneOfEachModel(reports.filter(({ data_rule }) => data_rule !== 'none'))) {
    if (report.data_rule === 'rls') await requireRoles(ctx, report, { username, roles: rules.rls_roles }, 'rls_roles');
    else await requireColumns(ctx, report, rules.filters);
  }
}

/** The same for the fixed identity of a screen's link. */
export async function checkIdentity(ctx: Context, report_ids: readonly string[], identity: Identity): Promise<void> {
  const reports = await ctx.run(reportsToAsk(report_ids));
  for (const report of oneOfEachModel(reports.filter(({ data_rule }) => data_rule === 'rls')))
    await requireRoles(ctx, report, identity, 'identity');
}

async function requireRoles(ctx: Context, report: ReportToAsk, { username, roles }: Identity, field: string): Promise<void> {
  if (roles.length === 0 || (await refusalOf(ctx, report, { username, roles })) !== 'rule_refused') return;
  // The service need not name the role that it does not know, so each is asked for.
  const each = await Promise.all(roles.map((role) => refusalOf(ctx, report, { username, roles: [role] })));
  const role = roles[each.indexOf('rule_refused')] ?? roles.join(', ');
  const used = await ctx.run(sql<{ role: string }>`
    select distinct unnest(ra.rls_roles) as role from report_grant ra join report r on r.tenant_id = ra.tenant_id and r.id = ra.report_id
    where r.dataset_id = (select dataset_id from report where id = ${report.id}) limit 200`);
  const like = nearestName(
    role,
    used.map((one) => one.role).filter((one) => !roles.includes(one)),
  );
  const exists = like !== null && (await refusalOf(ctx, report, { username, roles: [like] })) === null;
  failFields({ [field]: exists ? 'unknown_role_like' : 'unknown_role' }, { role, like: like ?? '' });
}

/** Refuses filters by columns that the model does not have; those of a service that does not answer in time pass. */
export async function requireColumns(
  { reporting, log }: Context,
  report: ReportToAsk,
  filters: readonly ColumnFilter[],
  field = 'filters',
): Promise<void> {
  for (const [index, { table, column }] of filters.entries()) {
    const known = await inTime(reporting.hasColumn(report.account, report, { table, column })).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      log.info({ err: error, report_id: report.id }, 'a column was not checked with the reporting service');
      return null;
    });
    if (known === false) failFields({ [`${field}.${index}.column`]: 'unknown_column' }, { table, column });
  }
}

type Decided<P> = { pair: P; decision: Decision };

/** Decisions that the service would refuse become its refusal: what is told of a person is what the person gets. */
export const askedOfService = async <P extends { report_id: string }>(ctx: Asking, decided: readonly Decided<P>[]): Promise<Decided<P>[]> =>
  (await askAll(ctx, decided)).decided;

/** The same, and whether the service has answered for each of them. */
export async function askAll<P extends { report_id: string }>(
  ctx: Asking,
  decided: readonly Decided<P>[],
): Promise<{ decided: Decided<P>[]; checked: boolean }> {
  const keyOf = ({ pair, decision }: Decided<P>): string | null =>
    decision.see && decision.identity ? JSON.stringify([pair.report_id, decision.identity.roles]) : null;
  const asked = new Map(
    decided.flatMap((one) =>
      one.decision.see && one.decision.identity ? [[keyOf(one), { ...one, identity: one.decision.identity }]] : [],
    ),
  );
  if (asked.size === 0) return { decided: [...decided], checked: true };
  const reports = new Map(
    (await ctx.run(reportsToAsk([...new Set([...asked.values()].map(({ pair }) => pair.report_id))]))).map((report) => [report.id, report]),
  );
  const refusals = new Map<string | null, Refusal>();
  let checked = true;
  const open = [...asked];
  const until = performance.now() + patienceMs;
  while (open.length > 0 && performance.now() < until) {
    await Promise.all(
      open.splice(0, askedAtOnce).map(async ([key, { pair, identity }]) => {
        const report = reports.get(pair.report_id);
        const answer = report ? await tokenFor(ctx, report, identity) : 'unanswered';
        if (answer === 'unanswered') checked = false;
        else if (answer !== 'given') refusals.set(key, answer);
      }),
    );
  }
  return {
    checked: checked && open.length === 0,
    decided: decided.map((one) => {
      const why = refusals.get(keyOf(one));
      return why ? { pair: one.pair, decision: { see: false, why, reasons: [...one.decision.reasons, { word: 'rule_refused' }] } } : one;
    }),
  };
}
