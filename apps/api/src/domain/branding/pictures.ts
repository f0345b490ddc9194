/** Pictures of themes: of a unit, of a partner, or of the platform, which have no place among the files of units. */
import type { PictureKindName, UploadKind } from '@vitrine/contract/system/files.ts';
import { uploadKinds } from '@vitrine/contract/system/files.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail } from '#platform/http/fail.ts';
import { themeOwnerOf, themeScopeOf } from './owner.ts';

const hourMs = 3_600_000;
const picturesAnHour = 200;

/** Whether a file is a picture of a theme. */
export const isOfBrand = (kind: UploadKind): kind is PictureKindName => {
  const { can } = uploadKinds[kind];
  return typeof can === 'object' && can.capability === 'branding';
};

type Sent = { kind: PictureKindName; name: string; content_type: string; bytes: Buffer; width: number | null; height: number | null };

/** Stores it for those whose themes the caller manages. */
export async function storeThemePicture(
  ctx: Context,
  { bytes, ...sent }: Sent,
): Promise<{ id: string; name: string; content_type: string }> {
  const scope = themeScopeOf(ctx);
  const { person_id } = ctx.actor;
  const since = new Date(ctx.now().getTime() - hourMs);
  const [recent] = await scope.run(
    sql<{ count: number }>`select count(*)::int as count from theme_picture where person_id = ${person_id} and created_at > ${since}`,
  );
  if ((recent?.count ?? 0) >= picturesAnHour) fail('throttled', {}, { retry_after: 600 });
  const id = uuidv7();
  const owner = themeOwnerOf(ctx);
  await scope.run(
    query.insertInto('theme_picture').values({ id, ...owner, ...sent, bytes, size: bytes.length, person_id, created_at: ctx.now() }),
  );
  return { id, name: sent.name, content_type: sent.content_type };
}

type Stored = { tenant_id: string | null; kind: string; name: string; content_type: string; bytes: Buffer; expires_at: string | null };

export const themePicture = (id: string | null): RawBuilder<Stored> =>
  sql<Stored>`select tenant_id, kind, name, content_type, bytes, null::timestamptz as expires_at from theme_picture where id = ${id}`;
