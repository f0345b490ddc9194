/** People as administrators add and find them. */
import * as users from '@vitrine/contract/people/users.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Browser } from './browser.ts';

/** An address that nobody has. */
export const freshAddress = () => `${uuidv7()}@example.com`;

export const addUser = (admin: Browser, values: object = {}) =>
  admin.call(users.add, { body: { name: 'Márcia Água', email: freshAddress(), ...values } });

export const listedNames = async (admin: Browser, query: object = {}) =>
  (await admin.call(users.list, { query })).data.map(({ name }) => name);
