/** Serves the frame of an HTML page: a stored file with a policy of its own. */
import * as contract from '@vitrine/contract/reading/reportReading.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { fileAddress, opens } from '#platform/files/address.ts';
import type { Serve } from '#domain/serving/serve.ts';

const pageFile = { kind: 'report_page', content_type: 'text/html; charset=utf-8' };

/** The signed address of the frame, valid for one to two hours. */
export async function frameAddress(ctx: Context, reportId: string): Promise<string> {
  const [page] = await ctx.run(sql<{ id: string }>`select file_id as id from report_page where report_id = ${reportId}`);
  const address = fileAddress(ctx, { ...found(page), ...pageFile });
  return address.replace(/^\/api\/files\//, '/api/report_pages/');
}

export function pageFrame(serve: Serve): void {
  serve(contract.frame, async (ctx, { params: { id, key } }) => {
    if (!opens(ctx, id, key)) fail('not_found');
    const [row] = await ctx.identity.run(
      query.selectFrom('file').select(['tenant_id', 'name', 'bytes']).where('id', '=', id).where('kind', '=', pageFile.kind),
    );
    const { tenant_id, name, bytes } = found(row);
    const { tenant_id: own } = ctx.request.host;
    if (own !== null && own !== tenant_id) fail('not_found');
    return { file_name: name, content_type: pageFile.content_type, content: bytes, framed: true };
  });
}
