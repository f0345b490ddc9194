/** Links to elsewhere that stand among the reports. */
import * as contract from '@vitrine/contract/features/reports.ts';
import { query } from '../../core/database/query.ts';
import { found } from '../../core/fail.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { unlessTaken } from '../../core/saving.ts';
import type { Serve } from '../../core/serve.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { placeOf } from './place.ts';
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
