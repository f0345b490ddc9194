/** Opening what the reporting service does not show: a link to elsewhere, or a page of HTML that is kept here. */
import type { OpenedPage } from '@vitrine/contract/features/reportReading.ts';
import type { Context } from '../../core/context.ts';
import { fail } from '../../core/fail.ts';
import type { Seen } from '../../core/reportAccess/decide.ts';
import type { OwnReport } from '../../core/reportAccess/readable.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { aroundOf, aroundReport } from './aroundReport.ts';
import { frameAddress } from './pageFrame.ts';
import { openingOf, viewOf } from './viewed.ts';

export async function openPage(ctx: Context, report: OwnReport, decision: Seen): Promise<OpenedPage> {
  const view_id = uuidv7();
  const [, , [row]] = await ctx.run(
    viewOf(ctx, view_id, report, decision, null),
    openingOf(view_id, report, decision, null),
    aroundReport(ctx, report.id),
  );
  const { watermark } = aroundOf(ctx, row);
  const { id, kind, title, description, group_id, group_name, favourite, maintenance } = report;
  const address = kind === 'link' ? (report.link_url ?? fail('not_found')) : await frameAddress(ctx, id);
  return { id, kind, title, description, group_id, group_name, address, favourite, maintenance, watermark, view_id };
}
