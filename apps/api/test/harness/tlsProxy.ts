/** A proxy in front of the portal, as far as its certificates go: of an authority that this process believes for as long as it is open. */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createSecureContext, createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator, cryptoProvider } from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;

export type TlsProxy = {
  host: string;
  port: number;
  /** Makes a certificate for this name, as after it was asked for; of a stranger's authority, or one that has run out. Both as PEM. */
  certify: (name: string, how?: { stranger?: boolean; expired?: boolean }) => Promise<{ cert: string; key: string }>;
  withdraw: (name: string) => void;
  close: () => Promise<void>;
};

const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

async function openAuthority() {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Authority of a test',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + 90 * dayMs),
    extensions: [new BasicConstraintsExtension(true, 1, true)],
  });
  return { keys, certificate };
}

const pemOf = (type: string, bytes: ArrayBuffer): string =>
  `-----BEGIN ${type}-----\n${Buffer.from(bytes).toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${type}-----\n`;

export async function openTlsProxy(): Promise<TlsProxy> {
  cryptoProvider.set(webcrypto);
  const [own, stranger] = [await openAuthority(), await openAuthority()];
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, own.certificate.toString('pem')]);
  const contexts = new Map<string, ReturnType<typeof createSecureContext>>();
  const server = createServer({
    SNICallback: (name, done) => {
      const context = contexts.get(name);
      if (context) done(null, context);
      else done(new Error(`There is no certificate for ${name}`));
    },
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    async certify(name, { stranger: isStranger = false, expired = false } = {}) {
      const authority = isStranger ? stranger : own;
      const keys = await makeKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${name}`,
        issuer: authority.certificate.subject,
        publicKey: keys.publicKey,
        signingKey: authority.keys.privateKey,
        signingAlgorithm: algorithm,
        notBefore: new Date(Date.now() - 2 * dayMs),
        notAfter: new Date(Date.now() + (expired ? -dayMs : 60 * dayMs)),
        extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
      });
      const made = {
        cert: certificate.toString('pem'),
        key: pemOf('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
      };
      contexts.set(name, createSecureContext(made));
      return made;
    },
    withdraw: (name) => void contexts.delete(name),
    async close() {
      setDefaultCACertificates(before);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
