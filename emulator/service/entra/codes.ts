import { createHash, randomBytes } from 'node:crypto';
import type { Application } from '../../definitions/demo.ts';
import type { Person } from '../directory/people.ts';
import { EntraError } from './entraError.ts';

/** The sign-in that a code stands for. */
export type Grant = {
  application: Application;
  person: Person;
  /** Ids of the person's groups. */
  groups: string[];
  redirect_uri: string;
  scope: string;
  nonce: string | undefined;
  code_challenge: string | undefined;
  /** When the person proved who they are, in seconds, where the application asked. */
  auth_time?: number | undefined;
};

const lifeMs = 10 * 60_000;

const invalidGrant = (number: number, message: string): EntraError => new EntraError(400, 'invalid_grant', number, message);

/** Authorization codes: each is good once, for ten minutes, for whoever asked for it. */
export const createCodes = () => {
  const codes = new Map<string, { grant: Grant; expires_at_ms: number; spent: boolean }>();
  return {
    issue: (grant: Grant, now: number): string => {
      for (const [code, { expires_at_ms }] of codes) if (expires_at_ms + lifeMs < now) codes.delete(code);
      const code = randomBytes(48).toString('base64url');
      codes.set(code, { grant, expires_at_ms: now + lifeMs, spent: false });
      return code;
    },

    redeem: (application: Application, form: URLSearchParams, now: number): Grant => {
      const known = codes.get(form.get('code') ?? '');
      if (!known || known.grant.application.client_id !== application.client_id)
        throw invalidGrant(9002313, 'Invalid request. The code is malformed or unknown.');
      const { grant, expires_at_ms, spent } = known;
      if (spent) throw invalidGrant(54005, 'OAuth2 Authorization code was already redeemed, please retry with a new valid code.');
      if (expires_at_ms <= now) throw invalidGrant(70008, 'The provided authorization code has expired.');
      if (form.get('redirect_uri') !== grant.redirect_uri)
        throw invalidGrant(500112, 'The reply address does not match the one that the code was issued for.');
      const verifier = form.get('code_verifier');
      if (grant.code_challenge !== undefined) {
        const given = createHash('sha256')
          .update(verifier ?? '')
          .digest('base64url');
        if (given !== grant.code_challenge)
          throw invalidGrant(501481, 'The Code_Verifier does not match the code_challenge supplied in the authorization request.');
      }
      known.spent = true;
      return grant;
    },
  };
};
export type Codes = ReturnType<typeof createCodes>;
