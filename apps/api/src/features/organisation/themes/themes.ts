/** Themes of a unit, of a partner and of the platform: drafted, published, kept as versions, used. */
import * as contract from '@vitrine/contract/organisation/themes.ts';
import type { ThemeDocument } from '@vitrine/contract/organisation/themes.ts';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import { picturesOf } from '#domain/branding/layers.ts';
import { requireReadable } from '#domain/branding/readable.ts';
import { publishing, tellPages } from '#domain/branding/publishTheme.ts';
import { themeOwnerOf, themeScopeOf } from '#domain/branding/owner.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import type { Row } from './rows.ts';
import { readRow, readTheme, requirePictures, shown, themeRows } from './rows.ts';
import { removeTheme, useTheme } from './using.ts';

const nameTaken = { theme_name_taken: 'name' };

async function addTheme(ctx: Context, name: string, draft: ThemeDocument) {
  const id = uuidv7();
  const insert = query.insertInto('theme').values({ id, ...themeOwnerOf(ctx), name, draft: JSON.stringify(draft), created_at: ctx.now() });
  await unlessTaken(nameTaken, themeScopeOf(ctx).run(insert));
  return readTheme(ctx, id);
}

/** The theme as it may be published now or later: nobody has changed it since, and its texts can be read. */
async function rowToPublish(ctx: Context, id: string, version: number) {
  const row = await readRow(ctx, id);
  if (row.version !== version) fail('conflict');
  requireReadable(ctx.request.locale, row.draft);
  return row;
}

/** Publishes what `document` is, once. */
async function publishNow(ctx: Context, row: Row, { version, document, also }: Publishing) {
  const { id } = row;
  const [published] = await themeScopeOf(ctx).run(
    publishing({ where: sql`id = ${id} and version = ${version}`, document, also, by: sql`${ctx.actor.person_id}::uuid`, now: ctx.now() }),
    tellPages(row),
  );
  if (published.length === 0) fail('conflict');
}
type Publishing = { version: number; document: ReturnType<typeof sql>; also?: ReturnType<typeof sql> };

function publications(serve: Serve): void {
  serve(contract.publish, async (ctx, { params: { id }, body: { version, at } }) => {
    if (at !== null && Date.parse(at) <= ctx.now().getTime()) failFields({ at: 'in_the_past' });
    const row = await rowToPublish(ctx, id, version);
    if (at === null) await publishNow(ctx, row, { version, document: sql`draft` });
    else {
      const changed = await themeScopeOf(ctx).run(sql`
        update theme set scheduled = draft, publish_at = ${at}, publish_by = ${ctx.actor.person_id}, version = version + 1
        where id = ${id} and version = ${version} returning id`);
      saved(changed, row);
    }
    return readTheme(ctx, id);
  });

  serve(contract.unschedule, async (ctx, { params: { id }, body: { version } }) => {
    const row = await readRow(ctx, id);
    const changed = await themeScopeOf(ctx).run(sql`
      update theme set scheduled = null, publish_at = null, publish_by = null, version = version + 1
      where id = ${id} and version = ${version} and publish_at is not null returning id`);
    saved(changed, row);
    return readTheme(ctx, id);
  });

  serve(contract.versions, async (ctx, { params: { id } }) => {
    await readRow(ctx, id);
    type Version = { number: number; published_at: string; published_by: string | null; document: ThemeDocument };
    const rows = await themeScopeOf(ctx).run(
      sql<Version>`select number, published_at, published_by, document from theme_version where theme_id = ${id} order by number desc`,
    );
    // Staff has no row that a unit may read; whoever may see the version may know who published it.
    const ids = [...new Set(rows.flatMap(({ published_by }) => published_by ?? []))];
    const people = await ctx.identity.run(sql<{ id: string; name: string }>`select id, name from person where id = any (${ids}::uuid[])`);
    const names = new Map(people.map((person) => [person.id, person.name]));
    const data = rows.map((row) => ({
      ...row,
      published_by: row.published_by === null ? null : (names.get(row.published_by) ?? null),
      pictures: picturesOf(ctx, row.document),
    }));
    return { data };
  });

  serve(contract.rollBack, async (ctx, { params: { id }, body: { version, number } }) => {
    const row = await readRow(ctx, id);
    const document = sql`(select v.document from theme_version v where v.theme_id = theme.id and v.number = ${number})`;
    const [former] = await themeScopeOf(ctx).run(
      sql<{ document: ThemeDocument }>`select document from theme_version where theme_id = ${id} and number = ${number}`,
    );
    requireReadable(ctx.request.locale, found(former).document);
    await publishNow(ctx, row, { version, document, also: sql`, draft = ${document}` });
    return readTheme(ctx, id);
  });
}

export function themes(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = sql`where ${holdsWords(wanted.q, sql`th.name`)}`;
    const order = orderBy(wanted.sort, { name: sql`th.name_key`, created_at: sql`th.created_at` }, sql`th.id`);
    const page = themeRows(ctx, sql`${matching} ${order} ${pageOf(wanted)}`);
    const { data, meta } = await listPage(themeScopeOf(ctx), wanted, page, sql`select from theme th ${matching}`);
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.get, (ctx, { params: { id } }) => readTheme(ctx, id));

  serve(contract.add, (ctx, { body: { name } }) => addTheme(ctx, name, contract.nothingOwn));

  serve(contract.duplicate, async (ctx, { params: { id }, body: { name } }) => addTheme(ctx, name, (await readRow(ctx, id)).draft));

  serve(contract.update, async (ctx, { params: { id }, body: { name, draft, version } }) => {
    const row = await readRow(ctx, id);
    await requirePictures(ctx, draft);
    const change = sql`
      update theme set name = ${name}, draft = ${JSON.stringify(draft)}::jsonb, version = version + 1
      where id = ${id} and version = ${version} returning id`;
    saved(await unlessTaken(nameTaken, themeScopeOf(ctx).run(change)), row);
    return readTheme(ctx, id);
  });

  publications(serve);

  serve(contract.use, async (ctx, { params: { id }, body }) => {
    await useTheme(ctx, id, body);
    return readTheme(ctx, id);
  });

  serve(contract.remove, (ctx, { params: { id }, query: { confirm } }) => removeTheme(ctx, id, confirm));
}
