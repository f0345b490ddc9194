import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { z } from 'zod';

export type SigningKey = { kid: string; private_key: CryptoKey; public_key: CryptoKey; public_jwk: JWK };

const algorithm = 'RS256';

/** An RSA key with its private part, whose members are texts. */
const storedJwk = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string(), d: z.string() }).catchall(z.string());

const newPrivateJwk = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 });
  return exportJWK(privateKey);
};

const storedPrivateJwk = async (file: string): Promise<JWK> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) return storedJwk.parse(JSON.parse(text));
  const jwk = await newPrivateJwk();
  await writeFile(file, JSON.stringify(jwk), { mode: 0o600 });
  return jwk;
};

const asKey = async (jwk: JWK): Promise<CryptoKey> => {
  const key = await importJWK(jwk, algorithm);
  if (key instanceof Uint8Array) throw new TypeError('The signing key is not an RSA key');
  return key;
};

/** The key that signs access tokens, the same after a restart when there is a directory to keep it in. */
export const loadSigningKey = async (dataDirectory: string | undefined): Promise<SigningKey> => {
  const jwk = dataDirectory === undefined ? await newPrivateJwk() : await storedPrivateJwk(join(dataDirectory, 'signing-key.json'));
  const public_jwk: JWK = { kty: 'RSA', n: jwk.n ?? '', e: jwk.e ?? '' };
  return { kid: await calculateJwkThumbprint(public_jwk), private_key: await asKey(jwk), public_key: await asKey(public_jwk), public_jwk };
};
