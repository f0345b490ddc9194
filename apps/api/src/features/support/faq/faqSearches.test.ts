import * as faq from '@vitrine/contract/support/faq.ts';
import * as contract from '@vitrine/contract/support/faqSearches.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { housekeeping } from '#domain/jobs/housekeeping.ts';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const ask = (browser: Browser, q: string) => browser.call(contract.add, { body: { q } });
const asked = async (browser: Browser) => (await browser.call(contract.list, {})).data.map(({ words, times }) => [words, times]);

async function people() {
  const { unit, admin } = await world.unitWithAdmin();
  return { unit, admin, reader: await world.signIn(await unit.person('user')), stranger: (await world.unitWithAdmin()).admin };
}

test('what found nothing is counted by its words, however they are written, and told to who writes the questions', async () => {
  const { unit, admin, reader } = await people();
  await ask(reader, '  Segunda via: BOLETO?  ');
  await ask(admin, 'segunda  via boleto');
  await ask(reader, 'Férias');
  expect(await asked(admin)).toEqual([
    ['segunda via boleto', 2],
    ['ferias', 1],
  ]);
  // Nothing leads to whoever searched.
  const [row] = await world.owner.run(sql<object>`select * from faq_search where tenant_id = ${unit.id} and words = 'ferias'`);
  expect(Object.keys(row ?? {}).toSorted()).toEqual(['dismissed', 'id', 'last_at', 'tenant_id', 'times', 'words']);
});

test('what finds a published question is no gap; what only a draft holds is one for readers', async () => {
  const { admin, reader } = await people();
  const body = { topic: 'other' as const, answer: { 'pt-BR': 'Assim.' } };
  await admin.call(faq.add, { body: { ...body, question: { 'pt-BR': 'Como peço férias?' } } });
  await admin.call(faq.add, { body: { ...body, question: { 'pt-BR': 'Onde fica o refeitório?' }, published: false } });
  for (const q of ['ferias', 'fériass', 'refeitório']) await ask(reader, q);
  await ask(admin, 'refeitório');
  expect(await asked(admin)).toEqual([['refeitorio', 1]]);
});

test('too short, too long and what names somebody is not kept', async () => {
  const { admin, reader } = await people();
  for (const q of ['', 'ab', '?!…', 'x'.repeat(81), 'ana@silva.example', 'cpf 529.982.247-25', 'boleto 12345678']) await ask(reader, q);
  expect(await asked(admin)).toEqual([]);
  expect((await reader.refusal(contract.add, { body: { q: 'x'.repeat(121) } })).status).toBe(422);
});

test('a search that needs no answer does not come back; one that was answered does when it finds nothing again', async () => {
  const { admin, reader } = await people();
  await ask(reader, 'cardápio');
  await ask(reader, 'reembolso');
  const [menu, refund] = (await admin.call(contract.list, {})).data;
  await admin.call(contract.dismiss, { params: { id: menu?.words === 'cardapio' ? menu.id : (refund?.id ?? '') } });
  await ask(reader, 'cardápio');
  expect(await asked(admin)).toEqual([['reembolso', 1]]);
  await admin.call(contract.answered, { params: { id: (await admin.call(contract.list, {})).data[0]?.id ?? '' } });
  expect(await asked(admin)).toEqual([]);
  await ask(reader, 'reembolso');
  expect(await asked(admin)).toEqual([['reembolso', 1]]);
});

test('readers see no searches, and another unit neither sees nor touches them', async () => {
  const { admin, reader, stranger } = await people();
  await ask(reader, 'crachá');
  const id = (await admin.call(contract.list, {})).data[0]?.id ?? '';
  expect((await reader.refusal(contract.list, {})).status).toBe(403);
  expect(await asked(stranger)).toEqual([]);
  for (const endpoint of [contract.dismiss, contract.answered] as const) {
    expect((await reader.refusal(endpoint, { params: { id } })).status).toBe(403);
    expect((await stranger.refusal(endpoint, { params: { id } })).status).toBe(404);
  }
  expect(await asked(admin)).toEqual([['cracha', 1]]);
});

test('a unit keeps 500 searches: the least asked make room, and never the newest', async () => {
  const { unit, admin, reader } = await people();
  await world.owner.run(sql`
    insert into faq_search (tenant_id, words, times, last_at)
    select ${unit.id}::uuid, 'palavra ' || n, case n when 7 then 2 else 3 end, now() from generate_series(1, 500) as n`);
  await ask(reader, 'novidade');
  const kept = await world.owner.run(sql<{ words: string }>`select words from faq_search where tenant_id = ${unit.id}`);
  expect(kept).toHaveLength(500);
  const words = kept.map((row) => row.words);
  expect(words).toContain('novidade');
  expect(words).not.toContain('palavra 7');
  expect(await asked(admin)).toHaveLength(50);
});

test('one person fills no list: after thirty searches in an hour nothing more is counted', async () => {
  const { admin, reader } = await people();
  for (let number = 0; number < 30; number += 1) await ask(reader, `palavra ${number}`);
  expect((await reader.refusal(contract.add, { body: { q: 'mais uma' } })).status).toBe(429);
  await ask(admin, 'de outra pessoa');
  expect(await asked(admin)).toContainEqual(['de outra pessoa', 1]);
});

test('what nobody has searched for in 180 days is forgotten', async () => {
  const { unit, admin } = await people();
  await world.owner.run(sql`
    insert into faq_search (tenant_id, words, last_at)
    values (${unit.id}, 'antiga', now() - interval '181 days'), (${unit.id}, 'recente', now() - interval '179 days')`);
  await world.runJobs(housekeeping);
  expect(await asked(admin)).toEqual([['recente', 1]]);
});
