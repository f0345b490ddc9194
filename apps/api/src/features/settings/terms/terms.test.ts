import { getConfig } from '@vitrine/contract/settings/settings.ts';
import * as contract from '@vitrine/contract/settings/terms.ts';
import { timezones } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Unit } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const text = 'Uso aceitável dos relatórios.\n\nNão compartilhe a sua senha.';
const input = { title: 'Termos de uso', text, place: 'login' as const };
const idsOf = (terms: { version_id: string }[]) => terms.map(({ version_id }) => version_id);

async function publish(admin: Browser, body: Parameters<typeof admin.call<typeof contract.add>>[1]['body']) {
  const { id, version } = await admin.call(contract.add, { body });
  return admin.call(contract.publish, { params: { id }, body: { version } });
}
async function office(unit?: Unit) {
  const place = unit ?? (await world.unit());
  const admin = await place.person('admin');
  return { unit: place, admin, desk: await world.signIn(admin) };
}
/** Accepts for the administrator, who is a member like any other. */
const acceptAll = async (browser: Browser) => {
  const due = await browser.call(contract.pending, {});
  if (due.length > 0) await browser.call(contract.accept, { body: { version_ids: idsOf(due) } });
};

test('nothing is asked for before it is published, and everything waits once it is', async () => {
  const { unit, desk } = await office();
  const ana = await unit.person('user');
  const browser = await world.signIn(ana);
  const { id, version } = await desk.call(contract.add, { body: input });
  await browser.call(timezones, {});
  expect((await browser.call(getConfig, {})).pending_terms).toBe(false);

  await desk.call(contract.publish, { params: { id }, body: { version } });
  const refused = await browser.refusal(timezones, {});
  expect([refused.status, refused.body.status]).toEqual([403, 'terms_pending']);
  expect((await browser.call(getConfig, {})).pending_terms).toBe(true);
  const due = await browser.call(contract.pending, {});
  expect(due).toMatchObject([{ title: 'Termos de uso', text, number: 1 }]);
  await browser.call(contract.accept, { body: { version_ids: idsOf(due) } });
  await browser.call(timezones, {});
  expect((await browser.call(getConfig, {})).pending_terms).toBe(false);
  expect(await browser.call(contract.mine, {})).toMatchObject([{ number: 1, accepted_at: expect.any(String) }]);
});

test('who accepted what is kept with time, address, language and the text as it was', async () => {
  const { unit, desk } = await office();
  const { id } = await publish(desk, input);
  const ana = await unit.person('user');
  const browser = await world.signIn(ana, { ip: '203.0.113.7' });
  await acceptAll(browser);
  await acceptAll(desk);
  const { data } = await desk.call(contract.acceptances, { params: { id }, query: { q: ana.email } });
  expect(data).toMatchObject([{ name: ana.name, email: ana.email, number: 1, ip: '203.0.113.7', language: 'pt-BR' }]);
  expect(data[0]?.text_hash).toMatch(/^[0-9a-f]{64}$/);
  const csv = await desk.inject({ method: 'GET', url: `/api/terms/${id}/acceptances/export?format=csv&sort=name` });
  expect(csv.body).toContain(ana.email);
  expect(csv.body).toContain(data[0]?.text_hash);
});

test('a version never changes, and a new one has to be accepted with the next call', async () => {
  const { unit, desk } = await office();
  const published = await publish(desk, input);
  const browser = await world.signIn(await unit.person('user'));
  await acceptAll(browser);
  await acceptAll(desk);
  const params = { id: published.id };
  const draft = await desk.call(contract.update, { params, body: { ...input, text: 'Outro texto.', version: published.version } });
  expect(draft).toMatchObject({ number: 1, has_draft: true });
  await browser.call(timezones, {});
  await desk.call(contract.publish, { params, body: { version: draft.version } });
  expect((await browser.refusal(timezones, {})).body.status).toBe('terms_pending');
  await acceptAll(desk);
  expect((await desk.call(contract.versions, { params })).map((version) => [version.number, version.text])).toEqual([
    [2, 'Outro texto.'],
    [1, text],
  ]);
  for (const statement of [
    query.updateTable('term_version').set({ text: 'forged' }),
    query.deleteFrom('term_version'),
    query.updateTable('term_acceptance').set({ language: 'xx' }),
    query.deleteFrom('term_acceptance'),
  ]) {
    await expect(world.services.database.run({ kind: 'tenant', tenant_id: unit.id }, statement)).rejects.toThrow(/permission denied/);
  }
});

