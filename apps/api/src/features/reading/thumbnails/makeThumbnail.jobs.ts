/**
 * Makes the picture of a report's first page, as the person who asked may see it at this moment. Nobody waits for it: where it fails,
 * the cover stays until a visit on another day.
 */
import { locales } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import type { Seen } from '#domain/reportAccess/decide.ts';
import type { ReadableReport } from '#domain/reportAccess/readable.ts';
import { decideFor, isOfService } from '#domain/reportAccess/readable.ts';
import { askerNow } from '#domain/reportAccess/subject.ts';
import { exportRequest } from '#domain/reporting/export.rules.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import { Failure } from '#platform/http/fail.ts';
import { shrunk } from './shrink.ts';
import { thumbnailKey } from './thumbnailKey.ts';

const payload = z.strictObject({ report_id: z.guid(), person_id: z.guid(), key: z.string(), locale: z.enum(locales) });
type Asked = z.infer<typeof payload>;

/** A picture that nobody asked for in these days is gone. */
const keptDays = 3;
const afterReadersMs = 60_000;

type Sight = { report: ReadableReport; decision: Seen };

/** The report as its reader sees it, if that is still what was asked for: another rule is another picture. */
async function sightOf(ctx: JobContext, { report_id, person_id, key, locale }: Asked): Promise<Sight | null> {
  const who = await askerNow(ctx, person_id);
  if (!who) return null;
  const { report, decision, closed } = await decideFor(ctx, who, report_id);
  if (!decision.see || closed || !isOfService(report) || report.kind !== 'report') return null;
  return thumbnailKey(report, decision, locale) === key ? { report, decision } : null;
}

const readersWait = async (ctx: JobContext): Promise<boolean> =>
  (await ctx.run(sql`select from report_export where state in ('queued', 'running') limit 1`)).length > 0;

async function firstPage(ctx: JobContext, report: ReadableReport): Promise<string | null> {
  const [listed] = await ctx.run(sql<{ name: string | null }>`select names[1] as name from page_list where report_id = ${report.id}`);
  return listed?.name ?? (await ctx.reporting.pages(report.account, report))[0]?.name ?? null;
}

/** The exported page; null where the service makes none for this workspace. */
async function exported(ctx: JobContext, { report, decision }: Sight, locale: string): Promise<Uint8Array | null> {
  if (!(await ctx.reporting.onCapacity(report.account, report.workspace_id))) return null;
  const page = await firstPage(ctx, report);
  if (page === null) return null;
  const { kind, dataset_id } = report;
  const { identity, filters } = decision;
  const request = exportRequest({ kind, format: 'PNG', page, view_state: null, locale, identity, filters, dataset_id });
  const begun = await ctx.reporting.startExport(report.account, report, request);
  const { extension, bytes } = await ctx.reporting.finishExport(report.account, report, begun, () => Promise.resolve());
  return extension === '.png' ? bytes : null;
}

async function make(ctx: JobContext, sight: Sight, { report_id, person_id, key, locale }: Asked): Promise<void> {
  const page = await exported(ctx, sight, locale);
  const picture = page && (await shrunk(ctx.tenant_id, page));
  if (!picture) return;
  const file = {
    id: uuidv7(),
    kind: 'thumbnail',
    name: 'thumbnail.png',
    content_type: 'image/png',
    ...picture,
    person_id,
    expires_at: new Date(ctx.now().getTime() + keptDays * 86_400_000),
  };
  await ctx.withTenant(async (tx) => {
    const own = sql`report_id = ${report_id} and key = ${key}`;
    const [open] = await tx.run(sql<{ file_id: string | null }>`select file_id from thumbnail where ${own} for update`);
    // The report or the person was erased while it was made.
    if (!open) return;
    await tx.run(
      storeFile(file),
      sql`update thumbnail set file_id = ${file.id} where ${own}`,
      sql`delete from file where id = ${open.file_id}`,
    );
  });
}

export const makeThumbnail: UnitJob<Asked> = defineJob({
  name: 'thumbnail.make',
  pace: 'service',
  retry: { limit: 0, delay_seconds: 60 },
  schema: payload,
  async work(ctx, asked) {
    if (await readersWait(ctx)) {
      // Exports that people wait for go first.
      await ctx.run(addJob(makeThumbnail, ctx.tenant_id, asked, { at: new Date(ctx.now().getTime() + afterReadersMs) }));
      return;
    }
    try {
      const sight = await sightOf(ctx, asked);
      if (sight) await make(ctx, sight, asked);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      ctx.log.info({ err: error, report_id: asked.report_id }, 'a picture came to nothing');
    }
  },
});
