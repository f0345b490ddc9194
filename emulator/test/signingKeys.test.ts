import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, call, ownWorld, startWorld } from './world.ts';

const published = async (emulator: Emulator): Promise<JSONWebKeySet> => {
  const answer = await fetch(`${emulator.origin}/${demoApplication.tenant_id}/discovery/v2.0/keys`);
  return (await answer.json()) as JSONWebKeySet;
};
const kids = ({ keys }: JSONWebKeySet) => keys.map(({ kid }) => kid);
const believes = (keys: JSONWebKeySet, token: string) =>
  jwtVerify(token, createLocalJWKSet(keys)).then(
    () => true,
    () => false,
  );
const rotate = (emulator: Emulator, how: string) => fetch(`${emulator.origin}/admin/keys/${how}`, { method: 'POST' });

test('the key that signs next is published before it signs, and the one that signed before is still believed', async () => {
  const emulator = await ownWorld();
  const [before, old] = [await published(emulator), await accessToken(emulator)];
  expect(new Set(kids(before)).size).toBe(2);
  expect((await rotate(emulator, 'rotate')).status).toBe(204);
  const [after, fresh] = [await published(emulator), await accessToken(emulator)];
  expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(old).kid);
  // Who fetched the keys before knows the new token; who fetches them now knows the old one.
  expect(await Promise.all([believes(before, fresh), believes(after, old), believes(after, fresh)])).toEqual([true, true, true]);
  expect((await call(emulator, old, 'GET', 'groups')).status).toBe(200);
  await rotate(emulator, 'rotate');
  expect(await believes(await published(emulator), old)).toBe(false);
  expect((await call(emulator, old, 'GET', 'groups')).status).toBe(403);
});

test('a key that is replaced was never published, and nothing that was signed before is believed', async () => {
  const emulator = await ownWorld();
  const [before, old] = [await published(emulator), await accessToken(emulator)];
  await rotate(emulator, 'replace');
  const [after, fresh] = [await published(emulator), await accessToken(emulator)];
  expect(kids(after).filter((kid) => kids(before).includes(kid))).toEqual([]);
  expect(await Promise.all([believes(before, fresh), believes(after, old), believes(after, fresh)])).toEqual([false, false, true]);
  expect((await rotate(emulator, 'steal')).status).toBe(400);
});

test('keys and their places are the same after a restart', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'signing-keys-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true }));
  const first = await startWorld({ dataDirectory });
  await first.keys.rotate();
  const before = kids(await published(first));
  expect(before).toHaveLength(3);
  await first.close();
  const second = await startWorld({ dataDirectory });
  onTestFinished(() => second.close());
  expect(kids(await published(second))).toEqual(before);
});
