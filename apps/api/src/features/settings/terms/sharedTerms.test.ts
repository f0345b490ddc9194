/** Terms above the unit: the partner's and the platform's. */
import { list as auditList } from '@vitrine/contract/audit/audit.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import * as contract from '@vitrine/contract/settings/sharedTerms.ts';
import { timezones } from '@vitrine/contract/signIn/signIn.ts';
import * as terms from '@vitrine/contract/settings/terms.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);
// The platform's terms would stand before every other test.
afterEach(() => world.owner.run(query.updateTable('shared_term').set({ active: false }).where('partner_id', 'is', null)));

const input = { title: 'Contrato', text: 'Vale em todas as unidades.', place: 'login' as const };

async function publish(desk: Browser, more: object = {}) {
  const { id, version } = await desk.call(contract.add, { body: { ...input, ...more } });
  return desk.call(contract.publish, { params: { id }, body: { version } });
}
const acceptAll = async (browser: Browser) => {
  const due = await browser.call(terms.pending, {});
  if (due.length > 0) await browser.call(terms.accept, { body: { version_ids: due.map(({ version_id }) => version_id) } });
  return due;
};
const isAsked = async (browser: Browser) => {
  const pending = (await browser.call(getConfig, {})).pending_terms;
  const refused = await browser.refusal(timezones, {}).catch(() => null);
  expect(refused?.body.status ?? null).toBe(pending ? 'terms_pending' : null);
  return pending;
};

