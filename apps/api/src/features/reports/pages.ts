/** Pages of HTML that stand among the reports, checked before they are kept. */
import * as contract from '@vitrine/contract/features/reports.ts';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { failFields, found } from '../../core/fail.ts';
import { storeFile } from '../../core/files/storeFile.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { unlessTaken } from '../../core/saving.ts';
import type { Serve } from '../../core/serve.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { problemsOf } from './htmlPage.rules.ts';
import { placeOf } from './place.ts';
import { reportRow, shown, titleTaken } from './reportRow.ts';

const linesTold = 20;

function requireHarmless(html: string): void {
  const lines = [...new Set(problemsOf(html).map(({ line }) => line))];
  if (lines.length > 0) failFields({ html: 'html_forbidden' }, { lines: lines.slice(0, linesTold).join(', ') });
}

export function reportPages(serve: Serve): void {
  serve(contract.checkPage, (_ctx, { body }) => ({ problems: problemsOf(body.html) }));

  serve(contract.addPage, async (ctx, { body: { html, ...body } }) => {
    requireHarmless(html);
    const place = await placeOf(ctx, body);
    const id = uuidv7();
    const insert = query.insertInto('report').values({ ...body, ...place, id, tenant_id: ownTenant, kind: 'page' });
    const file_id = uuidv7();
    const page = query.insertInto('report_page').values({ tenant_id: ownTenant, report_id: id, file_id });
    const [, , , [row]] = await unlessTaken(titleTaken, ctx.run(insert, pageFile(ctx, file_id, html), page, reportRow(id)));
    return shown(ctx, found(row));
  });

  serve(contract.replacePage, async (ctx, { params, body: { html } }) => {
    requireHarmless(html);
    const file_id = uuidv7();
    const replace = sql<{ id: string }>`
      update report_page set file_id = ${file_id}, version = version + 1 where report_id = ${params.id} returning report_id as id`;
    const [, [replaced]] = await ctx.run(pageFile(ctx, file_id, html), replace);
    found(replaced);
  });
}

const pageFile = ({ actor }: Context, id: string, html: string) =>
  storeFile({
    id,
    kind: 'report_page',
    name: 'page.html',
    content_type: 'text/html; charset=utf-8',
    bytes: Buffer.from(html),
    person_id: actor.person_id,
  });
