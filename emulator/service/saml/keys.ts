import { X509Certificate, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const certificateShape = z.strictObject({
  /** Fingerprint of the certificate. */
  id: z.string(),
  certificate: z.string(),
  private_key: z.string(),
  created_at: z.string(),
});
export type SamlCertificate = z.infer<typeof certificateShape>;

/** By directory; the first signs, and the metadata has all of them. */
const fileShape = z.record(z.string(), z.array(certificateShape));

const yearMs = 365 * 86_400_000;

const makeCertificate = async (directoryId: string, now: number): Promise<SamlCertificate> => {
  // Loaded where a certificate is made: few who run the service ever make one.
  await import('reflect-metadata');
  const { X509CertificateGenerator, cryptoProvider } = await import('@peculiar/x509');
  cryptoProvider.set(crypto);
  const signingAlgorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 };
  const keys = await crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const made = await X509CertificateGenerator.createSelfSigned({
    name: `CN=Local directory ${directoryId}`,
    keys,
    signingAlgorithm,
    notBefore: new Date(now - 86_400_000),
    notAfter: new Date(now + 3 * yearMs),
  });
  const certificate = made.toString('pem');
  return {
    id: new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase(),
    certificate,
    private_key: Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64'),
    created_at: new Date(now).toISOString(),
  };
};

export const privateKeyPem = ({ private_key }: SamlCertificate): string =>
  createPrivateKey({ key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();

/** A key that no directory has. */
export const strangersKeyPem = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const readKeys = async (file: string | undefined): Promise<z.infer<typeof fileShape>> => {
  if (file === undefined) return {};
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return fileShape.parse(JSON.parse(text));
};

/** The certificates of each directory, the same after a restart where there is a file for them; the first one signs. */
export const openSamlKeys = async (file: string | undefined, now: () => number) => {
  const all = await readKeys(file);
  const making = new Map<string, Promise<SamlCertificate[]>>();

  const keep = async (): Promise<void> => {
    if (file === undefined) return;
    await writeFile(`${file}.new`, JSON.stringify(all), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };

  const begin = async (directoryId: string): Promise<SamlCertificate[]> => {
    const made = [await makeCertificate(directoryId, now())];
    all[directoryId] = made;
    await keep();
    return made;
  };

  const list = async (directoryId: string): Promise<SamlCertificate[]> => {
    const known = all[directoryId];
    if (known && known.length > 0) return known;
    const made = making.get(directoryId) ?? begin(directoryId);
    making.set(directoryId, made);
    return made;
  };

  return {
    list,

    /** The one that signs. */
    current: async (directoryId: string): Promise<SamlCertificate> => {
      const [first] = await list(directoryId);
      if (!first) throw new Error('A directory always has a certificate');
      return first;
    },

    /** Publishes one more, with which nothing is signed yet. */
    add: async (directoryId: string): Promise<void> => {
      (await list(directoryId)).push(await makeCertificate(directoryId, now()));
      await keep();
    },

    /** Signs with that one from now on. */
    use: async (directoryId: string, id: string): Promise<void> => {
      const certificates = await list(directoryId);
      const at = certificates.findIndex((one) => one.id === id);
      if (at > 0) certificates.unshift(...certificates.splice(at, 1));
      await keep();
    },

    /** Takes it out of the metadata; the one that signs stays. */
    remove: async (directoryId: string, id: string): Promise<void> => {
      const certificates = await list(directoryId);
      const at = certificates.findIndex((one) => one.id === id);
      if (at > 0) certificates.splice(at, 1);
      await keep();
    },
  };
};
export type SamlKeys = Awaited<ReturnType<typeof openSamlKeys>>;
