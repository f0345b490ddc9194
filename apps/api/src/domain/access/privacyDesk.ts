/** The privacy desk: what administrators answer for, and partners read. Everybody else has their own requests there, and nothing of others. */
import { fail } from '#platform/http/fail.ts';
import type { Actor } from '#domain/serving/context.ts';
import { reaches } from './access.ts';

export const maySeeDesk = (actor: Actor): boolean => ['unit', 'partner'].includes(reaches(actor, 'privacy_desk', 'read') ?? '');

/** Administrators of the unit answer requests and keep incidents; partners only read them. */
export const mayRunDesk = (actor: Actor): boolean => reaches(actor, 'privacy_desk', 'write') === 'unit';

/** What is the desk's alone is not there for others: an object is answered as one that never was. */
export function requireDesk(actor: Actor, word: 'forbidden' | 'not_found'): void {
  if (!maySeeDesk(actor)) fail(word);
}
