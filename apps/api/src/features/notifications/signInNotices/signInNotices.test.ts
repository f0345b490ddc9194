/** Notices at sign-in: who writes them, on whose pages they stand, and when. */
import * as signIn from '@vitrine/contract/signIn/signIn.ts';
import type { SignInNoticeInput } from '@vitrine/contract/notifications/signInNotices.ts';
import * as contract from '@vitrine/contract/notifications/signInNotices.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { housekeeping } from '#domain/jobs/housekeeping.ts';

const world = await openWorld();
afterEach(async () => {
  world.setTime(null);
  await world.owner.run(sql`delete from sign_in_notice`);
});
afterAll(world.close);

const partner = await world.partner();
const unit = await partner.unit({ host: 'sales.example' });
await partner.unit({ host: 'stock.example' });
const strangers = await world.partner();
const stranger = await strangers.unit({ host: 'stranger.example' });

const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 16);
const notice = (text: string, values: Partial<SignInNoticeInput> = {}): SignInNoticeInput => ({
  texts: { 'pt-BR': text },
  link: null,
  domain_id: null,
  starts: at(-1),
  ends: at(1),
  ...values,
});
const admin = await world.signIn(await unit.person('admin'));
const staff = await world.signIn(await partner.person({ unit }));
const operator = await world.signIn(await world.operator());

/** What somebody reads who comes to the page of a host. */
async function readAt(host?: string): Promise<(string | undefined)[]> {
  const { notices } = await world.browser(host === undefined ? {} : { host }).call(signIn.loginConfig, { body: {} });
  return notices.map(({ texts }) => texts['pt-BR']);
}

test('a unit tells it on its page, a partner on those of its units, the operator on the platform’s own', async () => {
  await admin.call(contract.add, { body: notice('Da unidade') });
  await staff.call(contract.add, { body: notice('Do parceiro') });
  await operator.call(contract.add, { body: notice('Da plataforma') });
  expect(await readAt('sales.example')).toEqual(['Da unidade', 'Do parceiro']);
  expect(await readAt('stock.example')).toEqual(['Do parceiro']);
  expect(await readAt('stranger.example')).toEqual([]);
  expect(await readAt()).toEqual(['Da plataforma']);
});

test('each lists, changes and deletes the own ones, and knows nothing of others', async () => {
  const elsewhere = await world.signIn(await stranger.person('admin'));
  const mine = await admin.call(contract.add, { body: notice('Da unidade') });
  const params = { id: mine.id };
  for (const other of [staff, operator, elsewhere]) {
    expect((await other.call(contract.list, {})).data).toEqual([]);
    await expect(other.call(contract.get, { params })).rejects.toThrow('404 not_found');
    await expect(other.call(contract.update, { params, body: { ...notice('X'), version: 1 } })).rejects.toThrow('404 not_found');
    await expect(other.call(contract.remove, { params })).rejects.toThrow('404 not_found');
  }
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.refusal(contract.list, {})).status).toBe(403);
  const changed = await admin.call(contract.update, { params, body: { ...notice('Outra'), version: mine.version } });
  expect([changed.texts, changed.state, await readAt('sales.example')]).toEqual([{ 'pt-BR': 'Outra' }, 'shown', ['Outra']]);
  await expect(admin.call(contract.update, { params, body: { ...notice('Terceira'), version: mine.version } })).rejects.toThrow(
    '409 conflict',
  );
  await admin.call(contract.remove, { params });
  expect(await readAt('sales.example')).toEqual([]);
});

test('three at once and no fourth, where their times meet', async () => {
  for (const text of ['Um', 'Dois', 'Três']) await admin.call(contract.add, { body: notice(text) });
  const refusal = await admin.refusal(contract.add, { body: notice('Quatro') });
  expect([refusal.status, Object.keys(refusal.body.errors ?? {})]).toEqual([422, ['starts']]);
  // One after another is no crowd, whatever it meets on its way.
  await admin.call(contract.add, { body: notice('Depois', { starts: at(1), ends: at(4) }) });
  await admin.call(contract.add, { body: notice('Depois também', { starts: at(2), ends: at(3) }) });
  // The partner's have room of their own; the page shows three, the nearest first.
  await staff.call(contract.add, { body: notice('Do parceiro') });
  expect(new Set(await readAt('sales.example'))).toEqual(new Set(['Um', 'Dois', 'Três']));
});

