/** Questions above the unit: who writes them, who reads them, and what a unit hides. */
import * as faq from '@vitrine/contract/support/faq.ts';
import * as inherited from '@vitrine/contract/support/inheritedFaq.ts';
import * as contract from '@vitrine/contract/support/sharedFaq.ts';
import * as searches from '@vitrine/contract/support/faqSearches.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);
// The platform's would stand in the lists of every other test.
afterEach(() => world.owner.run(sql`delete from shared_faq where partner_id is null`));

const body = (question: string, answer = 'Assim.') => ({
  topic: 'reports' as const,
  question: { 'pt-BR': question },
  answer: { 'pt-BR': answer },
});
const questions = async (browser: Browser, q = '') => (await browser.call(faq.list, { query: { q } })).data.map((row) => row.question);

async function people() {
  const partner = await world.partner();
  const unit = await partner.unit();
  const [desk, operator, admin, reader, stranger] = [
    await world.signIn(await partner.person({ unit })),
    await world.signIn(await world.operator()),
    await world.signIn(await unit.person('admin')),
    await world.signIn(await unit.person('user')),
    (await world.unitWithAdmin()).admin,
  ];
  const write = (by: Browser, question: string, more: object = {}) => by.call(contract.add, { body: { ...body(question), ...more } });
  return { partner, unit, desk, operator, admin, reader, stranger, write };
}

test('those of a partner are read in its units alone, the operator’s everywhere, after the own ones and marked', async () => {
  const { desk, operator, admin, reader, stranger, write } = await people();
  await write(operator, 'Da plataforma?');
  await write(desk, 'Do parceiro?');
  await write(desk, 'Rascunho do parceiro?', { published: false });
  await admin.call(faq.add, { body: body('Nossa?') });
  expect(await questions(reader)).toEqual(['Nossa?', 'Do parceiro?', 'Da plataforma?']);
  expect(await questions(stranger)).toEqual(['Da plataforma?']);
  const { data } = await admin.call(faq.list, {});
  expect(data.map(({ level, can, languages }) => [level, can.edit, languages === null])).toEqual([
    ['unit', true, false],
    ['partner', false, true],
    ['platform', false, true],
  ]);
});

test('a unit changes nothing of what it inherits, and reads no draft of it', async () => {
  const { desk, admin, stranger, write } = await people();
  const open = await write(desk, 'Do parceiro?');
  const draft = await write(desk, 'Rascunho?', { published: false });
  const params = { id: open.id };
  expect((await admin.refusal(faq.update, { params, body: { ...body('Tomada?'), version: 1 } })).status).toBe(404);
  expect((await admin.refusal(faq.remove, { params })).status).toBe(404);
  expect((await admin.refusal(faq.reorder, { body: { faq_ids: [open.id] } })).status).toBe(404);
  expect((await admin.call(faq.get, { params })).question).toBe('Do parceiro?');
  for (const [browser, id] of [
    [admin, draft.id],
    [stranger, open.id],
  ] as const) {
    expect((await browser.refusal(faq.get, { params: { id } })).status).toBe(404);
    expect((await browser.refusal(faq.vote, { params: { id }, body: { helped: true } })).status).toBe(404);
    expect((await browser.refusal(inherited.hide, { params: { id }, body: { hidden: true } })).status).toBe(404);
  }
});

test('each level sees and writes its own: no unit, no other partner and no seller', async () => {
  const { unit, desk, operator, admin, reader, write } = await people();
  const foreign = await world.signIn(await (await world.partner()).person());
  const seller = await world.signIn(await world.operator({ staff: { seller: true } }));
  const [first, second] = [await write(desk, 'Um?'), await write(desk, 'Dois?')];
  const params = { id: first.id };
  for (const browser of [foreign, operator]) {
    expect((await browser.call(contract.list, {})).data).toEqual([]);
    expect((await browser.refusal(contract.get, { params })).status).toBe(404);
    expect((await browser.refusal(contract.update, { params, body: { ...body('Tomada?'), version: 1 } })).status).toBe(404);
    expect((await browser.refusal(contract.remove, { params })).status).toBe(404);
    expect((await browser.refusal(contract.reorder, { body: { shared_faq_ids: [second.id, first.id] } })).status).toBe(404);
  }
  for (const browser of [admin, reader, seller]) {
    expect((await browser.refusal(contract.list, {})).status).toBe(403);
    expect((await browser.refusal(contract.add, { body: body('Minha?') })).status).toBe(403);
  }
  await desk.call(contract.reorder, { body: { shared_faq_ids: [second.id, first.id] } });
  const changed = await desk.call(contract.update, { params, body: { ...body('Primeiro?'), version: 1 } });
  expect(changed).toMatchObject({ question: 'Primeiro?', level: 'partner', version: 2, can: { edit: true } });
  expect((await desk.refusal(contract.update, { params, body: { ...body('Tarde?'), version: 1 } })).status).toBe(409);
  expect((await desk.call(contract.list, {})).data.map((row) => row.question)).toEqual(['Dois?', 'Primeiro?']);
  expect((await desk.call(contract.list, { query: { q: 'primero' } })).data.map((row) => row.question)).toEqual(['Primeiro?']);
  await desk.call(contract.remove, { params });
  expect(await questions(admin)).toEqual(['Dois?']);
  // What the database itself holds: a unit reads, and writes nothing.
  const scope = { kind: 'tenant', tenant_id: unit.id } as const;
  await expect(world.services.database.run(scope, sql`delete from shared_faq`)).rejects.toThrow(/permission denied/);
});

