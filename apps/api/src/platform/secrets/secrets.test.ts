import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSecrets } from './secrets.ts';

const newKey = () => randomBytes(32).toString('base64');
const key = newKey();
const secrets = openSecrets([key]);

test('gives back what was encrypted for the same place', () => {
  expect(secrets.decrypt(secrets.encrypt('s3nha ✓', 'a/table/column'), 'a/table/column')).toBe('s3nha ✓');
});

test('never writes the same text twice', () => {
  expect(secrets.encrypt('same', 'place')).not.toBe(secrets.encrypt('same', 'place'));
});

test("does not open a text that was moved to another tenant's row", () => {
  expect(() => secrets.decrypt(secrets.encrypt('text', 'tenant-a/table'), 'tenant-b/table')).toThrow();
});

test('does not open an altered text', () => {
  const [version, id, iv, sealed = ''] = secrets.encrypt('text', 'place').split('.');
  const altered = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1);
  expect(() => secrets.decrypt([version, id, iv, altered].join('.'), 'place')).toThrow();
  expect(() => secrets.decrypt('v1.x.y.z', 'place')).toThrow('not known');
  expect(() => secrets.decrypt('', 'place')).toThrow('not known');
});

test('a new key encrypts while the old one still opens', () => {
  const old = secrets.encrypt('text', 'place');
  const rotated = openSecrets([newKey(), key]);
  expect(rotated.decrypt(old, 'place')).toBe('text');
  expect(() => secrets.decrypt(rotated.encrypt('text', 'place'), 'place')).toThrow('not known');
});

test('refuses keys of another length', () => {
  expect(() => openSecrets(['c2hvcnQ='])).toThrow('32 bytes');
  expect(() => openSecrets([])).toThrow();
});
