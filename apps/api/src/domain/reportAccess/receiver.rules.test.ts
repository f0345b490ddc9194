import { expect, test } from 'vitest';
import { checkReceiver } from './receiver.rules.ts';

const refusal = (reason: string) => expect.objectContaining({ word: 'invalid', extra: { errors: { to_id: [reason] } } });

test('an assignment names a person or a group, and nobody where it is for the whole unit', () => {
  expect(() => checkReceiver({ to: 'unit', to_id: null })).not.toThrow();
  expect(() => checkReceiver({ to: 'membership', to_id: 'ana' })).not.toThrow();
  expect(() => checkReceiver({ to: 'user_group', to_id: 'lojas' })).not.toThrow();
  expect(() => checkReceiver({ to: 'unit', to_id: 'ana' })).toThrow(refusal('invalid'));
  expect(() => checkReceiver({ to: 'membership', to_id: null })).toThrow(refusal('required'));
  expect(() => checkReceiver({ to: 'user_group', to_id: null })).toThrow(refusal('required'));
});
