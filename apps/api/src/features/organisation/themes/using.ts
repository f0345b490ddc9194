/** Who uses a theme, and its removal while nobody does. */
import type { use } from '@vitrine/contract/organisation/themes.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { tellPages } from '#domain/branding/publishTheme.ts';
import { asTyped } from '#domain/people/correctedInput.ts';
import { themeOwnerOf, themeScopeOf } from '#domain/branding/owner.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { readRow, settingsOf } from './rows.ts';

type Body = Input<typeof use>['body'];

/** The row of the caller's own settings is made where there is none yet. */
function chosenByOneself(ctx: Context, id: string): RawBuilder<unknown> {
  const { tenant_id, partner_id } = themeOwnerOf(ctx);
  if (tenant_id === null && partner_id === null) return sql`update platform_setting set theme_id = ${id}`;
  const owner = tenant_id === null ? sql`partner_id` : sql`tenant_id`;
  return sql`
    insert into ${settingsOf(ctx)} (${owner}, theme_id) values (${tenant_id ?? partner_id}::uuid, ${id}::uuid)
    on conflict (${owner}) do update set theme_id = excluded.theme_id`;
}

async function giveToUnits(tx: Transaction, id: string, unit_ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(unit_ids)];
  const there = await tx.run(sql`select from tenant where id = any (${wanted}::uuid[])`);
  if (there.length !== wanted.length) fail('not_found');
  await tx.run(
    sql`update tenant_setting set theme_id = null where theme_id = ${id} and tenant_id <> all (${wanted}::uuid[])`,
    sql`
      insert into tenant_setting (tenant_id, theme_id) select unit, ${id}::uuid from unnest(${wanted}::uuid[]) as unit
      on conflict (tenant_id) do update set theme_id = excluded.theme_id where tenant_setting.theme_id is distinct from excluded.theme_id`,
  );
}

/** From now on exactly these use it, of those for whom the caller may choose. */
export async function useTheme(ctx: Context, id: string, { self, unit_ids }: Body): Promise<void> {
  const row = await readRow(ctx, id);
  if (unit_ids.length > 0 && ctx.actor.role !== 'partner') fail('not_found');
  if (row.number === 0 && (self || unit_ids.length > 0)) fail('theme_not_published');
  await themeScopeOf(ctx).withTenant(async (tx) => {
    // Whoever removes it waits for this row, or has removed it before.
    found((await tx.run(sql`select id from theme where id = ${id} for update`))[0]);
    await tx.run(self ? chosenByOneself(ctx, id) : sql`update ${settingsOf(ctx)} set theme_id = null where theme_id = ${id}`);
    if (ctx.actor.role === 'partner') await giveToUnits(tx, id, unit_ids);
    await tx.run(tellPages(row));
  });
}

const namesTold = 5;

/** Names of those who use it, for a person. */
async function usersOf(ctx: Context, tx: Transaction, id: string): Promise<string[]> {
  const { role } = ctx.actor;
  const self =
    role === 'operator'
      ? sql`select 'Vitrine' as name from platform_setting s where s.theme_id = ${id}`
      : role === 'partner'
        ? sql`select p.name from partner p join partner_setting s on s.partner_id = p.id where s.theme_id = ${id}
            union all select t.name from tenant t join tenant_setting s on s.tenant_id = t.id where s.theme_id = ${id}`
        : sql`select t.name from tenant t join tenant_setting s on s.tenant_id = t.id where s.theme_id = ${id}`;
  return (await tx.run(sql<{ name: string }>`${self} limit ${sql.lit(namesTold)}`)).map(({ name }) => name);
}

export async function removeTheme(ctx: Context, id: string, confirm: string): Promise<void> {
  await themeScopeOf(ctx).withTenant(async (tx) => {
    const { name } = found((await tx.run(sql<{ name: string }>`select name from theme where id = ${id} for update`))[0]);
    const users = await usersOf(ctx, tx, id);
    if (users.length > 0) fail('theme_in_use', { users: users.join(', ') });
    if (asTyped(confirm) !== asTyped(name)) failFields({ confirm: 'name_differs' });
    await tx.run(sql`delete from theme where id = ${id}`);
  });
}
