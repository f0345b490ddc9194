/** Microsoft Entra as an OpenID provider: one directory at a time, its keys, and what it says of whoever signed in there. */
import type { Configuration, CustomFetch } from 'openid-client';
import {
  ClientError,
  ClientSecretPost,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { z } from 'zod';
import type { Environment } from '#platform/environment.ts';
import { expiringCache } from '#platform/expiringCache.ts';
import { Failure, fail } from '#platform/http/fail.ts';
import { Unreachable, carefully, withinPatience } from './carefully.ts';

const keptMs = 3_600_000;
const directoriesKept = 500;
const secondsApart = 60;

/** A text or number that Entra writes for a truth. */
const truth = z
  .union([z.boolean(), z.literal(['1', 'true', 'True']).transform(() => true), z.literal(1).transform(() => true)])
  .catch(false);

/** More than any token of Entra names. */
const groupsAtMost = 1000;

const claimsSchema = z.object({
  tid: z.guid(),
  oid: z.guid(),
  iat: z.number(),
  email: z.string().max(254).optional().catch(undefined),
  name: z.string().max(500).optional().catch(undefined),
  preferred_username: z.string().max(500).optional().catch(undefined),
  /** Entra vouches that the address is of a domain that the directory owns. */
  xms_edov: truth.optional(),
  idp: z.string().optional().catch(undefined),
  /** 1: a guest. */
  acct: z.number().optional().catch(undefined),
  /** Null: what came is no list that can be read. */
  groups: z.array(z.string().max(300)).max(groupsAtMost).nullable().optional().catch(null),
  /** Of somebody in more groups than a token holds, it says where to ask for them. */
  _claim_names: z.record(z.string(), z.unknown()).optional().catch(undefined),
  hasgroups: truth.optional(),
});
export type EntraClaims = z.infer<typeof claimsSchema>;

/** What a sign-in asks for, and what has to come back with it. */
export type Asked = { redirect: string; state: string; nonce: string; verifier: string };

export type Entra = {
  /** Null where the installation has no application at Entra. */
  client_id: string | null;
  /** Where the browser goes to sign in at the directory. Fails with `entra_unreachable`. */
  begin: (directory: string, asked: Asked) => Promise<string>;
  /** Who signed in, by the address that the browser came back to. Fails with `entra_unreachable`, `entra_clock` or `error_authentication`. */
  redeem: (directory: string, came: URL, asked: Asked) => Promise<EntraClaims>;
  /** What of a directory works, asked anew; what was not looked at is missing. */
  check: (directory: string) => Promise<Partial<Record<'reached' | 'issuer' | 'keys' | 'application', boolean>>>;
};

type Settings = Pick<Environment, 'signInApplication' | 'reporting'>;

export function openEntra({ signInApplication: application, reporting }: Settings): Entra {
  const known = expiringCache<Configuration>({ limit: directoriesKept, now: () => new Date() });
  const base = reporting?.entra ?? null;
  const addressOf = (directory: string): string => `${base ?? fail('functionality_not_allowed')}/${directory}`;

  async function look(directory: string): Promise<Configuration> {
    const { client_id, client_secret } = application ?? fail('functionality_not_allowed');
    const server = new URL(`${addressOf(directory)}/v2.0`);
    const careful: CustomFetch = (url, options) => carefully(url, options);
    return discovery(
      server,
      client_id,
      { client_secret, id_token_signed_response_alg: 'RS256', [clockTolerance]: secondsApart },
      ClientSecretPost(client_secret),
      { [customFetch]: careful, execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])] },
    );
  }

  const configuration = (directory: string): Promise<Configuration> =>
    known(directory, async () => ({ value: await look(directory), usableUntil: new Date(Date.now() + keptMs) }));

  return {
    client_id: application?.client_id ?? null,
    async check(directory) {
      try {
        return await withinPatience(look(directory).then(checkOf));
      } catch (error) {
        return [...causesOf(error)].some((cause) => cause instanceof Unreachable) ? { reached: false } : { reached: true, issuer: false };
      }
    },
    async begin(directory, { redirect, state, nonce, verifier }) {
      const config = await withinPatience(configuration(directory)).catch(refuse);
      const code_challenge = await calculatePKCECodeChallenge(verifier);
      return buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        response_type: 'code',
        response_mode: 'query',
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge,
        code_challenge_method: 'S256',
        // People of a shared computer say who they are.
        prompt: 'select_account',
      }).href;
    },

    redeem: (directory, came, { state, nonce, verifier }) =>
      withinPatience(
        (async () => {
          const config = await configuration(directory);
          const tokens = await authorizationCodeGrant(config, came, {
            pkceCodeVerifier: verifier,
            expectedState: state,
            expectedNonce: nonce,
            idTokenExpected: true,
          });
          return claimsOf(tokens.claims(), directory);
        })(),
      ).catch(refuse),
  };
}

