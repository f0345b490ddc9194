/** Links that work once: the token is sent to the person, its hash is stored. A new link invalidates older ones of the same purpose. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';

const passwordPurposes = ['reset', 'invitation', 'must_change'] as const;
export type PasswordPurpose = (typeof passwordPurposes)[number];

const minuteMs = 60_000;
export const lifeMinutes: Record<PasswordPurpose, number> = { reset: 60, invitation: 7 * 24 * 60, must_change: 60 };

type NewLink = { purpose: PasswordPurpose; person_id: string; host: string; now: Date };

export function issueLink({ purpose, person_id, host, now }: NewLink): {
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
        host,
        created_at: now,
        expires_at: new Date(now.getTime() + lifeMinutes[purpose] * minuteMs),
      }),
    ],
  };
}

type Given = { token: string; host: string; now: Date };

const isGood = ({ token, host, now }: Given) => sql`
  token_hash = ${hashToken(token)} and used_at is null and expires_at > ${now} and (host is null or host = ${host})
  and purpose = any (${[...passwordPurposes]}::text[])`;

/** The person and purpose of a valid password link. A link works only on the host for which it was made. */
export const usableLink = (given: Given): RawBuilder<{ person_id: string; purpose: PasswordPurpose }> => sql`
  select person_id, purpose from one_time_token where ${isGood(given)}`;

/** Consumes the link; of two parallel uses only one succeeds. */
export const takeLink = (given: Given): RawBuilder<{ person_id: string }> => sql`
  update one_time_token set used_at = ${given.now} where ${isGood(given)} returning person_id`;

/** A change of unit to another host; the browser follows at once. */
const changeMs = 60_000;

type Change = {
  person_id: string;
  tenant_id: string;
  host: string;
  session_id: string;
  user_agent: string;
  now: Date;
  /** Set where the person goes on to act for somebody there. */
  remote_access_id?: string;
};

/** A token that opens one session of one person, in one unit, on one host, in the browser that asked for it. */
export function issueChange({ now, ...bound }: Change): { token: string; statements: [Statement, ...Statement[]] } {
  const token = newToken();
  return {
    token,
    statements: [
      query
        .updateTable('one_time_token')
        .set({ used_at: now })
        .where('person_id', '=', bound.person_id)
        .where('purpose', '=', 'company')
        .where('used_at', 'is', null),
      query.insertInto('one_time_token').values({
        ...bound,
        token_hash: hashToken(token),
        purpose: 'company',
        created_at: now,
        expires_at: new Date(now.getTime() + changeMs),
      }),
    ],
  };
}

/** `good`: it was presented in time, on its host and by its browser. */
export type TakenChange = { person_id: string; tenant_id: string; session_id: string; remote_access_id: string | null; good: boolean };

/** Uses the token up wherever it is presented, so that one that went astray is worth nothing afterwards. */
export const takeChange = ({ token, host, user_agent, now }: Given & { user_agent: string }): RawBuilder<TakenChange> => sql<TakenChange>`
  update one_time_token set used_at = ${now} where token_hash = ${hashToken(token)} and purpose = 'company' and used_at is null
  returning person_id, tenant_id, session_id, remote_access_id, expires_at > ${now} and host = ${host} and user_agent = ${user_agent} as good`;
