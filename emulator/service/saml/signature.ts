import { createSign, createVerify } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { SamlError } from './samlError.ts';
import type { SamlCertificate } from './keys.ts';
import { privateKeyPem } from './keys.ts';
import { children, isNamed, ns, parseXml } from './xml.ts';

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** What is signed with: the certificate that is named, and the key that is used. */
export type Signer = { certificate: string; private_key: string };

export const signerOf = (certificate: SamlCertificate): Signer => ({
  certificate: certificate.certificate,
  private_key: privateKeyPem(certificate),
});

/** Signs the element of that id, with the signature behind its issuer. */
export const signXml = (xml: string, id: string, { certificate, private_key }: Signer): string => {
  const element = `//*[@ID='${id}']`;
  const signed = new SignedXml({
    privateKey: private_key,
    publicCert: certificate,
    signatureAlgorithm: rsaSha256,
    canonicalizationAlgorithm: exclusive,
    getKeyInfoContent: (content) => SignedXml.getKeyInfoContent(content ?? {}),
  });
  signed.addReference({ xpath: element, transforms: [enveloped, exclusive], digestAlgorithm: sha256 });
  signed.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signed.getSignedXml();
};

const isStrong = (algorithm: string | undefined): boolean => /#(?:rsa-)?sha(?:256|384|512)$/.test(algorithm ?? '');

/** The root as one of the certificates signed it: only what is read from it is proven. Throws when it is not. */
export const provenRoot = (xml: string, certificates: string[]): Element => {
  const root = parseXml(xml);
  const signatures = children(root, ns.signature, 'Signature');
  const [signature] = signatures;
  if (!signature || signatures.length > 1) throw new SamlError('The message has to be signed once, as a whole.');
  for (const publicCert of certificates) {
    const check = new SignedXml({ publicCert });
    check.loadSignature(signature);
    const algorithms = [check.signatureAlgorithm, ...check.getReferences().map(({ digestAlgorithm }) => digestAlgorithm)];
    if (!algorithms.every(isStrong)) throw new SamlError('The message is signed with an algorithm that is too weak.');
    if (!passes(check, xml)) continue;
    const [reference = ''] = check.getSignedReferences();
    const proven = parseXml(reference);
    if (root.namespaceURI && isNamed(proven, root.namespaceURI, root.localName)) return proven;
  }
  throw new SamlError('The signature of the message is not one of the application.');
};

const passes = (check: SignedXml, xml: string): boolean => {
  try {
    return check.checkSignature(xml);
  } catch {
    return false;
  }
};

const hashOf = (algorithm: string): string => {
  const hash = /#rsa-(sha(?:256|384|512))$/.exec(algorithm)?.[1];
  if (hash === undefined) throw new SamlError('The message is signed with an algorithm that is too weak.');
  return hash;
};

/** Checks the signature of an address: it counts as it was written there, before anything was decoded. */
export const checkQuery = (query: string, name: string, certificates: string[]): void => {
  const raw = new Map(query.split('&').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const));
  const signed = [name, 'RelayState', 'SigAlg'].flatMap((key) => (raw.has(key) ? [`${key}=${raw.get(key) ?? ''}`] : [])).join('&');
  const { SigAlg: algorithm = '', Signature: signature = '' } = Object.fromEntries(new URLSearchParams(query));
  const hash = hashOf(algorithm);
  const fits = certificates.some((certificate) => createVerify(hash).update(signed).verify(certificate, signature, 'base64'));
  if (!fits) throw new SamlError('The signature of the message is not one of the application.');
};

/** An address with a signed message in it. */
export const signedAddress = (location: string, values: Record<string, string>, { private_key }: Signer): string => {
  const query = new URLSearchParams({ ...values, SigAlg: rsaSha256 }).toString();
  const signature = createSign('sha256').update(query).sign(private_key, 'base64');
  return `${location}${location.includes('?') ? '&' : '?'}${query}&Signature=${encodeURIComponent(signature)}`;
};
