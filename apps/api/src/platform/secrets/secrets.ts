/**
 * Secrets at rest: AES-256-GCM under the master key, bound to the place they are stored in, so that a ciphertext
 * moved to another row or column does not open. Form: `v1.<key id>.<iv>.<cipher text and tag>`, base64url.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export type Secrets = {
  /** `place` names tenant, table, row and column, such as `${tenant_id}/reporting_account/${id}/secret_value`. */
  encrypt: (plain: string, place: string) => string;
  /** Throws when the text was moved, altered, or encrypted under a key that is not known. */
  decrypt: (encrypted: string, place: string) => string;
  /** Keyed digests of a short code, one for each known key, the current one first: the database alone is not enough to try all codes. */
  digests: (code: string, place: string) => Buffer[];
};

export class UnknownKey extends Error {
  override name = 'UnknownKey';
}

/** `masterKeys`: 32 bytes each as base64; the first encrypts, all decrypt, so that a key can be replaced. */
export function openSecrets(masterKeys: readonly string[]): Secrets {
  const keys = masterKeys.map((encoded) => {
    const master = Buffer.from(encoded, 'base64');
    if (master.length !== 32) throw new Error('A master key is 32 bytes in base64');
    return {
      id: createHash('sha256').update(master).digest('base64url').slice(0, 8),
      key: Buffer.from(hkdfSync('sha256', master, '', 'vitrine secrets at rest', 32)),
      digestKey: Buffer.from(hkdfSync('sha256', master, '', 'vitrine short codes', 32)),
    };
  });
  const first = keys[0];
  if (!first) throw new Error('There is no master key');
  return {
    encrypt(plain, place) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', first.key, iv).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return ['v1', first.id, iv.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    digests: (code, place) => keys.map(({ digestKey }) => createHmac('sha256', digestKey).update(`${place} ${code}`).digest()),
    decrypt(encrypted, place) {
      const [version, keyId, iv, sealed] = encrypted.split('.');
      const known = keys.find((candidate) => candidate.id === keyId);
      if (version !== 'v1' || !known || !iv || !sealed) throw new UnknownKey('This secret was encrypted under a key that is not known');
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', known.key, Buffer.from(iv, 'base64url'))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
    },
  };
}
