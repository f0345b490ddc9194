import * as contract from '@vitrine/contract/support/faq.ts';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const body = (question: string, answer = 'Assim.') => ({
  topic: 'reports' as const,
  question: { 'pt-BR': question },
  answer: { 'pt-BR': answer },
});
const add = (admin: Browser, question: string) => admin.call(contract.add, { body: body(question) });
const questions = async (browser: Browser, q = '') => (await browser.call(contract.list, { query: { q } })).data.map((row) => row.question);

async function people() {
  const { unit, admin } = await world.unitWithAdmin();
  return { admin, reader: await world.signIn(await unit.person('user')), stranger: (await world.unitWithAdmin()).admin };
}

test('a reader reads what is published, with one language at a time, and changes nothing', async () => {
  const { admin, reader } = await people();
  const open = await add(admin, 'Como exporto?');
  const draft = await admin.call(contract.add, { body: { ...body('Rascunho?'), published: false } });
  expect(await questions(admin)).toEqual(['Como exporto?', 'Rascunho?']);
  const told = await reader.call(contract.list, {});
  expect(told.can).toEqual({ add: false });
  expect(told.data).toMatchObject([{ question: 'Como exporto?', languages: null, can: { edit: false, remove: false } }]);
  expect(await questions(reader, 'rascunho')).toEqual([]);
  expect((await reader.refusal(contract.get, { params: { id: draft.id } })).status).toBe(404);
  const params = { id: open.id };
  expect((await reader.refusal(contract.add, { body: body('Minha?') })).status).toBe(403);
  expect((await reader.refusal(contract.update, { params, body: { ...body('Minha?'), version: 1 } })).status).toBe(403);
  expect((await reader.refusal(contract.remove, { params })).status).toBe(403);
  expect((await reader.refusal(contract.reorder, { body: { faq_ids: [open.id] } })).status).toBe(403);
});

test('another unit neither sees nor changes a question', async () => {
  const { admin, stranger } = await people();
  const { id } = await add(admin, 'Só nossa?');
  const own = await add(stranger, 'Deles?');
  expect(await questions(stranger)).toEqual(['Deles?']);
  expect((await stranger.refusal(contract.get, { params: { id } })).status).toBe(404);
  expect((await stranger.refusal(contract.update, { params: { id }, body: { ...body('Tomada?'), version: 1 } })).status).toBe(404);
  expect((await stranger.refusal(contract.remove, { params: { id } })).status).toBe(404);
  expect((await stranger.refusal(contract.reorder, { body: { faq_ids: [own.id, id] } })).status).toBe(404);
  expect(await questions(admin)).toEqual(['Só nossa?']);
});

test('everybody reads in their language, and in Portuguese what it lacks; the search looks at what is read', async () => {
  const { admin, reader } = await people();
  const question = { 'pt-BR': 'Como exporto?', 'en-US': 'How do I export?' };
  await admin.call(contract.add, { body: { ...body('', 'Pelo botão Opções.'), question } });
  const english = { method: 'GET', url: '/api/faq?q=EXPORT', headers: { 'accept-language': 'en-US' } } as const;
  expect((await reader.inject(english)).json()).toMatchObject({ data: [{ question: 'How do I export?', answer: 'Pelo botão Opções.' }] });
  expect(await questions(reader, 'opcoes EXPORTO')).toEqual(['Como exporto?']);
  expect(await questions(reader, 'how')).toEqual([]);
  const refused = await admin.refusal(contract.add, { body: body(' ') });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['question.pt-BR']);
});

test('a change overwrites nothing that somebody else saved', async () => {
  const { admin } = await people();
  const { id } = await add(admin, 'Antes?');
  const change = (question: string) => ({ params: { id }, body: { ...body(question), version: 1 } });
  expect(await admin.call(contract.update, change('Depois?'))).toMatchObject({ question: 'Depois?', version: 2 });
  expect((await admin.refusal(contract.update, change('Tarde?'))).status).toBe(409);
  await admin.call(contract.remove, { params: { id } });
  expect(await questions(admin)).toEqual([]);
});

test('questions stand by topic and then as they were put', async () => {
  const { admin } = await people();
  const [one, , three] = [await add(admin, '1'), await add(admin, '2'), await add(admin, '3')];
  await admin.call(contract.add, { body: { ...body('Entrada'), topic: 'access' } });
  await admin.call(contract.reorder, { body: { faq_ids: [three.id, one.id] } });
  expect(await questions(admin)).toEqual(['Entrada', '3', '2', '1']);
});

