/** What an account has beside its row: ways to sign in, known browsers, what it was asked. All of it goes when the account is nobody's any more. */
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';

/** For the identity scope. Sessions are not among them: they are the record of access. */
export const forgetAccounts = (people: readonly string[]): [Statement, ...Statement[]] => {
  const theirs = sql`person_id = any (${[...people]}::uuid[])`;
  return [
    sql`delete from push_device where ${theirs}`,
    sql`delete from device where ${theirs}`,
    sql`delete from one_time_token where ${theirs}`,
    sql`delete from password_history where ${theirs}`,
    sql`delete from second_factor where ${theirs}`,
    sql`delete from recovery_code where ${theirs}`,
    sql`delete from passkey where ${theirs}`,
    sql`delete from welcome_seen where ${theirs}`,
    sql`delete from profile_survey where ${theirs}`,
    sql`update person set password_hash = null, password_changed_at = null where id = any (${[...people]}::uuid[])`,
  ];
};