/** Whether the keys are there, and whether the application is known in the directory with its secret. */
async function checkOf(config: Configuration): Promise<{ reached: true; issuer: true; keys: boolean; application?: boolean }> {
  const { jwks_uri = '', token_endpoint = '' } = config.serverMetadata();
  const { client_id, client_secret } = config.clientMetadata();
  const keys = await carefully(jwks_uri, get).then(
    async (answer) => z.object({ keys: z.array(z.object({ kid: z.string() })).min(1) }).safeParse(await answer.json()).success,
    () => false,
  );
  if (!keys) return { reached: true, issuer: true, keys };
  // A code that cannot be: whoever does not know the application says so before looking at it.
  const form = {
    grant_type: 'authorization_code',
    code: 'check',
    redirect_uri: 'https://localhost/',
    client_id,
    client_secret: String(client_secret),
  };
  const answer = await carefully(token_endpoint, { ...get, method: 'POST', body: new URLSearchParams(form) });
  const { error } = z.object({ error: z.string() }).parse(await answer.json());
  return { reached: true, issuer: true, keys, application: error === 'invalid_grant' };
}

const get = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

/** What the token says, if it is of this directory and of now. */
function claimsOf(claims: unknown, directory: string): EntraClaims {
  const read = claimsSchema.safeParse(claims);
  if (!read.success || read.data.tid.toLowerCase() !== directory) return fail('error_authentication', {}, {}, read.error);
  if (read.data.iat > Date.now() / 1000 + secondsApart) return fail('entra_clock');
  return read.data;
}

/** Whether somebody is in the directory as a guest, with a home elsewhere. */
export const isGuest = ({ acct, idp, tid, preferred_username }: EntraClaims): boolean =>
  acct === 1 || (idp !== undefined && !idp.toLowerCase().includes(tid.toLowerCase())) || /#ext#/i.test(preferred_username ?? '');

/**
 * Numbers of the person's groups, as far as the token itself names them. Null where there are more than it holds: then nothing of it is
 * believed, not even what it does name.
 */
export const groupsOf = ({ groups = [], hasgroups, _claim_names = {} }: EntraClaims): string[] | null =>
  groups === null || hasgroups === true || 'groups' in _claim_names ? null : groups.map((group) => group.toLowerCase());

function* causesOf(error: unknown): Generator {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

/** Clocks that differ and a provider that does not answer have sentences of their own; everything else is a sign-in that failed. */
function refuse(error: unknown): never {
  const causes = [...causesOf(error)];
  if (causes.some((cause) => cause instanceof Unreachable)) return fail('entra_unreachable', {}, {}, error);
  if (causes.some((cause) => cause instanceof ClientError && cause.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'))
    return fail('entra_clock', {}, {}, error);
  if (causes.some((cause) => cause instanceof Failure)) throw error;
  return fail('error_authentication', {}, {}, error);
}
