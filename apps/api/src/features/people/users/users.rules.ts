/** Rules on who may change whom that need no database. */
import type { UserInput } from '@vitrine/contract/people/users.ts';
import { randomInt } from 'node:crypto';
import { holds } from '#domain/access/access.ts';
import type { Actor, Context } from '#domain/serving/context.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { pictureAddress } from '#platform/files/address.ts';

/** A person, with what the caller may do. */
export function shown<Row extends { person_id: string; picture_id: string | null }>(
  { actor, secrets }: Pick<Context, 'actor' | 'secrets'>,
  row: Row,
) {
  const own = row.person_id === actor.person_id;
  const can = { edit: holds(actor, 'users', 'write'), remove: !own && holds(actor, 'user_erasure', 'use') };
  return { ...row, own, can, picture: pictureAddress({ secrets }, row.picture_id) };
}

/** Nobody gives a role that they may not give, and nobody changes their own. */
export function checkRole(actor: Actor, role: UserInput['role'], before?: { role: string; person_id: string }): void {
  if (before?.role === role) return;
  if (before?.person_id === actor.person_id) fail('not_yourself');
  if ((role === 'admin' || before?.role === 'admin') && !holds(actor, 'grant_admin', 'use')) fail('forbidden');
}

/** Blocking comes before deleting, and neither lies in the past when it is set anew. */
export function checkDates({ block_on, delete_on }: Pick<UserInput, 'block_on' | 'delete_on'>): void {
  if (block_on !== null && delete_on !== null && delete_on <= block_on) failFields({ delete_on: 'before_block' });
}

// Without characters that are easily confused when read aloud.
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 12;

/** A password for the first sign-in, which has to be changed there. */
export const newDefaultPassword = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