test('a unit hides one question, or all of a level, and shows them again; other units go on showing them', async () => {
  const { partner, desk, operator, admin, reader, stranger, write } = await people();
  const sibling = await world.signIn(await (await partner.unit()).person('user'));
  await write(operator, 'Da plataforma?');
  const { id } = await write(desk, 'Do parceiro?');
  await admin.call(inherited.hide, { params: { id }, body: { hidden: true } });
  await admin.call(inherited.hide, { params: { id }, body: { hidden: true } });
  expect(await questions(reader)).toEqual(['Da plataforma?']);
  expect(await questions(sibling)).toEqual(['Do parceiro?', 'Da plataforma?']);
  expect((await admin.call(faq.list, {})).data).toMatchObject([{ question: 'Do parceiro?', hidden: true }, { hidden: false }]);
  expect((await reader.refusal(faq.get, { params: { id } })).status).toBe(404);

  await admin.call(inherited.hideLevel, { body: { level: 'platform', hidden: true } });
  expect(await questions(reader)).toEqual([]);
  expect(await questions(stranger)).toEqual(['Da plataforma?']);
  expect((await admin.call(inherited.list, {})).data).toEqual([
    { level: 'partner', questions: 1, hidden: false },
    { level: 'platform', questions: 1, hidden: true },
  ]);
  await admin.call(inherited.hideLevel, { body: { level: 'platform', hidden: false } });
  await admin.call(inherited.hide, { params: { id }, body: { hidden: false } });
  expect(await questions(reader)).toEqual(['Do parceiro?', 'Da plataforma?']);
  expect((await reader.refusal(inherited.list, {})).status).toBe(403);
  expect((await reader.refusal(inherited.hide, { params: { id }, body: { hidden: true } })).status).toBe(403);
  expect((await reader.refusal(inherited.hideLevel, { body: { level: 'partner', hidden: true } })).status).toBe(403);
});

test('search, suggestions, the help of a screen and what was searched in vain know what is inherited, and nothing that is hidden', async () => {
  const { desk, admin, reader, write } = await people();
  const { id } = await write(desk, 'Como exporto um relatório?', { screen: 'catalogs' });
  const help = async () => (await reader.call(faq.ofScreen, { query: { screen: 'catalogs' } })).data.map(({ question }) => question);
  expect(await help()).toEqual(['Como exporto um relatório?']);
  const near = async () =>
    (await reader.call(faq.suggestions, { query: { q: 'exportar relatório' } })).data.map(({ question }) => question);
  expect(await questions(reader, 'relatroio')).toEqual(['Como exporto um relatório?']);
  expect(await near()).toEqual(['Como exporto um relatório?']);
  await reader.call(searches.add, { body: { q: 'relatório' } });
  expect((await admin.call(searches.list, {})).data).toEqual([]);
  await admin.call(inherited.hide, { params: { id }, body: { hidden: true } });
  expect(await questions(reader, 'relatório')).toEqual([]);
  expect(await near()).toEqual([]);
  expect(await help()).toEqual([]);
  await reader.call(searches.add, { body: { q: 'relatório' } });
  expect((await admin.call(searches.list, {})).data).toMatchObject([{ words: 'relatorio' }]);
});

test('whether it helped is counted for the unit and, over all units, for who wrote it', async () => {
  const { partner, desk, operator, admin, reader, write } = await people();
  const sibling = await world.signIn(await (await partner.unit()).person('user'));
  const [ofPartner, ofPlatform] = [await write(desk, 'Do parceiro?'), await write(operator, 'Da plataforma?')];
  for (const { id } of [ofPartner, ofPlatform]) {
    await reader.call(faq.vote, { params: { id }, body: { helped: false } });
    await reader.call(faq.vote, { params: { id }, body: { helped: true } });
    await sibling.call(faq.vote, { params: { id }, body: { helped: false } });
    expect(await reader.call(faq.get, { params: { id } })).toMatchObject({ helped: true, votes: null });
    expect(await admin.call(faq.get, { params: { id } })).toMatchObject({ helped: null, votes: { helped: 1, not_helped: 0 } });
  }
  const all = { helped: 1, not_helped: 1 };
  expect((await desk.call(contract.list, {})).data).toMatchObject([{ question: 'Do parceiro?', votes: all, helped: null }]);
  expect((await operator.call(contract.list, {})).data).toMatchObject([{ question: 'Da plataforma?', votes: all }]);
  await sibling.call(faq.vote, { params: { id: ofPartner.id }, body: { helped: null } });
  expect((await desk.call(contract.list, {})).data).toMatchObject([{ votes: { helped: 1, not_helped: 0 } }]);
  // The operator counts, and sees nobody.
  await expect(world.services.database.run({ kind: 'operator' }, sql`select person_id from shared_faq_vote`)).rejects.toThrow(
    /permission denied/,
  );
});
