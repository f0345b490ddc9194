/** Opening reports without the reporting service: a link to another site, or a stored HTML page. */
import type { OpenedPage } from '@vitrine/contract/reading/reportReading.ts';
import type { Context } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';
import type { Seen } from '#domain/reportAccess/decide.ts';
import type { OwnReport } from '#domain/reportAccess/readable.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { aroundOf, aroundReport } from './aroundReport.ts';
import { frameAddress } from './pageFrame.ts';
import { openingOf, viewOf } from '#domain/reportAccess/viewed.ts';

export async function openPage(ctx: Context, report: OwnReport, decision: Seen): Promise<OpenedPage> {
  const view_id = uuidv7();
  const [, , [row]] = await ctx.run(
    viewOf(ctx, view_id, report, decision, null),
    openingOf(view_id, report, decision, null),
    aroundReport(ctx, report.id),
  );
  const { watermark, trust } = aroundOf(ctx, row);
  const { id, kind, title, description, group_id, group_name, favourite, maintenance } = report;
  const address = kind === 'link' ? (report.link_url ?? fail('not_found')) : await frameAddress(ctx, id);
  return { id, kind, title, description, group_id, group_name, address, favourite, trust, maintenance, watermark, view_id };
}
