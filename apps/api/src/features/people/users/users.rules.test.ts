import { expect, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import { actorWith } from '#test/harness/actor.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { checkDates, checkRole, newDefaultPassword, shown } from './users.rules.ts';

const word = (name: string) => expect.objectContaining({ word: name });
const admin = actorWith({ role: 'admin' });
const reader = actorWith({ role: 'user' });

test('nobody changes their own role', () => {
  const self = { role: 'admin', person_id: admin.person_id };
  expect(() => checkRole(admin, 'user', self)).toThrow(word('not_yourself'));
  expect(() => checkRole(admin, 'admin', self)).not.toThrow();
});

test('an administrator is made and unmade only by who may do that', () => {
  const other = (role: string) => ({ role, person_id: 'somebody' });
  expect(() => checkRole(admin, 'admin', other('user'))).not.toThrow();
  expect(() => checkRole(admin, 'user', other('admin'))).not.toThrow();
  expect(() => checkRole(admin, 'admin')).not.toThrow();
  expect(() => checkRole(reader, 'admin', other('user'))).toThrow(word('forbidden'));
  expect(() => checkRole(reader, 'user', other('admin'))).toThrow(word('forbidden'));
  expect(() => checkRole(reader, 'admin')).toThrow(word('forbidden'));
  expect(() => checkRole(reader, 'admin', other('admin'))).not.toThrow();
  expect(() => checkRole(reader, 'user')).not.toThrow();
});

test('a person is blocked before being deleted', () => {
  const late = { word: 'invalid', extra: { errors: { delete_on: ['before_block'] } } };
  expect(() => checkDates({ block_on: '2026-03-10', delete_on: '2026-03-11' })).not.toThrow();
  expect(() => checkDates({ block_on: '2026-03-10', delete_on: '2026-03-10' })).toThrow(expect.objectContaining(late));
  expect(() => checkDates({ block_on: '2026-03-10', delete_on: '2026-03-09' })).toThrow(expect.objectContaining(late));
  expect(() => checkDates({ block_on: null, delete_on: '2026-03-09' })).not.toThrow();
  expect(() => checkDates({ block_on: '2026-03-10', delete_on: null })).not.toThrow();
});

test('an administrator edits everybody and removes everybody but oneself; a reader does neither', () => {
  const secrets = openSecrets([randomBytes(32).toString('base64')]);
  const row = (person_id: string, picture_id: string | null = null) => ({ person_id, picture_id });
  expect(shown({ actor: admin, secrets }, row('ana'))).toMatchObject({ own: false, can: { edit: true, remove: true }, picture: null });
  expect(shown({ actor: admin, secrets }, row(admin.person_id))).toMatchObject({ own: true, can: { edit: true, remove: false } });
  expect(shown({ actor: reader, secrets }, row('ana'))).toMatchObject({ own: false, can: { edit: false, remove: false } });
  expect(shown({ actor: admin, secrets }, row('ana', 'face')).picture).toMatch(/^\/api\/files\/face\//);
});

test('the first password is long, another one each time, and has no characters that are mistaken for others', () => {
  const made = Array.from({ length: 200 }, () => newDefaultPassword());
  expect(new Set(made).size).toBe(200);
  for (const password of made) expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{12}$/);
  expect(made.join('')).not.toMatch(/[01OIlio]/);
});
