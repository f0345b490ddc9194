/** Notices of sign-in pages: each owner writes those of its own pages; `domain/hosts/hostBranding.ts` shows them. */
import type { SignInNotice, SignInNoticeInput } from '@vitrine/contract/notifications/signInNotices.ts';
import * as contract from '@vitrine/contract/notifications/signInNotices.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { mayCall } from '#domain/access/access.ts';
import { themeOwnerOf, themeScopeOf } from '#domain/branding/owner.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { failFields, found } from '#platform/http/fail.ts';
import { holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { saved } from '#platform/http/saving.ts';

type Row = Omit<SignInNotice, 'can'>;

const wall = (column: 'starts_at' | 'ends_at', timezone: string) =>
  sql`to_char(${sql.ref(column)} at time zone ${timezone}, 'YYYY-MM-DD"T"HH24:MI')`;

const rowsOf = ({ actor, now }: Context, rest: RawBuilder<unknown>): RawBuilder<Row> => sql<Row>`
  select n.id, n.texts, n.link, n.domain_id, d.host, ${wall('starts_at', actor.timezone)} as starts, ${wall('ends_at', actor.timezone)} as ends,
    case when ends_at <= ${now()} or d.state <> 'active' then 'over' when starts_at > ${now()} then 'planned' else 'shown' end as state,
    n.starts_at, n.ends_at, n.created_at, n.version
  from sign_in_notice n left join domain d on d.id = n.domain_id ${rest}`;

function shown(ctx: Context, row: Row): SignInNotice {
  const edits = mayCall(ctx.actor, contract.update.can);
  return { ...row, can: { edit: edits, remove: edits } };
}

async function readNotice(ctx: Context, id: string): Promise<SignInNotice> {
  const [row] = await themeScopeOf(ctx).run(rowsOf(ctx, sql`where n.id = ${id}`));
  return shown(ctx, found(row));
}

/** The active domains of the owner; of a partner those of its units too, whose pages show its notices. */
async function domainsOf(ctx: Context): Promise<{ id: string; host: string }[]> {
  const { tenant_id, partner_id } = themeOwnerOf(ctx);
  return ctx.identity.run(sql<{ id: string; host: string }>`
    select d.id, d.host from domain d left join tenant t on t.id = d.tenant_id
    where d.state = 'active' and (d.tenant_id = ${tenant_id}::uuid or d.partner_id = ${partner_id}::uuid or t.partner_id = ${partner_id}::uuid)
    order by d.host limit 1000`);
}

/** How many of the owner's other notices stand on one page at some time between: what is everywhere, and what is there alone. */
const beside = (id: string | null, domain_id: string | null, starts_at: Date, ends_at: Date) => sql<{ most: number }>`
  with others as (
    select starts_at, ends_at, domain_id from sign_in_notice
    where id is distinct from ${id}::uuid and starts_at < ${ends_at} and ends_at > ${starts_at}
      and (domain_id is null or ${domain_id}::uuid is null or domain_id = ${domain_id})
  )
  select coalesce(max((
    select count(*) from others o
    where o.starts_at <= moment.at and o.ends_at > moment.at and (o.domain_id is null or o.domain_id = page.domain_id))), 0)::int as most
  from (select starts_at as at from others union all select ${starts_at}::timestamptz) moment,
    (select domain_id from others union select null) page
  where moment.at >= ${starts_at}::timestamptz`;

/** A notice as it is stored: times of the writer's clock as moments, a domain of the owner, room for it on the page. */
async function columnsOf(ctx: Context, id: string | null, { texts, link, domain_id, starts, ends }: SignInNoticeInput) {
  if (domain_id !== null) found((await domainsOf(ctx)).find(({ id: one }) => one === domain_id));
  const scope = themeScopeOf(ctx);
  const { timezone } = ctx.actor;
  const [times] = await scope.run(sql<{ starts_at: string; ends_at: string }>`
    select ${starts}::timestamp at time zone ${timezone} as starts_at, ${ends}::timestamp at time zone ${timezone} as ends_at`);
  const [starts_at, ends_at] = [new Date(found(times).starts_at), new Date(found(times).ends_at)];
  if (ends_at <= starts_at) failFields({ ends: 'before_start' });
  if (ends_at <= ctx.now()) failFields({ ends: 'in_the_past' });
  const [others] = await scope.run(beside(id, domain_id, starts_at, ends_at));
  if (found(others).most >= contract.noticesAtOnce) failFields({ starts: 'too_many_notices' });
  const said = Object.entries(texts).filter(([, written]) => written.trim() !== '');
  return { texts: JSON.stringify(Object.fromEntries(said)), link, domain_id, starts_at, ends_at };
}

export function signInNotices(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = sql`where ${holdsWords(wanted.q, sql`n.texts::text`)}`;
    const order = orderBy(wanted.sort, { starts_at: sql`n.starts_at`, ends_at: sql`n.ends_at` }, sql`n.id`);
    const rows = rowsOf(ctx, sql`${matching} ${order} ${pageOf(wanted)}`);
    const { data, meta } = await listPage(themeScopeOf(ctx), wanted, rows, sql`select from sign_in_notice n ${matching}`);
    return { data: data.map((row) => shown(ctx, row)), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });

  serve(contract.domains, async (ctx) => ({ data: await domainsOf(ctx) }));

  serve(contract.get, (ctx, { params: { id } }) => readNotice(ctx, id));

  serve(contract.add, async (ctx, { body }) => {
    const id = uuidv7();
    const columns = await columnsOf(ctx, null, body);
    await themeScopeOf(ctx).run(query.insertInto('sign_in_notice').values({ id, ...themeOwnerOf(ctx), ...columns, created_at: ctx.now() }));
    return readNotice(ctx, id);
  });

  serve(contract.update, async (ctx, { params: { id }, body: { version, ...input } }) => {
    const row = await readNotice(ctx, id);
    const columns = await columnsOf(ctx, id, input);
    const changed = await themeScopeOf(ctx).run(
      query
        .updateTable('sign_in_notice')
        .set({ ...columns, version: sql`version + 1` })
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id'),
    );
    saved(changed, row);
    return readNotice(ctx, id);
  });

  serve(contract.remove, async (ctx, { params: { id } }) => {
    found((await themeScopeOf(ctx).run(query.deleteFrom('sign_in_notice').where('id', '=', id).returning('id')))[0]);
  });
}
