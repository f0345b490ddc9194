import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scoped } from '#platform/database/scoped.ts';
import { openWorld } from '#test/harness/world.ts';
import type { Person } from '#test/harness/population.ts';
import { erase, readErasures } from './erasures.ts';

const world = await openWorld();
afterAll(world.close);

const file = join(world.directory, 'erased.jsonl');

function erased({ id, membership_id, tenant_id }: Person, also?: () => Promise<void>) {
  const { database, environment, now, secrets } = world.services;
  const [unit, identity] = [
    scoped(database, { kind: 'tenant', tenant_id: tenant_id ?? '', action: 'user.erase' }),
    scoped(database, { kind: 'identity', action: 'user.erase' }),
  ];
  const who = { id: membership_id ?? '', person_id: id, identity_is_ours: true };
  return erase({ environment, identity, now, secrets }, unit, tenant_id ?? '', who, also);
}

test('who is erased stands in a file that names nobody and that only its owner reads', async () => {
  expect(await readErasures(world.directory)).toEqual([]);
  const ana = await (await world.unit()).person('user');
  await erased(ana);
  const { tenant_id, membership_id, id: person_id } = ana;
  expect(await readErasures(world.directory)).toMatchObject([{ tenant_id, membership_id, person_id }]);
  const text = await readFile(file, 'utf8');
  for (const trace of [ana.name, ana.email]) expect(text).not.toContain(trace);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('it is written down before it happens: what is refused is taken back, what is interrupted stays', async () => {
  const before = await readErasures(world.directory);
  const unit = await world.unit();
  await expect(erased(await unit.person('admin'))).rejects.toThrow('no administrator left');
  expect(await readErasures(world.directory)).toEqual(before);
  const bia = await unit.person('user');
  const interrupted = erased(bia, async () => {
    expect((await readErasures(world.directory)).at(-1)).toMatchObject({ person_id: bia.id });
    throw new Error('killed');
  });
  await expect(interrupted).rejects.toThrow('killed');
  expect((await readErasures(world.directory)).at(-1)).toMatchObject({ person_id: bia.id });
});

test('a line that was cut off is told, and spoils none that follows', async () => {
  await appendFile(file, '\n{"key":"01');
  const caio = await (await world.unit()).person('user');
  await erased(caio);
  await expect(readErasures(world.directory)).rejects.toThrow(/^Line 6 of .*erased\.jsonl cannot be read/);
  expect((await readFile(file, 'utf8')).split('\n').at(-1)).toContain(caio.id);
});
