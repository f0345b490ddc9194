/** Files come in one by one and are read by an address that is a key. */
import * as contract from '@vitrine/contract/features/files.ts';
import { uploadKinds } from '@vitrine/contract/features/files.ts';
import { requireAccess } from '../../core/access.ts';
import { query } from '../../core/database/query.ts';
import { fail, found } from '../../core/fail.ts';
import { fileAddress, isPicture, opens } from '../../core/files/address.ts';
import { inspect } from '../../core/files/inspect.ts';
import { storeFile } from '../../core/files/storeFile.ts';
import type { Serve } from '../../core/serve.ts';
import { uuidv7 } from '../../core/uuid.ts';

const hourMs = 3_600_000;
/** Of one person within an hour: forms need a few, a script would need many. */
const uploadsAnHour = 200;

export function files(serve: Serve): void {
  serve(contract.add, async (ctx, { query: { kind, name }, body }) => {
    requireAccess(ctx.actor, uploadKinds[kind].can);
    const bytes = Buffer.from(body as Uint8Array);
    const { content_type, width, height } = inspect(kind, bytes);
    const { person_id } = ctx.actor;
    const [recent] = await ctx.run(
      query
        .selectFrom('file')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('person_id', '=', person_id)
        .where('created_at', '>', new Date(ctx.now().getTime() - hourMs).toISOString()),
    );
    if (Number(recent?.count) >= uploadsAnHour) fail('throttled', {}, { retry_after: 600 });
    const file = { id: uuidv7(), name, content_type };
    await ctx.run(storeFile({ ...file, kind, bytes, width, height, person_id }));
    return { ...file, size: bytes.length, address: fileAddress(ctx, file) };
  });

  serve(contract.read, async (ctx, { params: { id, key } }) => {
    if (!opens(ctx, id, key)) fail('not_found');
    const [row] = await ctx.identity.run(
      query.selectFrom('file').select(['tenant_id', 'name', 'content_type', 'bytes', 'expires_at']).where('id', '=', id),
    );
    const file = found(row);
    const { tenant_id } = ctx.request.site;
    const isElsewhere = tenant_id !== null && tenant_id !== file.tenant_id;
    if (isElsewhere || (file.expires_at !== null && Date.parse(file.expires_at) <= ctx.now().getTime())) fail('not_found');
    const { name, content_type, bytes } = file;
    return { file_name: name, content_type, content: bytes, shown: isPicture(content_type) };
  });
}
