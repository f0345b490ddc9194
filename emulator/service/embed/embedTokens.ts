import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { embedGrant } from './grant.ts';
import type { EmbedGrant } from './grant.ts';
import type { EmbedError } from '../../definitions/embedError.ts';

/** Expired tokens are remembered this long, to be told apart from tokens that never were. */
const rememberedMs = 24 * 3_600_000;

const fatal = 6;

/** The words of docs/reference/powerbi.md B8. */
const expired: EmbedError = {
  message: 'TokenExpired',
  detailedMessage: 'Access token has expired, resubmit with a new access token',
  errorCode: '403',
  level: fatal,
};
const unknown: EmbedError = {
  message: 'LoadReportFailed',
  detailedMessage: "Fail to initialize - Couldn't resolve cluster",
  errorCode: '403',
  level: fatal,
};
const missing: EmbedError = {
  message: 'Invalid parameters',
  detailedMessage: 'powerbiToken parameter not specified',
  errorCode: '403',
  level: fatal,
};

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Opaque text in the look of the real one: base64 of a gzip, a dot, base64 of a JSON that names the cluster. */
const newToken = (origin: string, expires_at_ms: number): string => {
  const secret = gzipSync(randomBytes(48), { level: 0 }).toString('base64');
  const hint = { clusterUrl: origin, exp: Math.floor(expires_at_ms / 1000), allowAccessOverPublicInternet: true };
  return `${secret}.${Buffer.from(JSON.stringify(hint)).toString('base64')}`;
};

type Options = {
  now: () => number;
  origin: () => string;
  /** Keeps the grants over a restart, so that readers do not notice it; tokens themselves are not in it. */
  file?: string | undefined;
};

/** The digest of a token, and what it allows. */
const keptGrant = z.tuple([z.string(), embedGrant]);

const readGrants = async (file: string): Promise<[string, EmbedGrant][]> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // The service alone writes this file; a last line cut off by a power failure is dropped.
  return text
    .split('\n')
    .filter((line) => line.endsWith(']'))
    .map((line) => keptGrant.parse(JSON.parse(line)));
};

/** The register of embed tokens. */
export const createEmbedTokens = async ({ now, origin, file }: Options) => {
  const isRemembered = (grant: EmbedGrant): boolean => grant.expires_at_ms + rememberedMs > now();
  const kept = file === undefined ? [] : (await readGrants(file)).filter(([, grant]) => isRemembered(grant));
  if (file !== undefined) await writeFile(file, kept.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
  const grants = new Map(kept);

  const forgetOld = (): void => {
    // Tokens end roughly in the order of their making, so the walk stops at the first that is still remembered.
    for (const [key, grant] of grants) {
      if (isRemembered(grant)) return;
      grants.delete(key);
    }
  };

  return {
    mint: async (grant: EmbedGrant): Promise<{ token: string; tokenId: string }> => {
      forgetOld();
      const token = newToken(origin(), grant.expires_at_ms);
      const key = digest(token);
      grants.set(key, grant);
      if (file !== undefined) await appendFile(file, `${JSON.stringify([key, grant])}\n`, { mode: 0o600 });
      return { token, tokenId: randomUUID() };
    },

    check: (token: string): EmbedGrant | EmbedError => {
      if (token === '') return missing;
      const grant = grants.get(digest(token));
      if (!grant) return unknown;
      return grant.expires_at_ms <= now() ? expired : grant;
    },
  };
};
export type EmbedTokens = Awaited<ReturnType<typeof createEmbedTokens>>;
