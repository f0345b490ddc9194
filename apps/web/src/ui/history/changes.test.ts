import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('of a document only what was changed is shown', () => {
  const before = { value: { ip: false, timezone: 'America/Manaus' }, version: 1 };
  const after = { value: { ip: true, timezone: 'America/Manaus', login_timeout: 4 }, version: 2 };
  expect(changesOf({ before, after })).toEqual([
    { key: 'value.ip', before: 'false', after: 'true' },
    { key: 'value.login_timeout', before: null, after: '4' },
    { key: 'version', before: '1', after: '2' },
  ]);
});

test('what is new has no before, and a list stands as it is', () => {
  expect(changesOf({ before: null, after: { name: 'Ana', roles: ['A', 'B'], note: null } })).toEqual([
    { key: 'name', before: null, after: 'Ana' },
    { key: 'roles', before: null, after: '["A","B"]' },
  ]);
});

test('that a secret was changed is told, not what to', () => {
  expect(changesOf({ before: { mail_password: '***' }, after: { mail_password: '***' } })).toHaveLength(1);
});
