/** What an account has beside its row: ways to sign in, known browsers, what it was asked. All of it goes when the account is nobody's any more. */
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import { accountTracesOf } from './traces.ts';

/** For the identity scope. Sessions are not among them: they are the record of access. */
export const forgetAccounts = (people: readonly string[]): [Statement, ...Statement[]] => [
  sql`update person set password_hash = null, password_changed_at = null where id = any (${[...people]}::uuid[])`,
  ...accountTracesOf(people).map(({ table, where }) => sql`delete from ${sql.table(table)} where ${where}`),
];
