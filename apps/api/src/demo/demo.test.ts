import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { loadDemo } from './demo.ts';
import { loginConfig } from '@vitrine/contract/signIn/signIn.ts';
import { explain } from '#domain/billing/invoices.ts';
import { scoped } from '#platform/database/scoped.ts';
import { sql } from 'kysely';
import { demoOtherUnits, demoPartners, demoPassword, demoPeople, demoUnits } from './people.ts';

const world = await openWorld();
await loadDemo(world.services, { reports: false, asOwner: world.owner.write });
afterAll(world.close);

test('everybody of the demo is there with the printed password', async () => {
  const people = await world.owner.run(query.selectFrom('person').select(['email', 'password_hash']));
  expect(people.map(({ email }) => email)).toEqual(expect.arrayContaining(Object.values(demoPeople).map(({ email }) => email)));
  expect(await world.services.passwords.verify(demoPassword, people[0]?.password_hash ?? null)).toBe(true);
});

test('two receipts stand in the account of Ana, a request waits for her, and nobody is inside', async () => {
  const receipts = await world.owner.run(
    sql`select r.state, r.mode, r.ended_at < now() as over, (select count(*)::int from remote_access_step s where s.access_id = r.id) as screens
      from remote_access r where r.person_id = ${demoPeople.ana.id} order by r.created_at`,
  );
  expect(receipts).toEqual([
    { state: 'allowed', mode: 'read', over: true, screens: 4 },
    { state: 'allowed', mode: 'full', over: true, screens: 2 },
    { state: 'waiting', mode: null, over: null, screens: 0 },
  ]);
});

test('each unit has a look and a host of its own', async () => {
  const units = await world.owner.run(
    query
      .selectFrom('tenant')
      .innerJoin('tenant_setting', 'tenant_setting.tenant_id', 'tenant.id')
      .innerJoin('theme', 'theme.id', 'tenant_setting.theme_id')
      .innerJoin('domain', 'domain.tenant_id', 'tenant.id')
      .select(['tenant.name', 'domain.host', 'theme.published'])
      .where('domain.state', '=', 'active')
      .where(
        'tenant.id',
        'in',
        Object.values(demoUnits).map(({ id }) => id),
      ),
  );
  expect(units).toHaveLength(4);
  expect(new Set(units.map(({ published }) => JSON.stringify(published))).size).toBe(4);
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

const signsInAt = (unit: string, email: string) => world.browser({ host: `${unit}.localhost` }).login({ email, password: demoPassword });

test('a trial ends in three days, and a unit whose client does not pay is suspended', async () => {
  const [trial] = await world.owner.run(sql<{ days: number; state: string }>`
    select trial_ends_on - (now() at time zone 'America/Sao_Paulo')::date as days, state from tenant where id = ${demoOtherUnits.nascente.id}`);
  expect(trial).toEqual({ days: 3, state: 'trial' });
  expect((await signsInAt('nascente', demoPeople.nascente_admin.email)).tenant_id).toBe(demoOtherUnits.nascente.id);
  const [suspended] = await world.owner.run(sql<{ state: string; why: string; by: string }>`
    select t.state, t.suspended_for as why, (select a.person_id from audit_log a where a.tenant_id = t.id and a.action = 'company.suspend') as by
    from tenant t where t.id = ${demoOtherUnits.brisa.id}`);
  expect(suspended).toEqual({ state: 'suspended', why: expect.stringContaining('em aberto'), by: demoPeople.operador.id });
  await expect(signsInAt('brisa', demoPeople.brisa_admin.email)).rejects.toMatchObject({
    status: 403,
    body: { status: 'unit_suspended' },
  });
});

test('each partner has three months of invoices, in each state, and one that was cancelled has become a credit', async () => {
  const states = async (partner_id: string) =>
    world.owner.run(sql<{ state: string; month: string }>`select state, month from invoice where partner_id = ${partner_id} order by 1`);
  const [horizonte, mare] = [await states(demoPartners.horizonte.id), await states(demoPartners.mare.id)];
  for (const invoices of [horizonte, mare]) expect(new Set(invoices.map(({ month }) => month)).size).toBe(3);
  const said = (rows: { state: string }[]) => [...new Set(rows.map(({ state }) => state))];
  expect([said(horizonte), said(mare)]).toEqual([
    ['cancelled', 'open', 'paid'],
    ['draft', 'open', 'overdue', 'paid'],
  ]);
  const credits = await world.owner.run(sql`
    select (k.cents + sum(p.total_cents))::int as left_cents, min(i.paid_by) as paid_by from client_credit k
    join invoice_position p on p.credit_id = k.id join invoice i on i.id = p.invoice_id group by k.id`);
  expect(credits).toEqual([{ left_cents: 0, paid_by: 'nothing_due' }]);
  const [numbers] = await world.owner.run(sql`
    select count(number)::int as given, max(number)::int as last, (select last_number::int from invoice_counter) as counted,
      (select count(*)::int from invoice_document where kind = 'bill') as bills from invoice`);
  expect(numbers).toEqual({ given: 15, last: 15, counted: 15, bills: 15 });
});

test('the people of each invoice are those who were there on its days', async () => {
  const operator = scoped(world.services.database, { kind: 'operator' });
  const invoices = await world.owner.run(sql<{ client_id: string; month: string; person_count: number; total: number; cents: number }>`
    select i.client_id, i.month, i.person_count, i.total_cents::int as total, (select sum(p.total_cents)::int from invoice_position p where p.invoice_id = i.id) as cents
    from invoice i`);
  const counts = new Set<number>();
  for (const { client_id, month, person_count, total, cents } of invoices) {
    const { days, units, not_counted } = await explain(operator, { client_id, month });
    expect(Math.max(...days.map(({ people }) => people))).toBe(person_count + not_counted);
    expect(units.reduce((sum, { counted }) => sum + counted, 0)).toBe(person_count);
    expect(cents).toBe(total);
    counts.add(person_count);
  }
  // Somebody came and somebody left in that time.
  expect(counts.size).toBeGreaterThan(3);
});

test('there is a domain in each state', async () => {
  const rows = await world.owner.run(sql<{ state: string }>`select distinct state from domain order by 1`);
  expect(rows.map(({ state }) => state)).toEqual(['active', 'failed', 'pending', 'removed', 'verified']);
});

test('loading again changes nothing', async () => {
  const count = () => world.owner.run(query.selectFrom('audit_log').select(({ fn }) => fn.countAll().as('rows')));
  const before = await count();
  await loadDemo(world.services, { reports: false, asOwner: world.owner.write });
  expect(await count()).toEqual(before);
});
