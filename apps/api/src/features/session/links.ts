/** Links that work once: the value goes to the person, its hash stays here. A new one voids the old ones of its purpose. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Statement } from '../../core/database/query.ts';
import { query } from '../../core/database/query.ts';
import { hashToken, newToken } from '../../core/tokens.ts';

export const passwordPurposes = ['reset', 'invitation', 'must_change'] as const;
export type PasswordPurpose = (typeof passwordPurposes)[number];

const minuteMs = 60_000;
export const lifeMinutes: Record<PasswordPurpose, number> = { reset: 60, invitation: 7 * 24 * 60, must_change: 60 };

export function issueLink({ purpose, person_id, now }: { purpose: PasswordPurpose; person_id: string; now: Date }): {
  token: string;
  statements: [Statement, ...Statement[]];
} {
  const token = newToken();
  return {
    token,
    statements: [
      query
        .updateTable('one_time_token')
        .set({ used_at: now })
        .where('person_id', '=', person_id)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null),
      query.insertInto('one_time_token').values({
        token_hash: hashToken(token),
        purpose,
        person_id,
        created_at: now,
        expires_at: new Date(now.getTime() + lifeMinutes[purpose] * minuteMs),
      }),
    ],
  };
}

/** The person and purpose of a password link that still works. */
export const usableLink = (token: string, now: Date): RawBuilder<{ person_id: string; purpose: PasswordPurpose }> => sql`
  select person_id, purpose from one_time_token
  where token_hash = ${hashToken(token)} and used_at is null and expires_at > ${now} and purpose = any (${[...passwordPurposes]}::text[])`;

/** Uses the link up. Of two at the same time one gets the row. */
export const takeLink = (token: string, now: Date): RawBuilder<{ person_id: string }> => sql`
  update one_time_token set used_at = ${now}
  where token_hash = ${hashToken(token)} and used_at is null and expires_at > ${now} and purpose = any (${[...passwordPurposes]}::text[])
  returning person_id`;
