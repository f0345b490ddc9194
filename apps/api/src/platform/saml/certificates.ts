/** Certificates of providers, and our own key for each app. */
import { X509Certificate as Read } from 'node:crypto';
import type { ShownCertificate } from '@vitrine/contract/signIn/saml.ts';
import 'reflect-metadata';
import { X509CertificateGenerator, PemConverter } from '@peculiar/x509';

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 };
const ownYears = 10;

/** A certificate in one form of PEM; null for what is none, or has a key that cannot be used. */
export function readCertificate(text: string): ShownCertificate | null {
  const base64 = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  try {
    const read = new Read(Buffer.from(base64, 'base64'));
    const { asymmetricKeyType, asymmetricKeyDetails } = read.publicKey;
    if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2048) return null;
    const subject = read.subject.split('\n').join(', ').slice(0, 300);
    return { pem: read.toString(), subject, fingerprint: read.fingerprint256, ends_at: read.validToDate.toISOString() };
  } catch {
    return null;
  }
}

/** A key of our own and the certificate that a provider knows it by. */
export async function makeOwnKey(name: string, now: Date): Promise<{ key: string; certificate: string }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + ownYears);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    notBefore: now,
    notAfter,
    signingAlgorithm: algorithm,
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: PemConverter.encode(pkcs8, 'PRIVATE KEY'), certificate: certificate.toString('pem') };
}