test('the search forgives typing errors, and finds nothing by what is only in drafts', async () => {
  const { admin, reader } = await people();
  await admin.call(contract.add, { body: body('Como exporto um relatório?', 'Pelo botão acima do relatório.') });
  await admin.call(contract.add, { body: body('Quem me dá acesso?', 'O administrador da unidade.') });
  await admin.call(contract.add, { body: { ...body('Assinatura?', 'Em preparação.'), published: false } });
  expect(await questions(reader, 'relatroio')).toEqual(['Como exporto um relatório?']);
  expect(await questions(reader, 'adminstrador')).toEqual(['Quem me dá acesso?']);
  expect(await questions(reader, 'assinatuta')).toEqual([]);
  expect(await questions(reader, 'helicóptero')).toEqual([]);
});

test('while somebody writes, the nearest published questions of the unit are told, best first', async () => {
  const { admin, reader, stranger } = await people();
  await admin.call(contract.add, { body: body('Como exporto um relatório para PDF?', 'Pelo botão Exportar.') });
  await admin.call(contract.add, { body: body('Quem decide o acesso?', 'O administrador, também para exportar.') });
  await admin.call(contract.add, { body: { ...body('Exportar em segredo?'), published: false } });
  await stranger.call(contract.add, { body: body('Exportar o relatório deles?') });
  const near = async (q: string) => (await reader.call(contract.suggestions, { query: { q } })).data.map(({ question }) => question);
  expect(await near('Exportar')).toEqual(['Como exporto um relatório para PDF?', 'Quem decide o acesso?']);
  expect(await near('Não consigo exportar o relatorio')).toEqual(['Como exporto um relatório para PDF?']);
  expect(await near('A impressora quebrou hoje')).toEqual([]);
  expect(await near('')).toEqual([]);
});

test('a question that is tied to a screen stands in its help, for everybody of the unit, and in no other', async () => {
  const { admin, reader, stranger } = await people();
  const tied = await admin.call(contract.add, { body: { ...body('Como exporto?'), screen: 'all_reports' } });
  await admin.call(contract.add, { body: { ...body('Rascunho?'), screen: 'all_reports', published: false } });
  await add(admin, 'De nenhuma tela?');
  const help = async (browser: Browser, screen: (typeof tied)['screen'] = 'all_reports') =>
    (await browser.call(contract.ofScreen, { query: { screen: screen ?? 'dashboard' } })).data.map(({ question }) => question);
  expect(await help(reader)).toEqual(['Como exporto?']);
  expect(await help(admin)).toEqual(['Como exporto?']);
  expect(await help(reader, 'catalogs')).toEqual([]);
  expect(await help(stranger)).toEqual([]);
  await admin.call(contract.update, { params: { id: tied.id }, body: { ...body('Como exporto?'), screen: 'catalogs', version: 1 } });
  expect([await help(reader), await help(reader, 'catalogs')]).toEqual([[], ['Como exporto?']]);
  const wrong = { ...body('Onde?'), screen: 'partners' as never };
  expect((await admin.refusal(contract.add, { body: wrong })).body.errors).toHaveProperty('screen');
});

test('each reader says once whether an answer helped, and who writes sees how many said so', async () => {
  const { admin, reader, stranger } = await people();
  const { id } = await add(admin, 'Como exporto?');
  const say = (browser: Browser, helped: boolean | null) => browser.call(contract.vote, { params: { id }, body: { helped } });
  await say(reader, true);
  await say(reader, true);
  await say(admin, false);
  expect(await reader.call(contract.get, { params: { id } })).toMatchObject({ helped: true, votes: null });
  expect(await admin.call(contract.get, { params: { id } })).toMatchObject({ helped: false, votes: { helped: 1, not_helped: 1 } });
  await say(reader, null);
  expect(await admin.call(contract.get, { params: { id } })).toMatchObject({ votes: { helped: 0, not_helped: 1 } });
  expect((await stranger.refusal(contract.vote, { params: { id }, body: { helped: true } })).status).toBe(404);
  const draft = await admin.call(contract.add, { body: { ...body('Rascunho?'), published: false } });
  expect((await reader.refusal(contract.vote, { params: { id: draft.id }, body: { helped: true } })).status).toBe(404);
});
