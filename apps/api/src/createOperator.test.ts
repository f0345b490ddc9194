import { login, newPassword, newPasswordForm } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { createOperator } from './createOperator.ts';
import { query } from './platform/database/query.ts';
import { hashToken } from './platform/secrets/tokens.ts';

const world = await openWorld();
afterAll(world.close);

test('makes an operator without a password and a link to choose one, of which only the hash is kept', async () => {
  const link = await createOperator(world.services, { email: 'First@Example.com', name: 'First Operator' });
  expect(link).toMatch(/^https:\/\/portal\.example\/new\/password\/[\w-]{43}$/);
  const [person] = await world.owner.run(
    query
      .selectFrom('person')
      .innerJoin('staff', 'staff.person_id', 'person.id')
      .innerJoin('one_time_token', 'one_time_token.person_id', 'person.id')
      .selectAll()
      .where('email', '=', 'first@example.com'),
  );
  expect(person).toMatchObject({ role: 'operator', partner_id: null, password_hash: null, purpose: 'invitation', used_at: null });
  expect(person?.token_hash).toEqual(hashToken(link.split('/').at(-1) ?? ''));
});

test('the operator chooses a password and is led to the second factor; there is one unit of the operator for all', async () => {
  for (const name of ['one', 'two']) {
    const email = `${name}@operators.example`;
    const link = await createOperator(world.services, { email, name });
    const browser = world.browser();
    const token = link.split('/').at(-1) ?? '';
    expect(await browser.call(newPasswordForm, { body: { token } })).toMatchObject({ email, purpose: 'invitation' });
    await browser.call(newPassword, { body: { token, password: 'Quatro-palavras-9-novas' } });
    const { status, body } = await browser.refusal(login, { body: { email, password: 'Quatro-palavras-9-novas' } });
    expect([status, body.status], 'staff always need a second factor').toEqual([403, 'redirect_two_factor']);
  }
  expect(await world.owner.run(query.selectFrom('tenant').select('id').where('is_operator_tenant', '=', true))).toHaveLength(1);
});

test('refuses an e-mail that is none, one that is taken, and an empty name', async () => {
  await createOperator(world.services, { email: 'taken@example.com', name: 'Taken' });
  await expect(createOperator(world.services, { email: 'taken@example.com', name: 'Other' })).rejects.toThrow('belongs to somebody');
  await expect(createOperator(world.services, { email: 'nobody', name: 'Other' })).rejects.toThrow('no e-mail address');
  await expect(createOperator(world.services, { email: 'a@example.com', name: ' ' })).rejects.toThrow('name');
});
