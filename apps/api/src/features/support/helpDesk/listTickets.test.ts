/** Lists of tickets at the size at which they take other ways: what is found, and how many there are for whom. */
import { list } from '@vitrine/contract/support/helpDesk.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

/** More than a list counts. */
const many = 1100;

/** A unit with 1,100 tickets about sales, which are late but for the resolved one of each ten; one of each hundred is escalated, and one in two the reader's. */
async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { enable_helpdesk: true } });
  const flagged = { support_agent: true };
  const [ana, eva] = [await unit.person('user'), await unit.person('admin')];
  const [gil, rui] = [await partner.person({ unit, staff: flagged }), await unit.person('user')];
  await world.owner.run(sql`
    insert into ticket (tenant_id, id, number, title, text, level, state, opened_by, created_at, touched_at, resolved_at)
    select ${unit.id}, uuid_v7(), 1000 + n, 'Vendas', case n when 7 then 'Como no #1042' else 'Está zerado.' end,
      case when n % 100 = 0 then 'partner' else 'unit' end, case when n % 10 = 5 then 'resolved' else 'open' end,
      case when n % 2 = 0 then ${ana.id}::uuid else ${rui.id}::uuid end, now(), now() + n * interval '1 second',
      case when n % 10 = 5 then now() end
    from generate_series(1, ${many}) as n`);
  await world.owner.run(sql`
    update ticket_clock set answer_due_at = now() - interval '1 hour' where tenant_id = ${unit.id} and counts_since is not null`);
  const [reader, admin, ofPartner] = [await world.signIn(ana), await world.signIn(eva), await world.signIn(gil)];
  const listed = async (browser: typeof reader, query: object) => {
    const { data, meta } = await browser.call(list, { query: { scope: 'all', per_page: 10, ...query } });
    return { first: data[0]?.number, data: data.length, total: meta.total, capped: meta.total_is_capped };
  };
  return { reader, admin, ofPartner, listed };
}

const here = await scene();
const elsewhere = await scene();

test('a word of more tickets than are counted is found in order, and only in what one may see', async () => {
  const { reader, admin, ofPartner, listed } = here;
  expect(await listed(admin, { q: 'VENDAS' })).toEqual({ first: 2100, data: 10, total: 1000, capped: true });
  expect(await listed(reader, { q: 'vendas' })).toEqual({ first: 2100, data: 10, total: 550, capped: false });
  expect(await listed(ofPartner, { q: 'vendas' })).toEqual({ first: 2100, data: 10, total: 11, capped: false });
  expect(await listed(admin, { q: 'vendas 1099' })).toEqual({ first: 1099, data: 1, total: 1, capped: false });
  expect(await listed(admin, { q: 'vendas zerado 17', state: 'open' })).toMatchObject({ first: 2017, data: 10, total: 109 });
  expect(await listed(admin, { q: '10%' })).toMatchObject({ data: 0, total: 0 });
});

test('a number with its sign finds that ticket, and not those that mention it', async () => {
  const { reader, admin, listed } = here;
  expect(await listed(admin, { q: '#1042' })).toEqual({ first: 1042, data: 1, total: 1, capped: false });
  expect(await listed(admin, { q: '#104' })).toMatchObject({ data: 0, total: 0 });
  expect(await listed(admin, { q: '1042' })).toMatchObject({ total: 2 });
  // Somebody else's.
  expect(await listed(reader, { q: '#1041' })).toMatchObject({ data: 0, total: 0 });
});

test('late ones are counted for each who may see them, whatever else is asked', async () => {
  const { reader, admin, ofPartner, listed } = here;
  const late = { late: 'true' };
  expect(await listed(admin, late)).toMatchObject({ first: 2100, data: 10, total: 990 });
  expect(await listed(ofPartner, late)).toMatchObject({ total: 11 });
  expect(await listed(reader, late)).toMatchObject({ total: 550 });
  expect(await listed(admin, { ...late, scope: 'mine' })).toMatchObject({ data: 0, total: 0 });
  expect(await listed(admin, { ...late, archived: 'true' })).toMatchObject({ data: 0, total: 0 });
  expect(await listed(admin, { ...late, assigned: 'somebody' })).toMatchObject({ data: 0, total: 0 });
  expect(await listed(admin, { ...late, q: '1042' })).toMatchObject({ total: 2 });
  expect(await listed(elsewhere.admin, late)).toMatchObject({ total: 990 });
});
