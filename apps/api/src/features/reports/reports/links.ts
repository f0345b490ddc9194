/** Links to other sites, registered as reports. */
import * as contract from '@vitrine/contract/reports/reports.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { placeOf } from './reportPlacement.ts';
import { reportRow, shown, titleTaken } from './reportRow.ts';

export function reportLinks(serve: Serve): void {
  serve(contract.addLink, async (ctx, { body }) => {
    const place = await placeOf(ctx, body);
    const id = uuidv7();
    const insert = query.insertInto('report').values({ ...body, ...place, id, tenant_id: ownTenant, kind: 'link' });
    const [, [row]] = await unlessTaken(titleTaken, ctx.run(insert, reportRow(id)));
    return shown(ctx, found(row));
  });
}