test('notices of single domains crowd their own pages alone', async () => {
  const { data } = await staff.call(contract.domains, {});
  for (const { id } of data) for (const text of ['Um', 'Dois']) await staff.call(contract.add, { body: notice(text, { domain_id: id }) });
  await staff.call(contract.add, { body: notice('Em todas') });
  const refusal = await staff.refusal(contract.add, { body: notice('Mais uma em todas') });
  expect(Object.keys(refusal.body.errors ?? {})).toEqual(['starts']);
});

test('on one domain only, and only on an own one', async () => {
  const { data } = await staff.call(contract.domains, {});
  expect(data.map(({ host }) => host)).toEqual(['sales.example', 'stock.example']);
  expect((await admin.call(contract.domains, {})).data.map(({ host }) => host)).toEqual(['sales.example']);
  const stock = data.find(({ host }) => host === 'stock.example')?.id ?? '';
  await staff.call(contract.add, { body: notice('Só no estoque', { domain_id: stock }) });
  expect([await readAt('stock.example'), await readAt('sales.example')]).toEqual([['Só no estoque'], []]);
  await expect(admin.call(contract.add, { body: notice('X', { domain_id: stock }) })).rejects.toThrow('404 not_found');
});

test('what leads astray, says names or has no text is refused', async () => {
  const fieldsOf = async (values: Partial<SignInNoticeInput>) => {
    const refusal = await admin.refusal(contract.add, { body: notice('X', values) });
    return [refusal.status, ...Object.keys(refusal.body.errors ?? {})];
  };
  for (const link of ['http://example.com', 'javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x'])
    expect(await fieldsOf({ link })).toEqual([422, 'link']);
  expect(await fieldsOf({ texts: { 'pt-BR': 'Olá, {{name}}' } })).toEqual([422, 'texts.pt-BR']);
  expect(await fieldsOf({ texts: { es: 'Hola' } })).toEqual([422, 'texts.pt-BR']);
  expect(await fieldsOf({ ends: at(-2) })).toEqual([422, 'ends']);
  expect(await fieldsOf({ starts: at(-3), ends: at(-2) })).toEqual([422, 'ends']);
  const made = await admin.call(contract.add, { body: notice('X', { link: 'https://example.com/agenda' }) });
  expect(made.link).toBe('https://example.com/agenda');
});

test('mails are drawn without reading them', async () => {
  await admin.call(contract.add, { body: notice('Da unidade') });
  const person = await unit.person('user');
  await world.browser({ host: 'sales.example' }).call(signIn.forgotPassword, { body: { email: person.email } });
  await world.runJobs();
  const [mail] = await world.mailsTo(person.email);
  expect(mail?.text).not.toContain('Da unidade');
});

// The last: sessions do not live that long.
test('it appears and disappears by itself, and goes long afterwards', async () => {
  await admin.call(contract.add, { body: notice('Amanhã', { starts: at(1), ends: at(2) }) });
  expect((await admin.call(contract.list, {})).data[0]?.state).toBe('planned');
  expect(await readAt('sales.example')).toEqual([]);
  world.setTime(new Date(Date.now() + 1.5 * day));
  expect(await readAt('sales.example')).toEqual(['Amanhã']);
  world.setTime(new Date(Date.now() + 2.5 * day));
  expect(await readAt('sales.example')).toEqual([]);
  world.setTime(new Date(Date.now() + 400 * day));
  await world.runJobs(housekeeping);
  expect(await world.owner.run(sql`select from sign_in_notice`)).toEqual([]);
});
