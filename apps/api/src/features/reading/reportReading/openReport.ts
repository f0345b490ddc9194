/** Opening a report: read and decide, call the reporting service outside of any transaction, then log the view. */
import type { Embedding, OpenedPage, OpenedReport } from '@vitrine/contract/reading/reportReading.ts';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import { looksOnly } from '#domain/access/looksOnly.ts';
import { administratorNames } from '#domain/people/administratorNames.ts';
import type { Context } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { aroundOf, aroundReport } from './aroundReport.ts';
import { openPage } from './openPage.ts';
import { editingOf, openingOf, viewOf } from '#domain/reportAccess/viewed.ts';
import { countingFailures } from './failedOpening.ts';
import type { ReadableReport } from '#domain/reportAccess/readable.ts';
import { isOfService, readableReport, seenReport } from '#domain/reportAccess/readable.ts';
import type { Seen } from '#domain/reportAccess/decide.ts';
import { pagesToRead } from '#domain/reporting/pageList.jobs.ts';
import { embeddingOf, embedOf, shownReportOf } from '#domain/reportAccess/shown.ts';

export async function openReport(ctx: Context, id: string): Promise<OpenedReport | OpenedPage> {
  return countingFailures(ctx, id, async () => {
    const { report, decision } = await seenReport(ctx, id);
    return isOfService(report) ? openEmbedded(ctx, report, decision) : openPage(ctx, report, decision);
  });
}

async function openEmbedded(ctx: Context, report: ReadableReport, decision: Seen): Promise<OpenedReport> {
  const embed = await embedOf(ctx, report, decision);
  const view_id = uuidv7();
  const [, , [row]] = await ctx.run(
    viewOf(ctx, view_id, report, decision, embed.token_id),
    openingOf(view_id, report, decision, embed.token_id),
    aroundReport(ctx, report.id),
  );
  const { chrome, pages_known, comments, ...around } = aroundOf(ctx, row);
  if (!pages_known) await ctx.run(pagesToRead(report.account.tenant_id, report.id, ctx.now()));
  return {
    ...shownReportOf(report, decision, embed, chrome),
    ...around,
    group_id: report.group_id,
    group_name: report.group_name,
    can: {
      edit: mayEdit(ctx, decision),
      export: report.allow_export && embed.on_capacity && holds(ctx.actor, 'report_export', 'use'),
      comment: comments && !looksOnly(ctx),
    },
    favourite: report.favourite,
    maintenance: report.maintenance,
    view_id,
  };
}

/** A new token for an open report, under the current rules. */
export async function renewToken(ctx: Context, id: string): Promise<Embedding> {
  const { report, decision } = await readableReport(ctx, id);
  return embeddingOf(report, await embedOf(ctx, report, decision));
}

/** A token to edit the report; people who may register reports can also save a copy with it. Each one is logged. */
export async function editToken(ctx: Context, id: string): Promise<Embedding & { copies: boolean; ask_for_copies: string[] }> {
  const { report, decision } = await readableReport(ctx, id);
  if (!mayEdit(ctx, decision)) fail('forbidden');
  const copies = holds(ctx.actor, 'reports', 'write');
  const embed = await ctx.reporting.embed({ account: report.account, report, identity: decision.identity, access: 'Edit', copies });
  const [, [approvers]] = await ctx.run(
    editingOf(report, decision, embed.token_id),
    sql<{ names: string[] }>`select ${administratorNames} as names`,
  );
  const mayAsk = !copies && ctx.actor.switches.allow_registering_reports;
  return { ...embeddingOf(report, embed), copies, ask_for_copies: mayAsk ? (approvers?.names ?? []) : [] };
}

/** Displays and embedded sessions are read-only, whatever the report allows. */
export function mayEdit({ actor }: Pick<Context, 'actor'>, decision: Pick<Seen, 'edit'>): boolean {
  return decision.edit && !looksOnly({ actor }) && holds(actor, 'report_edit', 'use');
}