test('of two who publish at once one does, and the same text is published once', async () => {
  const { desk } = await office();
  const { id, version } = await desk.call(contract.add, { body: input });
  const both = await Promise.allSettled([1, 2].map(() => desk.call(contract.publish, { params: { id }, body: { version } })));
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await acceptAll(desk);
  const now = await desk.call(contract.get, { params: { id } });
  expect(await desk.call(contract.publish, { params: { id }, body: { version: now.version } })).toMatchObject({ number: 1 });
});

test('conditions: the role, the group, and again every so many months', async () => {
  const { unit, desk } = await office();
  const group = uuidv7();
  const [inside, outside] = [await unit.person('user'), await unit.person('user')];
  await world.owner.run(query.insertInto('user_group').values({ tenant_id: unit.id, id: group, name: 'Diretoria' }));
  await world.owner.run(
    query.insertInto('user_group_member').values({ tenant_id: unit.id, group_id: group, membership_id: inside.membership_id ?? '' }),
  );
  await publish(desk, { ...input, roles: ['user'], group_ids: [group], repeat_months: 6 });
  await desk.call(timezones, {});
  await (await world.signIn(outside)).call(timezones, {});
  const browser = await world.signIn(inside);
  expect((await browser.refusal(timezones, {})).body.status).toBe('terms_pending');
  await acceptAll(browser);
  await (await world.signIn(inside)).call(timezones, {});
  world.setTime(new Date(Date.now() + 190 * 86_400_000));
  expect((await (await world.signIn(inside)).refusal(timezones, {})).body.status).toBe('terms_pending');
});

test('what is only linked asks for nothing; what is switched off asks no more', async () => {
  const { unit, desk } = await office();
  await publish(desk, { ...input, title: 'Privacidade', place: 'footer' });
  const browser = await world.signIn(await unit.person('user'));
  await browser.call(timezones, {});
  expect(await browser.call(contract.mine, {})).toMatchObject([{ title: 'Privacidade', accepted_at: null }]);
  const other = await publish(desk, { ...input, place: 'first_access' });
  expect((await browser.refusal(timezones, {})).status).toBe(403);
  await acceptAll(desk);
  await desk.call(contract.update, {
    params: { id: other.id },
    body: { ...input, place: 'first_access', active: false, version: other.version },
  });
  await browser.call(timezones, {});
});

test('partner staff work in a unit without accepting its terms', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const partnerStaff = await world.signIn(await partner.person({ unit }));
  await publish(partnerStaff, input);
  await partnerStaff.call(timezones, {});
});

test('nobody accepts what is not due: an old version, a made-up one, one of another unit', async () => {
  const { unit, desk } = await office();
  const first = await publish(desk, input);
  const browser = await world.signIn(await unit.person('user'));
  const [old] = await browser.call(contract.pending, {});
  await acceptAll(desk);
  const draft = await desk.call(contract.update, { params: { id: first.id }, body: { ...input, text: 'Novo.', version: first.version } });
  await desk.call(contract.publish, { params: { id: first.id }, body: { version: draft.version } });
  const { desk: foreign } = await office();
  await publish(foreign, input);
  const theirs = await foreign.call(contract.pending, {});
  for (const id of [old?.version_id ?? '', uuidv7(), theirs[0]?.version_id ?? '']) {
    expect((await browser.refusal(contract.accept, { body: { version_ids: [id] } })).status).toBe(409);
  }
});

test('a published term is kept; readers and other units get at none', async () => {
  const { unit, desk } = await office();
  const published = await publish(desk, input);
  await acceptAll(desk);
  const params = { id: published.id };
  expect((await desk.refusal(contract.remove, { params })).body.status).toBe('in_use');
  const { id } = await desk.call(contract.add, { body: { ...input, title: 'Rascunho' } });
  await desk.call(contract.remove, { params: { id } });
  const { desk: foreign } = await office();
  for (const endpoint of [contract.get, contract.versions, contract.acceptances, contract.remove] as const) {
    expect((await foreign.refusal(endpoint, { params })).status).toBe(404);
  }
  const reader = await world.signIn(await unit.person('user'));
  await acceptAll(reader);
  expect((await reader.refusal(contract.list, {})).status).toBe(403);
  expect((await desk.refusal(contract.add, { body: { ...input, group_ids: [uuidv7()] } })).body.errors).toHaveProperty('group_ids');
});

test('the sign-in page of a unit links to its terms, that of another one does not', async () => {
  const unit = await world.unit({ host: 'terms-unit.example' });
  const { desk } = await office(unit);
  await publish(desk, input);
  await acceptAll(desk);
  await publish(desk, { ...input, title: 'Só no primeiro acesso', place: 'first_access' });
  expect(await world.browser({ host: 'terms-unit.example' }).call(contract.atSignIn, {})).toMatchObject([{ title: 'Termos de uso' }]);
  expect(await world.browser().call(contract.atSignIn, {})).toEqual([]);
});
