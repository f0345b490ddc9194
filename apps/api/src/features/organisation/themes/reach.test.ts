/** Whoever writes to the database, a unit shows its own theme or one of its partner, a partner one of its own, the platform one of its own. */
import { nothingOwn } from '@vitrine/contract/organisation/themes.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { uuidv7 } from '#platform/database/uuid.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

async function themeOf(tenant_id: string | null, partner_id: string | null): Promise<string> {
  const id = uuidv7();
  await world.owner.run(sql`
    insert into theme (id, tenant_id, partner_id, name, draft) values (${id}, ${tenant_id}, ${partner_id}, ${id}, ${JSON.stringify(nothingOwn)}::jsonb)`);
  return id;
}

const outOfReach = (writing: Promise<unknown>): Promise<boolean> =>
  writing.then(
    () => false,
    (error: unknown) => (error instanceof Error && 'code' in error && error.code === '23503' ? true : Promise.reject(error)),
  );

test('a theme of somebody else is no theme to point at, inserted or changed', async () => {
  const [one, two] = [await world.partner(), await world.partner()];
  const [unit, sibling, stranger] = [await one.unit(), await one.unit(), await two.unit()];
  const themes = {
    unit: await themeOf(unit.id, null),
    sibling: await themeOf(sibling.id, null),
    stranger: await themeOf(stranger.id, null),
    partner: await themeOf(null, one.id),
    otherPartner: await themeOf(null, two.id),
    platform: await themeOf(null, null),
  };
  const refusedOf = async (point: (theme_id: string) => ReturnType<typeof sql>) => {
    const refused: string[] = [];
    for (const [name, id] of Object.entries(themes)) if (await outOfReach(world.owner.run(point(id)))) refused.push(name);
    return refused;
  };
  const ofUnit = ['sibling', 'stranger', 'otherPartner', 'platform'];
  expect(
    await refusedOf(
      (id) => sql`insert into tenant_setting (tenant_id, theme_id) values (${unit.id}, ${id})
        on conflict (tenant_id) do update set theme_id = excluded.theme_id`,
    ),
  ).toEqual(ofUnit);
  expect(await refusedOf((id) => sql`update tenant_setting set theme_id = ${id} where tenant_id = ${unit.id}`)).toEqual(ofUnit);
  const ofPartner = ['unit', 'sibling', 'stranger', 'otherPartner', 'platform'];
  await world.owner.run(sql`insert into partner_setting (partner_id) values (${one.id}) on conflict do nothing`);
  expect(await refusedOf((id) => sql`update partner_setting set theme_id = ${id} where partner_id = ${one.id}`)).toEqual(ofPartner);
  expect(await refusedOf((id) => sql`update platform_setting set theme_id = ${id}`)).toEqual([
    'unit',
    'sibling',
    'stranger',
    'partner',
    'otherPartner',
  ]);
  await world.owner.run(sql`update platform_setting set theme_id = null`);
});
