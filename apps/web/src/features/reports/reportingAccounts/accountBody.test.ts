import type { ReportingAccount } from '@vitrine/contract/reports/reportingAccounts.ts';
import { add, update } from '@vitrine/contract/reports/reportingAccounts.ts';
import { expect, test } from 'vitest';
import { accountBody } from './accountBody.ts';

const guid = '5f0c7e6e-0d37-4d3c-9a43-6d0b6f0f8a11';
const values = { name: 'Conta', application_id: ` ${guid}\n`, directory_id: guid, secret_value: '', object_id: '', subscription_id: '  ' };
const account: ReportingAccount = {
  id: guid,
  name: 'Conta',
  application_id: guid,
  directory_id: guid,
  object_id: null,
  subscription_id: null,
  waking: 'administrators',
  has_secret_value: true,
  secret_expires_on: null,
  report_count: 0,
  version: 3,
  can: { edit: true, remove: true },
};

test('keeps the stored secret when none is typed', () => {
  const body = { ...accountBody(values, account), version: 3 };
  expect(body).not.toHaveProperty('secret_value');
  expect(update.body.safeParse(body).success).toBe(true);
});

test('asks for a secret when none is stored', () => {
  expect(add.body.safeParse(accountBody(values, null)).success).toBe(false);
  expect(add.body.safeParse(accountBody({ ...values, secret_value: 's3cret' }, null)).success).toBe(true);
});

test('never changes the typed secret, and drops the blanks around copied ids', () => {
  const body = accountBody({ ...values, secret_value: ' a b ' }, account);
  expect(body).toMatchObject({ secret_value: ' a b ', application_id: guid, object_id: null, subscription_id: null });
});
