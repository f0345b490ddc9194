/** Shifts: weekly calendars, the people and groups that they are assigned to, and the dry run. */
import * as contract from '@vitrine/contract/settings/accessHours.ts';
import { extensionMinutes } from '@vitrine/contract/settings/accessHours.ts';
import type { Shift, ShiftInput } from '@vitrine/contract/settings/accessHours.ts';
import { sql } from 'kysely';
import type { Hours } from '#domain/access/accessHours.ts';
import { hoursNow } from '#domain/access/accessHours.ts';
import { isAddressRule, isAllowed, normaliseAddress } from '#platform/http/ipAddress.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { failFields, found } from '#platform/http/fail.ts';
import { holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import { notify } from '#domain/notifications/notify.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { saved, unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { dryRun } from './dryRun.ts';

type Row = Omit<Shift, 'open'>;

const nameTaken = { shift_tenant_id_name_key_key: 'name' };
const candidatesShown = 30;
const minuteMs = 60_000;

const hoursOf = ({ ranges, holidays }: Pick<Row, 'ranges' | 'holidays'>): Hours => ({
  shifts: [{ ranges, holidays }],
  extended_until: null,
});
const groupsOf = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name_key), '[]')
  from shift_user_group b join user_group g on g.id = b.user_group_id where b.shift_id = s.id)`;
const membersOf = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', p.name) order by p.name), '[]')
  from shift_membership b join membership m on m.id = b.membership_id join person p on p.id = m.person_id where b.shift_id = s.id)`;

const columnsOf = ({ name, ranges, holidays, active }: ShiftInput) => ({
  name,
  ranges: JSON.stringify(ranges),
  holidays: JSON.stringify(holidays),
  active,
});

/** Ids of another unit violate the foreign key, as missing ones do. */
function bind(shift_id: string, { user_group_ids, membership_ids }: ShiftInput): Statement[] {
  return [
    sql`insert into shift_user_group (tenant_id, shift_id, user_group_id) select ${ownTenant}, ${shift_id}, id from unnest(${user_group_ids}::uuid[]) as t (id)`,
    sql`insert into shift_membership (tenant_id, shift_id, membership_id) select ${ownTenant}, ${shift_id}, id from unnest(${membership_ids}::uuid[]) as t (id)`,
    // Open pages ask again when their hours of access end.
    publishEvent({ topic: 'access' }),
  ];
}

