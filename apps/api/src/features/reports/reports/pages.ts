/** HTML pages, registered as reports and checked before they are stored. */
import * as contract from '@vitrine/contract/reports/reports.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { failFields, found } from '#platform/http/fail.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import { parsing } from '#platform/parsing/pool.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { problemsOf } from './htmlPage.rules.ts';
import { placeOf } from './reportPlacement.ts';
import { reportRow, shown, titleTaken } from './reportRow.ts';

const linesTold = 20;

const reader = { module: new URL('./htmlPage.rules.ts', import.meta.url), name: 'problemsOf', milliseconds: 10_000 };

const problemsIn = ({ actor }: Context, html: string) => parsing.run<typeof problemsOf>(reader, actor.tenant_id ?? actor.person_id, html);

async function requireHarmless(ctx: Context, html: string): Promise<void> {
  const lines = [...new Set((await problemsIn(ctx, html)).map(({ line }) => line))];
  if (lines.length > 0) failFields({ html: 'html_forbidden' }, { lines: lines.slice(0, linesTold).join(', ') });
}

export function reportPages(serve: Serve): void {
  serve(contract.checkPage, async (ctx, { body }) => ({ problems: await problemsIn(ctx, body.html) }));

  serve(contract.addPage, async (ctx, { body: { html, ...body } }) => {
    await requireHarmless(ctx, html);
    const place = await placeOf(ctx, body);
    const id = uuidv7();
    const insert = query.insertInto('report').values({ ...body, ...place, id, tenant_id: ownTenant, kind: 'page' });
    const file_id = uuidv7();
    const page = query.insertInto('report_page').values({ tenant_id: ownTenant, report_id: id, file_id });
    const [, , , [row]] = await unlessTaken(titleTaken, ctx.run(insert, pageFile(ctx, file_id, html), page, reportRow(id)));
    return shown(ctx, found(row));
  });

  serve(contract.replacePage, async (ctx, { params, body: { html } }) => {
    await requireHarmless(ctx, html);
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
