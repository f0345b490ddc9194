/** Announcements: written, tried out, sent, taken back. `sending.jobs.ts` brings them to people. */
import * as contract from '@vitrine/contract/notifications/broadcasts.ts';
import type { BroadcastInput, BroadcastState } from '@vitrine/contract/notifications/broadcasts.ts';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import { writtenFor } from '#domain/notifications/announcement.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import { candidatesOf, countReached } from './audience.ts';
import { checked, columnsOf, keepPictures } from './input.ts';
import { previewOf } from './preview.ts';
import { serveReach } from './reach.ts';
import { listed, mine, shown, stored, wholeOf } from './rows.ts';
import { send } from './send.ts';
import { takeBack } from './sending.jobs.ts';
import { tryOut } from './tryOut.ts';

const unitOf = ({ actor }: Context): string => actor.tenant_id ?? fail('not_found_companies');
const read = async (ctx: Context, id: string) => (await ctx.run(stored(ctx, id)))[0];

async function insert(ctx: Context, input: BroadcastInput): Promise<string> {
  const id = uuidv7();
  const row = { tenant_id: ownTenant, id, author_id: ctx.actor.person_id, created_at: ctx.now(), ...(await columnsOf(ctx, input)) };
  await unlessTaken({}, ctx.run(query.insertInto('broadcast').values(row), ...keepPictures(id, input)));
  return id;
}

/** Changes the state of what is in one of these; of anything else it is told that it is not. */
async function change(ctx: Context, id: string, from: readonly BroadcastState[], set: ReturnType<typeof sql>): Promise<void> {
  found(await read(ctx, id));
  const rows = await ctx.run(sql`
    update broadcast b set ${set}, version = version + 1 where b.id = ${id} and ${mine(ctx)} and b.state = any (${from}::text[]) returning b.id`);
  if (rows.length === 0) fail('broadcast_state');
}

export function broadcasts(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const subject = sql`coalesce(b.excerpts -> ${ctx.request.locale}::text ->> 'subject', b.excerpts -> 'pt-BR' ->> 'subject')`;
    const matching = every(mine(ctx), holdsWords(wanted.q, subject), wanted.state ? sql`b.state = ${wanted.state}` : undefined);
    const order = orderBy(wanted.sort, { created_at: sql`b.created_at`, subject: sql`search_text(${subject})` }, sql`b.id desc`);
    const rows = listed(matching, order, pageOf(wanted));
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select from broadcast b where ${matching}`);
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.get, async (ctx, { params: { id } }) => wholeOf(ctx, await read(ctx, id)));

  serve(contract.add, async (ctx, { body }) => {
    const id = await insert(ctx, await checked(ctx, body));
    return wholeOf(ctx, await read(ctx, id));
  });

  serve(contract.update, async (ctx, { params: { id }, body: { version, ...input } }) => {
    if (found(await read(ctx, id)).state !== 'draft') fail('broadcast_state');
    const update = query
      .updateTable('broadcast')
      .set({ ...(await columnsOf(ctx, await checked(ctx, input))), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', '=', 'draft')
      .returning('id');
    const [changed] = await unlessTaken({}, ctx.run(update, ...keepPictures(id, input)));
    return wholeOf(ctx, saved(changed, await read(ctx, id)));
  });

  serve(contract.remove, async (ctx, { params: { id } }) => {
    if (found(await read(ctx, id)).state !== 'draft') fail('broadcast_state');
    await ctx.run(query.deleteFrom('broadcast').where('id', '=', id).where('state', '=', 'draft'));
  });

  serve(contract.duplicate, async (ctx, { params: { id } }) => {
    const { texts, audience, audience_role, membership_ids, user_group_id, report_id, link } = found(await read(ctx, id));
    const copy = await insert(ctx, { texts, audience, audience_role, membership_ids, user_group_id, report_id, link, ends_at: null });
    return wholeOf(ctx, await read(ctx, copy));
  });

  serve(contract.send, async (ctx, { params: { id }, body }) => {
    await send(ctx, found(await read(ctx, id)), body);
    return wholeOf(ctx, await read(ctx, id));
  });

  serve(contract.unschedule, async (ctx, { params: { id } }) => {
    await change(ctx, id, ['scheduled'], sql`state = 'draft', send_at = null, fingerprint = null`);
    return wholeOf(ctx, await read(ctx, id));
  });

  serve(contract.recall, async (ctx, { params: { id } }) => {
    await change(ctx, id, ['sending', 'sent'], sql`state = 'recalled', recalled_at = ${ctx.now()}`);
    await ctx.run(addJob(takeBack, unitOf(ctx), { broadcast_id: id }));
    return wholeOf(ctx, await read(ctx, id));
  });

  serve(contract.tryOut, async (ctx, { params: { id } }) => {
    const row = found(await read(ctx, id));
    if (writtenFor(row.texts, ctx.request.locale) === null) fail('broadcast_empty');
    await tryOut(ctx, row);
  });

  serve(contract.preview, (ctx, { body }) => previewOf(ctx, body));
  serve(contract.reached, (ctx, { body }) => countReached(ctx, body));
  serve(contract.candidates, async (ctx, { query: wanted }) => ({ data: await candidatesOf(ctx, wanted) }));
  serveReach(serve);
}
