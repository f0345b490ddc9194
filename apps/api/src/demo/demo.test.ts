import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { loadDemo } from './demo.ts';
import { loginConfig } from '@vitrine/contract/signIn/signIn.ts';
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

test('each unit shows a logo, a picture and a sentence of its own before anybody signs in', async () => {
  const seen = await Promise.all(
    Object.keys(demoUnits).map(async (unit) => {
      const browser = world.browser({ host: `${unit}.localhost` });
      const { theme, picture, sentence } = await browser.call(loginConfig, { body: {} });
      for (const address of [theme.logo, picture]) {
        const answer = await browser.inject({ method: 'GET', url: address ?? '' });
        expect(answer.statusCode).toBe(200);
        expect(answer.headers['content-type']).toBe('image/svg+xml');
        expect(answer.rawPayload.length).toBeLessThan(16_000);
      }
      expect(Object.keys(sentence ?? {}).toSorted((one, other) => one.localeCompare(other))).toEqual(['en-US', 'es', 'pt-BR', 'pt-PT']);
      return `${theme.logo} ${picture} ${sentence?.['pt-BR']}`;
    }),
  );
  expect(new Set(seen).size).toBe(4);
});

test('the picture of one unit is not read on the host of another', async () => {
  const { picture } = await world.browser({ host: 'serra.localhost' }).call(loginConfig, { body: {} });
  expect((await world.browser({ host: 'delta.localhost' }).inject({ method: 'GET', url: picture ?? '' })).statusCode).toBe(404);
});

test('loading again changes nothing', async () => {
  const count = () => world.owner.run(query.selectFrom('audit_log').select(({ fn }) => fn.countAll().as('rows')));
  const before = await count();
  await loadDemo(world.services, { reports: false });
  expect(await count()).toEqual(before);
});
