import { expect, test } from 'vitest';
import type { Failure } from '#platform/http/fail.ts';
import { openPasswordHasher } from './passwordHasher.ts';

const hasher = openPasswordHasher();

test('knows the password of its hash, and no other', async () => {
  const hashed = await hasher.hash('Cavalo-azul-7');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify('Cavalo-azul-7', hashed)).toBe(true);
  expect(await hasher.verify('cavalo-azul-7', hashed)).toBe(false);
  expect(await hasher.verify('Cavalo-azul-7 ', hashed)).toBe(false);
});

test('reads every byte of a long password', async () => {
  const long = 'x'.repeat(127);
  expect(await hasher.verify(`${long}b`, await hasher.hash(`${long}a`))).toBe(false);
});

test('takes two spellings of the same text for one', async () => {
  expect(await hasher.verify('cafe\u0301', await hasher.hash('caf\u00e9'))).toBe(true);
});

test('nobody has a password', async () => {
  expect(await hasher.verify('', null)).toBe(false);
  expect(await hasher.verify('anything', null)).toBe(false);
});

test('says which hashes were made with other parameters', async () => {
  expect(hasher.isOutdated(await hasher.hash('x'))).toBe(false);
  expect(hasher.isOutdated('$argon2id$v=19$m=4096,t=1,p=1$c2FsdHNhbHQ$aGFzaA')).toBe(true);
});

test('refuses with 503 when too many wait, and serves everybody who was let in', async () => {
  const small = openPasswordHasher({ parallel: 1, waiting: 2 });
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => small.hash('x')));
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(3);
  expect(refused).toHaveLength(3);
  for (const reason of refused) expect(reason).toMatchObject({ word: 'unavailable', status: 503 } satisfies Partial<Failure>);
  await small.hash('x');
});

/** Asks, and notes who has been answered. */
function answered(hashing: ReturnType<typeof openPasswordHasher>) {
  const order: string[] = [];
  const ask = (who: string, by: string | null = null) => hashing.verify('x', null, by).then(() => order.push(who));
  return { order, ask };
}

test('whoever is known comes before strangers who wait, however many', async () => {
  const { order, ask } = answered(openPasswordHasher({ parallel: 1, waiting: 20 }));
  const strangers = Array.from({ length: 21 }, () => ask('stranger'));
  await expect(ask('stranger')).rejects.toMatchObject({ word: 'unavailable', status: 503, extra: { retry_after: 2 } });
  await Promise.all([ask('ana', 'a'), ask('bruno', 'b')]);
  expect(order).toEqual(['stranger', 'ana', 'bruno']);
  await Promise.all(strangers);
  expect(order).toHaveLength(23);
});

test('one who is known has a few places, and leaves the others theirs', async () => {
  const { order, ask } = answered(openPasswordHasher({ parallel: 1, waiting: 10, waitingOfOne: 2 }));
  const waiting = [ask('ana', 'a'), ask('ana', 'a'), ask('ana', 'a')];
  await expect(ask('ana', 'a')).rejects.toMatchObject({ word: 'throttled', status: 429, extra: { retry_after: 2 } });
  await Promise.all([...waiting, ask('bruno', 'b')]);
  expect(order).toEqual(['ana', 'ana', 'ana', 'bruno']);
});