test('what a partner publishes is asked once of everybody in its units and of its own people, and of nobody else', async () => {
  const partner = await world.partner();
  const [one, two, foreign] = [await partner.unit(), await partner.unit(), await world.unit()];
  const desk = await world.signIn(await partner.person());
  const ana = await one.person('user');
  const both = await world.join(ana, two);
  const [reader, admin, colleague, stranger] = [
    await world.signIn(ana),
    await world.signIn(await two.person('admin')),
    await world.signIn(await partner.person({ unit: one })),
    await world.signIn(await foreign.person('admin')),
  ];
  expect(await isAsked(reader)).toBe(false);
  const published = await publish(desk);

  for (const browser of [reader, admin, colleague, desk]) {
    expect(await isAsked(browser)).toBe(true);
    expect(await acceptAll(browser)).toMatchObject([{ level: 'partner', title: 'Contrato', number: 1 }]);
    expect(await isAsked(browser)).toBe(false);
  }
  expect(await isAsked(stranger)).toBe(false);
  // The same person in the other unit has accepted already.
  expect(await isAsked(await world.signIn(both))).toBe(false);
  expect(await reader.call(terms.mine, {})).toMatchObject([{ level: 'partner', accepted_at: expect.any(String) }]);

  const { data } = await desk.call(contract.acceptances, { params: { id: published.id }, query: { q: ana.email } });
  expect(data).toMatchObject([{ name: ana.name, number: 1, language: 'pt-BR', text_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect((await desk.call(contract.list, {})).data).toMatchObject([{ accepted_count: 4 }]);
  const csv = await desk.inject({ method: 'GET', url: `/api/shared_terms/${published.id}/acceptances/export?format=csv&sort=name` });
  expect(csv.body).toContain(ana.email);
});

test('conditions: units, roles, and what is only linked; a new version is asked again', async () => {
  const partner = await world.partner();
  const [one, two] = [await partner.unit({ host: 'shared-one.example' }), await partner.unit({ host: 'shared-two.example' })];
  const desk = await world.signIn(await partner.person());
  const [reader, admin, other] = [
    await world.signIn(await one.person('user')),
    await world.signIn(await one.person('admin')),
    await world.signIn(await two.person('admin')),
  ];
  const published = await publish(desk, { roles: ['admin'], only_ids: [one.id] });
  expect([await isAsked(reader), await isAsked(admin), await isAsked(other), await isAsked(desk)]).toEqual([false, true, false, false]);
  const linkedAt = (host: string) => world.browser({ host }).call(terms.atSignIn, {});
  expect(await linkedAt('shared-one.example')).toMatchObject([{ title: 'Contrato', level: 'partner' }]);
  expect(await linkedAt('shared-two.example')).toEqual([]);
  await acceptAll(admin);

  const body = { ...input, roles: ['admin' as const], only_ids: [one.id], version: published.version };
  const draft = await desk.call(contract.update, { params: { id: published.id }, body: { ...body, text: 'Outro.' } });
  expect(await isAsked(admin)).toBe(false);
  await desk.call(contract.publish, { params: { id: published.id }, body: { version: draft.version } });
  expect(await isAsked(admin)).toBe(true);
  expect((await desk.call(contract.versions, { params: { id: published.id } })).map(({ number }) => number)).toEqual([2, 1]);
  expect((await desk.refusal(contract.remove, { params: { id: published.id } })).body.status).toBe('in_use');
});

test('the platform’s are asked of partners’ people and of everybody in their units, or of the partners that it names', async () => {
  const [named, other] = [await world.partner(), await world.partner()];
  const [unit, elsewhere] = [await named.unit(), await other.unit()];
  const operator = await world.signIn(await world.operator());
  const [partnerStaff, reader, stranger] = [
    await world.signIn(await named.person()),
    await world.signIn(await unit.person('user')),
    await world.signIn(await elsewhere.person('user')),
  ];
  const published = await publish(operator, { title: 'Condições da plataforma', only_ids: [named.id] });
  expect([await isAsked(partnerStaff), await isAsked(reader), await isAsked(stranger), await isAsked(operator)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(await acceptAll(partnerStaff)).toMatchObject([{ level: 'platform', title: 'Condições da plataforma' }]);
  const { data } = await operator.call(contract.acceptances, { params: { id: published.id } });
  expect(data).toHaveLength(1);
  expect((await operator.call(auditList, { query: { q: 'shared_term' } })).data.length).toBeGreaterThan(0);
  await operator.call(contract.update, {
    params: { id: published.id },
    body: { ...input, active: false, version: published.version },
  });
  expect(await isAsked(reader)).toBe(false);
});

test('a unit’s own people get at none, a partner at its own, the operator at the platform’s; nobody changes what was published', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const desk = await world.signIn(await partner.person({ unit }));
  const foreign = await world.signIn(await (await world.partner()).person());
  const operator = await world.signIn(await world.operator());
  const { id } = await desk.call(contract.add, { body: input });
  const params = { id };
  for (const browser of [foreign, operator]) {
    for (const endpoint of [contract.get, contract.versions, contract.acceptances, contract.remove] as const)
      expect((await browser.refusal(endpoint, { params })).status).toBe(404);
    expect((await browser.refusal(contract.publish, { params, body: { version: 1 } })).status).toBe(404);
    expect((await browser.call(contract.list, {})).data.map((row) => row.id)).not.toContain(id);
  }
  for (const role of ['admin', 'user'] as const) {
    const member = await world.signIn(await unit.person(role));
    expect((await member.refusal(contract.list, {})).status).toBe(403);
    expect((await member.refusal(contract.add, { body: input })).status).toBe(403);
  }
  // Another partner's unit, a made-up one, groups of a unit.
  const elsewhere = await world.unit();
  for (const only_ids of [[elsewhere.id], [uuidv7()]])
    expect((await desk.refusal(contract.add, { body: { ...input, only_ids } })).body.errors).toHaveProperty('only_ids');
  expect((await desk.refusal(contract.add, { body: { ...input, group_ids: [uuidv7()] } })).body.errors).toHaveProperty('group_ids');
  expect((await desk.refusal(terms.add, { body: { ...input, roles: ['partner'] } })).body.errors).toHaveProperty('roles');
  const { database } = world.services;
  for (const scope of [{ kind: 'partner', partner_id: partner.id } as const, { kind: 'operator' } as const]) {
    for (const statement of [
      query.updateTable('shared_term_version').set({ text: 'forged' }),
      query.deleteFrom('shared_term_version'),
      query.updateTable('shared_term_acceptance').set({ language: 'xx' }),
      query.deleteFrom('shared_term_acceptance'),
    ]) {
      await expect(database.run(scope, statement)).rejects.toThrow(/permission denied/);
    }
  }
  await desk.call(contract.remove, { params });
  expect((await desk.refusal(contract.get, { params })).status).toBe(404);
});
