/** Opening a report: read and decide, call the reporting service outside any transaction, then write down who looked. */
import type { Embedding, OpenedPage, OpenedReport } from '@vitrine/contract/features/reportReading.ts';
import { sql } from 'kysely';
import { holds } from '../../core/access.ts';
import { administratorNames } from '../../core/administrators.ts';
import type { Context } from '../../core/context.ts';
import { fail } from '../../core/fail.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { aroundOf, aroundReport } from './aroundReport.ts';
import { openPage } from './openPage.ts';
import { editingOf, openingOf, viewOf } from './viewed.ts';
import type { ReadableReport } from '../../core/reportAccess/readable.ts';
import { isOfService, readableReport, seenReport } from '../../core/reportAccess/readable.ts';
import type { Seen } from '../../core/reportAccess/decide.ts';
import { embeddingOf, embedOf, shownReportOf } from '../../core/reportAccess/shown.ts';

export async function openReport(ctx: Context, id: string): Promise<OpenedReport | OpenedPage> {
  const { report, decision } = await seenReport(ctx, id);
  return isOfService(report) ? openEmbedded(ctx, report, decision) : openPage(ctx, report, decision);
}

async function openEmbedded(ctx: Context, report: ReadableReport, decision: Seen): Promise<OpenedReport> {
  const embed = await embedOf(ctx, report, decision);
  const view_id = uuidv7();
  const [, , [row]] = await ctx.run(
    viewOf(ctx, view_id, report, decision, embed.token_id),
    openingOf(view_id, report, decision, embed.token_id),
    aroundReport(ctx, report.id),
  );
  const { chrome, ...around } = aroundOf(ctx, row);
  return {
    ...shownReportOf(report, decision, embed, chrome),
    ...around,
    group_id: report.group_id,
    group_name: report.group_name,
    can: { edit: mayEdit(ctx, decision), export: report.allow_export && embed.on_capacity && holds(ctx.actor, 'report_export', 'use') },
    favourite: report.favourite,
    maintenance: report.maintenance,
    view_id,
  };
}

/** A new token for a report that is on the screen, under the rules that hold now. */
export async function renewToken(ctx: Context, id: string): Promise<Embedding> {
  const { report, decision } = await readableReport(ctx, id);
  return embeddingOf(report, await embedOf(ctx, report, decision));
}

/** A token to change the report, and to save a copy for whoever may register reports. Every one is written down. */
export async function editToken(ctx: Context, id: string): Promise<Embedding & { copies: boolean; ask_for_copies: string[] }> {
  const { report, decision } = await readableReport(ctx, id);
  if (!mayEdit(ctx, decision)) fail('forbidden');
  const copies = holds(ctx.actor, 'reports', 'write');
  const embed = await ctx.reporting.embed({ account: report.account, report, identity: decision.identity, access: 'Edit', copies });
  const [, [told]] = await ctx.run(
    editingOf(report, decision, embed.token_id),
    sql<{ names: string[] }>`select ${administratorNames} as names`,
  );
  const mayAsk = !copies && ctx.actor.switches.allow_registering_reports;
  return { ...embeddingOf(report, embed), copies, ask_for_copies: mayAsk ? (told?.names ?? []) : [] };
}

/** Reports of a screen or of a foreign page are for looking at, whatever the report allows. */
export function mayEdit({ actor }: Context, decision: Pick<Seen, 'edit'>): boolean {
  const looksOnly = actor.auth_type === 'playlist' || actor.auth_type === 'embedded';
  return decision.edit && !looksOnly && holds(actor, 'report_edit', 'use');
}
