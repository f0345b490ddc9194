/** A further unit of a client, opened by its partner. */
import { randomUUID } from 'node:crypto';
import * as contract from '@vitrine/contract/organisation/clients.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { taxIdOf } from '#test/harness/taxIds.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const unit = (values: object = {}) => {
  const mark = randomUUID().replaceAll('-', '').slice(0, 20);
  return {
    beginning: 'trial' as const,
    unit_name: 'Filial Norte',
    subdomain: `filial${mark}`,
    unit_user_limit: 5,
    admin_name: 'Alba Reis',
    email: `alba-${mark}@filial.example`,
    ...values,
  };
};

/** A client of a partner in this situation, with whoever looks after it. */
async function withClient(situation: 'prospect' | 'trial' | 'active' | 'ended', partnerValues: object = {}) {
  const partner = await world.partner({ partner: partnerValues });
  const staff = await world.signIn(await partner.person());
  const id = randomUUID();
  await world.owner.run(sql`insert into client (id, partner_id, kind, name, tax_id, situation)
    values (${id}, ${partner.id}, 'legal', ${`Rede ${partner.marker}`}, ${taxIdOf('legal')}, ${situation})`);
  return { partner, staff, id, params: { id } };
}

test('the unit is the client’s, on trial or under its contract, and the administrator is invited', async () => {
  const { staff, params } = await withClient('active');
  const [trial, signed] = [unit({ demo_report: true }), unit({ beginning: 'contract' })];
  const first = await staff.call(contract.addUnit, { params, body: trial });
  expect(first.host).toBe(`${trial.subdomain}.portal.example`);
  const second = await staff.call(contract.addUnit, { params, body: signed });
  const { units, can } = await staff.call(contract.get, { params });
  expect(can.add_unit).toBe(true);
  expect(new Map(units.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [first.id, 'trial'],
      [second.id, 'active'],
    ]),
  );
  await world.runJobs();
  const reports = await world.owner.run(sql`select tenant_id from report where tenant_id in (${first.id}, ${second.id})`);
  expect(reports).toEqual([{ tenant_id: first.id }]);
  expect((await world.mailsTo(trial.email))[0]?.text).toContain('/new/password/');
});

test('a client without a contract tries more, and a prospect or a former client gets nothing', async () => {
  const onTrial = await withClient('trial');
  const refused = await onTrial.staff.refusal(contract.addUnit, { params: onTrial.params, body: unit({ beginning: 'contract' }) });
  expect(refused.body.status).toBe('client_no_contract');
  await onTrial.staff.call(contract.addUnit, { params: onTrial.params, body: unit() });
  for (const situation of ['prospect', 'ended'] as const) {
    const { staff, params } = await withClient(situation);
    expect((await staff.refusal(contract.addUnit, { params, body: unit() })).body.status).toBe('client_not_open');
    expect(await staff.call(contract.get, { params })).toMatchObject({ units: [], can: { add_unit: false } });
  }
});

test('the contract of the partner is the limit, and a refusal leaves nothing', async () => {
  const { staff, params } = await withClient('active', { unit_limit: 1 });
  const body = unit();
  await staff.call(contract.addUnit, { params, body });
  expect((await staff.refusal(contract.addUnit, { params, body: unit() })).body.status).toBe('partner_unit_limit_reached');
  expect((await staff.refusal(contract.addUnit, { params, body: unit({ subdomain: body.subdomain }) })).body.errors).toHaveProperty(
    'subdomain',
  );
  expect((await staff.call(contract.get, { params })).units).toHaveLength(1);
});

test('another partner finds no such client, and nobody else opens units', async () => {
  const { params } = await withClient('active');
  const stranger = await withClient('active');
  expect((await stranger.staff.refusal(contract.addUnit, { params, body: unit() })).status).toBe(404);
  const other = await world.unit();
  for (const person of [await world.operator(), await other.person('admin'), await other.person('user')])
    expect((await (await world.signIn(person)).refusal(contract.addUnit, { params, body: unit() })).status).toBe(403);
});

test('a client is read with the domains of its units that are served, and what each costs a month', async () => {
  const { staff, params } = await withClient('active');
  const { id } = await staff.call(contract.addUnit, { params, body: unit() });
  const host = `bi.${randomUUID()}.example`;
  const domain = (name: string, state: 'active' | 'pending', token: string | null) => sql`
    insert into domain (host, tenant_id, state, verify_token, fee_cents, activated_at)
    values (${name}, ${id}, ${state}, ${token}, 4900, ${state === 'active' ? new Date() : null})`;
  await world.owner.run(domain(host, 'active', 'vitrine-verify=1'));
  await world.owner.run(domain(`ainda-${host}`, 'pending', 'vitrine-verify=2'));
  expect((await staff.call(contract.get, { params })).units).toMatchObject([{ domains: [{ host, fee_cents: 4900 }] }]);
});
