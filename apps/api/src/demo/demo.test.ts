import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { loadDemo } from './demo.ts';
import { demoPassword, demoPeople, demoUnits } from './people.ts';

const world = await openWorld();
await loadDemo(world.services, { reports: false });
afterAll(world.close);

test('everybody of the demo is there with the printed password', async () => {
  const people = await world.owner.run(query.selectFrom('person').select(['email', 'password_hash']));
  expect(people.map(({ email }) => email)).toEqual(expect.arrayContaining(Object.values(demoPeople).map(({ email }) => email)));
  expect(await world.services.passwords.verify(demoPassword, people[0]?.password_hash ?? null)).toBe(true);
});

test('each unit has a look and a host of its own', async () => {
  const units = await world.owner.run(
    query
      .selectFrom('tenant')
      .innerJoin('tenant_setting', 'tenant_setting.tenant_id', 'tenant.id')
      .innerJoin('domain', 'domain.tenant_id', 'tenant.id')
      .select(['tenant.name', 'domain.host', 'tenant_setting.theme'])
      .where(
        'tenant.id',
        'in',
        Object.values(demoUnits).map(({ id }) => id),
      ),
  );
  expect(units).toHaveLength(4);
  expect(new Set(units.map(({ theme }) => JSON.stringify(theme))).size).toBe(4);
});

test('loading again changes nothing', async () => {
  const count = () => world.owner.run(query.selectFrom('audit_log').select(({ fn }) => fn.countAll().as('rows')));
  const before = await count();
  await loadDemo(world.services, { reports: false });
  expect(await count()).toEqual(before);
});
