import { readFile, rename, writeFile } from 'node:fs/promises';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { z } from 'zod';

export type SigningKey = { kid: string; private_key: CryptoKey; public_key: CryptoKey; public_jwk: JWK };

const algorithm = 'RS256';

/** An RSA key with its private part, whose members are texts. */
const storedJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string(), d: z.string() }).catchall(z.string());

/** What signs now, what is published to sign next, and what signed before. Once there was one key alone. */
const storedKeys = z.union([
  z.strictObject({ current: storedJwk, next: storedJwk.optional(), previous: storedJwk.optional() }),
  storedJwk.transform((current) => ({ current, next: undefined, previous: undefined })),
]);
type Place = 'current' | 'next' | 'previous';
type Keys = { current: Made; next?: Made | undefined; previous?: Made | undefined };
type Made = { jwk: JWK; key: SigningKey };

const asKey = async (jwk: JWK): Promise<CryptoKey> => {
  const key = await importJWK(jwk, algorithm);
  if (key instanceof Uint8Array) throw new TypeError('The signing key is not an RSA key');
  return key;
};

const made = async (jwk: JWK): Promise<Made> => {
  const public_jwk: JWK = { kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '' };
  const kid = await calculateJwkThumbprint(public_jwk);
  return { jwk, key: { kid, private_key: await asKey(jwk), public_key: await asKey(public_jwk), public_jwk } };
};

const makeKey = async (): Promise<Made> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 });
  return made(await exportJWK(privateKey));
};

const readKeys = async (file: string | undefined): Promise<Keys | undefined> => {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { current, next, previous } = storedKeys.parse(JSON.parse(text));
  return { current: await made(current), next: next && (await made(next)), previous: previous && (await made(previous)) };
};

/**
 * The keys that sign tokens, the same after a restart where there is a file for them. One more is always published, so that
 * everybody knows it before it signs, and the one that signed before stays, so that its tokens are still believed.
 */
export const openSigningKeys = async (file: string | undefined) => {
  const kept = await readKeys(file);
  let keys = kept ?? { current: await makeKey() };

  const keep = async (): Promise<void> => {
    if (file === undefined) return;
    const { current, next, previous } = keys;
    await writeFile(`${file}.new`, JSON.stringify({ current: current.jwk, next: next?.jwk, previous: previous?.jwk }), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  if (!kept) await keep();

  /** Made when somebody looks: most who start the service never do. */
  let making: Promise<Made> | undefined;
  const next = async (): Promise<Made> => {
    if (keys.next) return keys.next;
    making ??= makeKey();
    const key = await making;
    making = undefined;
    if (!keys.next) {
      keys.next = key;
      await keep();
    }
    return keys.next;
  };

  return {
    /** The one that signs. */
    current: (): SigningKey => keys.current.key,

    /** The one of that name, if its signatures are believed. */
    find: (kid: string | undefined): SigningKey | undefined =>
      [keys.current, keys.next, keys.previous].find((one) => one?.key.kid === kid)?.key,

    /** All that are published. */
    list: async (): Promise<(SigningKey & { place: Place })[]> => {
      const coming = await next();
      const { current, previous } = keys;
      return [
        { ...current.key, place: 'current' },
        { ...coming.key, place: 'next' },
        ...(previous ? [{ ...previous.key, place: 'previous' as const }] : []),
      ];
    },

    /** Signs with the key that was published for it. */
    rotate: async (): Promise<void> => {
      keys = { current: await next(), previous: keys.current };
      await next();
    },

    /** Signs with a key that nobody has seen, and believes no other: what happens when one was stolen. */
    replace: async (): Promise<void> => {
      keys = { current: await makeKey() };
      await keep();
    },
  };
};
export type SigningKeys = Awaited<ReturnType<typeof openSigningKeys>>;