export function accessHours(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = holdsWords(wanted.q, sql`s.name`);
    const rows = sql<Row>`
      select s.id, s.name, s.ranges, s.holidays, s.active, s.version, ${groupsOf} as user_groups, ${membersOf} as members
      from shift s where ${matching} ${orderBy(wanted.sort, { name: sql`s.name_key` }, sql`s.id`)} ${pageOf(wanted)}`;
    const [{ data, meta }, { timezone }] = await Promise.all([
      listPage(ctx, wanted, rows, sql`select from shift s where ${matching}`),
      readTenantSettings(ctx),
    ]);
    return { meta, data: data.map((row) => ({ ...row, open: hoursNow(hoursOf(row), timezone, ctx.now()).open })) };
  });

  serve(contract.candidates, async (ctx, { query: { q } }) => {
    const [user_groups, members] = await ctx.run(
      sql<{
        id: string;
        name: string;
      }>`select id, name from user_group where ${holdsWords(q, sql`name`)} order by name_key limit ${sql.lit(candidatesShown)}`,
      sql<{ id: string; name: string }>`
        select m.id, p.name from membership m join person p on p.id = m.person_id
        where m.state = 'active' and ${holdsWords(q, sql`p.name`, sql`p.email`)} order by p.name, m.id limit ${sql.lit(candidatesShown)}`,
    );
    return { user_groups, members };
  });

  serve(contract.add, async (ctx, { body }) => {
    const id = uuidv7();
    const insert = query.insertInto('shift').values({ tenant_id: ownTenant, id, ...columnsOf(body) });
    await unlessTaken(nameTaken, ctx.run(insert, ...bind(id, body)));
    return { id };
  });

  serve(contract.update, async (ctx, { params: { id }, body: { version, ...input } }) => {
    const change = ctx.withTenant(async (tx) => {
      const [changed, [row]] = await tx.run(
        query
          .updateTable('shift')
          .set({ ...columnsOf(input), version: version + 1 })
          .where('id', '=', id)
          .where('version', '=', version)
          .returning('id'),
        query.selectFrom('shift').select('id').where('id', '=', id),
      );
      saved(changed, row);
      await tx.run(
        query.deleteFrom('shift_user_group').where('shift_id', '=', id),
        query.deleteFrom('shift_membership').where('shift_id', '=', id),
        ...bind(id, input),
      );
    });
    await unlessTaken(nameTaken, change);
  });

  serve(contract.remove, async (ctx, { params: { id } }) => {
    const [rows] = await ctx.run(query.deleteFrom('shift').where('id', '=', id).returning('id'), publishEvent({ topic: 'access' }));
    found(rows[0]);
  });

  serve(contract.rehearse, async (ctx, { body }) => {
    const [{ timezone }, bound] = await Promise.all([readTenantSettings(ctx), membersBound(ctx, body)]);
    const hours = hoursOf(body);
    return dryRun(ctx, ({ membership_id, at }) => bound.has(membership_id) && !hoursNow(hours, timezone, new Date(at)).open);
  });

  serve(contract.rehearseAddresses, async (ctx, { body: { addresses, address } }) => {
    if (!addresses.every((entry) => isAddressRule(entry))) failFields({ addresses: 'invalid' });
    const tried = address === null ? null : (normaliseAddress(address) ?? failFields({ address: 'invalid' }));
    const result = await dryRun(ctx, ({ ip, ip_exempt }) => !ip_exempt && ip !== null && !isAllowed(ip, addresses));
    return { ...result, passes: tried === null ? null : isAllowed(tried, addresses) };
  });

  serve(contract.extend, async (ctx, { body: { membership_id } }) => {
    const { timezone } = await readTenantSettings(ctx);
    const [member] = await ctx.run(
      sql<{
        person_id: string;
        hours: Hours | null;
      }>`select person_id, access_hours(tenant_id, id) as hours from membership where id = ${membership_id}`,
    );
    const { person_id, hours } = found(member);
    const state = hoursNow(hours, timezone, ctx.now());
    const from = state.open ? (state.closes_at ?? ctx.now()) : ctx.now();
    const until = new Date(from.getTime() + extensionMinutes * minuteMs);
    await ctx.run(
      query
        .insertInto('access_extension')
        .values({ tenant_id: ownTenant, membership_id, until })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'membership_id']).doUpdateSet({ until })),
      publishEvent({ topic: 'access', person_id }),
      ...notify(ctx.actor.tenant_id ?? '', { person_ids: [person_id], kind: 'access_extended', values: { minutes: extensionMinutes } }),
    );
    return { until: until.toISOString() };
  });
}

/** Members that a draft would concern; the only administrator is exempt. */
async function membersBound(
  ctx: Context,
  { user_group_ids, membership_ids }: Pick<ShiftInput, 'user_group_ids' | 'membership_ids'>,
): Promise<Set<string>> {
  const rows = await ctx.run(sql<{ id: string }>`
    select m.id from membership m
    where (m.id = any (${membership_ids}::uuid[]) or exists (
        select from user_group_member g where g.membership_id = m.id and g.group_id = any (${user_group_ids}::uuid[])
          and (g.ends_on is null or g.ends_on >= unit_today(g.tenant_id))))
      and not (m.role = 'admin' and not exists (select from membership o where o.id <> m.id and o.role = 'admin' and o.state = 'active'))`);
  return new Set(rows.map(({ id }) => id));
}
