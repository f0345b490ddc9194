/** Deleting a partner of which nothing is left. */
import * as clients from '@vitrine/contract/organisation/clients.ts';
import * as contract from '@vitrine/contract/organisation/partners.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { taxIdOf } from '#test/harness/taxIds.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const close = (id: string) => world.owner.run(sql`update partner set state = 'closed', closed_at = now() where id = ${id}`);
const asked = (id: string, name: string) => ({
  params: { id },
  query: { confirm: name.trim().toUpperCase().replaceAll(/\s+/g, '_') },
});

test('a partner goes when it is closed, empty, and its name is typed', async () => {
  const operator = await world.signIn(await world.operator());
  const partner = await world.partner();
  const unit = await partner.unit();
  const { id, name } = partner;
  expect((await operator.refusal(contract.remove, asked(id, name))).body.status).toBe('partner_not_closed');
  await world.owner.run(sql`update tenant set state = 'closed' where id = ${unit.id}`);
  const client = await operator.call(clients.add, {
    body: { partner_id: id, kind: 'legal', name: `Padaria ${partner.marker}`, tax_id: taxIdOf('legal'), price_cents: 1990 },
  });
  await close(id);
  expect((await operator.call(contract.get, { params: { id } })).left).toEqual({ units: 1, clients: 1 });
  const left = await operator.refusal(contract.remove, asked(id, name));
  expect(left).toMatchObject({ status: 409, body: { status: 'partner_not_empty' } });
  expect(left.body.message).toMatch(/unidades 1, clientes com contrato ou fatura 1/);
  await world.owner.run(sql`delete from tenant where id = ${unit.id}`);
  await operator.call(clients.setSituation, { params: { id: client.id }, body: { situation: 'ended', version: client.version } });
  expect((await operator.refusal(contract.remove, asked(id, 'OUTRO_NOME'))).body.errors).toHaveProperty('confirm');
  await operator.call(contract.remove, asked(id, name));
  for (const gone of [operator.refusal(contract.get, { params: { id } }), operator.refusal(clients.get, { params: { id: client.id } })])
    expect((await gone).status).toBe(404);
  expect((await operator.refusal(contract.remove, asked(id, name))).status).toBe(404);
  const [line] = await world.owner.run(
    sql`select action from audit_log where object_type = 'partner' and object_id = ${id} order by id desc limit 1`,
  );
  expect(line).toEqual({ action: 'partner.delete' });
});

test('a client that ever got an invoice stays, and its partner with it', async () => {
  const operator = await world.signIn(await world.operator());
  const { id, name, marker } = await world.partner();
  const client = await operator.call(clients.add, {
    body: { partner_id: id, kind: 'legal', name: `Padaria ${marker}`, tax_id: taxIdOf('legal'), price_cents: 1990 },
  });
  await operator.call(clients.setSituation, { params: { id: client.id }, body: { situation: 'ended', version: client.version } });
  await world.owner.run(
    sql`insert into client_credit (id, client_id, cents, reason) values (gen_random_uuid(), ${client.id}, 100, 'Devolvido')`,
  );
  await close(id);
  expect((await operator.refusal(contract.remove, asked(id, name))).body.status).toBe('partner_not_empty');
});

test('the people of a deleted partner are forgotten: account, sessions, log and waiting mails, also where the job runs twice', async () => {
  const operator = await world.signIn(await world.operator());
  const partner = await world.partner();
  const [person, other] = [await partner.person({}), await (await world.partner()).person({})];
  await world.owner.run(
    sql`insert into staff_request (id, partner_id, name, email, asked_by, lapses_at)
      values (gen_random_uuid(), ${partner.id}, 'Nilda Prates', ${`nilda@${partner.marker}.example`}, ${person.id}, now() + interval '7 days')`,
  );
  await world.owner.run(sql`update person set name = ${`${person.name} Souza`} where id = ${person.id}`);
  await close(partner.id);
  await operator.call(contract.remove, asked(partner.id, partner.name));
  const again = sql`update jobs.job set state = 'created', started_on = null, completed_on = null
    where data ->> 'job' = 'partner_staff.forget' and data -> 'payload' ->> 'partner_id' = ${partner.id}`;
  await world.runJobs();
  await world.owner.run(again);
  await world.runJobs();
  const accounts = sql<{ id: string; name: string; email: string }>`
    select id, name, email, password_hash from person where id in (${person.id}, ${other.id})`;
  const found = new Map((await world.owner.run(accounts)).map((row) => [row.id, row]));
  expect(found.get(person.id)).toMatchObject({ email: `deleted-${person.id}@invalid`, password_hash: null });
  expect(found.get(other.id)?.email).toBe(other.email);
  const kept = await world.owner.run(sql<{ text: string }>`
    select coalesce(before::text, '') || coalesce(after::text, '') as text from audit_log where partner_id = ${partner.id} or object_id = ${person.id}`);
  expect(kept.length).toBeGreaterThan(2);
  for (const { text } of kept) for (const word of [person.name, person.email, 'Nilda', 'nilda@']) expect(text).not.toContain(word);
});

test('only the operator deletes', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  await close(partner.id);
  for (const person of [await unit.person('admin'), await unit.person('user')]) {
    const browser = await world.signIn(person);
    expect((await browser.refusal(contract.remove, asked(partner.id, partner.name))).status).toBe(403);
  }
});
