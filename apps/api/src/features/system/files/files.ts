/** Uploading files one by one, and reading them by a signed address. */
import * as contract from '@vitrine/contract/system/files.ts';
import { pictureKinds, uploadKinds } from '@vitrine/contract/system/files.ts';
import { requireAccess } from '#domain/access/access.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { fileAddress, isPicture, opens, passingAddress } from '#platform/files/address.ts';
import { inspect } from '#platform/files/inspect.ts';
import { storeFile } from '#platform/files/storeFile.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { isOfBrand, storeThemePicture, themePicture } from '#domain/branding/pictures.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const hourMs = 3_600_000;
/** Uploads of one person per hour: forms need a few, a script would need many. */
const uploadsAnHour = 200;

export function files(serve: Serve): void {
  serve(contract.add, async (ctx, { query: { kind, name }, body }) => {
    requireAccess(ctx.actor, uploadKinds[kind].can);
    const sent = { bytes: Buffer.from(body as Uint8Array), name };
    const inspected = await inspect(kind, sent, ctx.actor.tenant_id ?? ctx.actor.person_id);
    const { bytes, content_type, width, height } = inspected;
    const { person_id } = ctx.actor;
    if (isOfBrand(kind)) {
      // What a host shows is as wide as it is high where it is an icon.
      if (pictureKinds[kind].ratio === 1 && width !== height) failFields({ file: 'picture_square' });
      const file = await storeThemePicture(ctx, { kind, ...inspected });
      return { ...file, size: bytes.length, address: fileAddress(ctx, file) };
    }
    const [recent] = await ctx.run(
      query
        .selectFrom('file')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('person_id', '=', person_id)
        .where('created_at', '>', new Date(ctx.now().getTime() - hourMs).toISOString()),
    );
    if (Number(recent?.count) >= uploadsAnHour) fail('throttled', {}, { retry_after: 600 });
    const file = { id: uuidv7(), name: inspected.name, content_type };
    await ctx.run(storeFile({ ...file, kind, bytes, width, height, person_id }));
    // Of what was attached nothing is shown to whoever has once had its address.
    const address = kind in pictureKinds ? fileAddress(ctx, file) : passingAddress(ctx, file.id);
    return { ...file, size: bytes.length, address };
  });

  serve(contract.read, async (ctx, { params: { id, key } }) => {
    if (!opens(ctx, id, key)) fail('not_found');
    const [[stored], [ofTheme]] = await ctx.identity.run(
      query.selectFrom('file').select(['tenant_id', 'kind', 'name', 'content_type', 'bytes', 'expires_at']).where('id', '=', id),
      themePicture(id),
    );
    const file = found(stored ?? ofTheme);
    const { tenant_id } = ctx.request.host;
    // Pictures of partners and of the platform are shown by the units that inherit them.
    const isElsewhere = tenant_id !== null && file.tenant_id !== null && tenant_id !== file.tenant_id;
    if (isElsewhere || (file.expires_at !== null && Date.parse(file.expires_at) <= ctx.now().getTime())) fail('not_found');
    const { kind, name, content_type, bytes } = file;
    return {
      file_name: name,
      content_type,
      content: bytes,
      // Attachments are only ever downloaded, whatever they are.
      shown: isPicture(content_type) && kind !== 'ticket_attachment',
      personal: kind === 'picture' || kind === 'thumbnail',
    };
  });
}
