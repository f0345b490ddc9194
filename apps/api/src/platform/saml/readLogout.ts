/** A sign-out that a provider asks for or answers to, as a form or in an address: believed only with the provider's signature. */
import type { SamlCheck } from '@vitrine/contract/signIn/saml.ts';
import { createVerify } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';
import { getVerifiedXml } from './libraries.ts';
import type { XmlElement } from './libraries.ts';
import { NotPassed, refuse } from './refused.ts';
import { instantOf, skewMs } from './statements.ts';
import { requireLogout } from './structure.ts';
import { childrenOf, decodeMessage, messageLimits, parseXml, textOf, valueOf } from './xml.ts';

export type LogoutExpected = {
  kind: 'LogoutRequest' | 'LogoutResponse';
  message: string;
  /** Of an address: the text that is signed, and its signature. Null: the signature is in the message. */
  query: { signed: string; method: string; signature: string } | null;
  certificates: string[];
  issuer: string;
  destination: string;
  now: number;
};

type LogoutFacts = { id: string; name_id: string; session_indexes: string[]; in_response_to: string | null };
export type LogoutVerdict = { facts: LogoutFacts } | { failed: SamlCheck; detail: string };

const requestMs = 10 * 60_000;
const signatureMethods: Record<string, string> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA-SHA512',
};

function inflated(message: string): string {
  const bytes = Buffer.from(message, 'base64');
  try {
    const xml = inflateRawSync(bytes, { maxOutputLength: messageLimits.bytes });
    if (isUtf8(xml)) return xml.toString('utf8');
  } catch {
    // Told below.
  }
  return refuse('form', 'not_deflated');
}

/** The message of an address, whose signature covers the text of the address. */
function ofAddress(
  { kind, message, certificates }: LogoutExpected,
  { signed, method, signature }: NonNullable<LogoutExpected['query']>,
): XmlElement {
  const root = requireLogout(parseXml(inflated(message)), kind);
  const name = signatureMethods[method];
  if (!name) return refuse('algorithms', method);
  const isSigned = certificates.some((certificate) => createVerify(name).update(signed).verify(certificate, signature, 'base64'));
  return isSigned ? root : refuse('signature', '');
}

/** The message of a form, as its own signature covers it. */
function ofForm({ kind, message, certificates }: LogoutExpected): XmlElement {
  const xml = decodeMessage(message);
  const root = requireLogout(parseXml(xml), kind);
  let verified: string | null = null;
  try {
    verified = getVerifiedXml(xml, root, certificates);
  } catch {
    // Told below.
  }
  return verified === null ? refuse('signature', '') : requireSame(parseXml(verified).documentElement, kind);
}

const requireSame = (element: XmlElement, kind: string): XmlElement => (element.localName === kind ? element : refuse('signature', ''));

export function readLogout(expected: LogoutExpected): LogoutVerdict {
  const { query, issuer, destination, now, kind } = expected;
  try {
    const root = query ? ofAddress(expected, query) : ofForm(expected);
    const issuers = childrenOf(root, 'assertion', 'Issuer').map(textOf);
    if (issuers.length !== 1 || issuers[0] !== issuer) refuse('issuer', issuers.join(' '));
    if (valueOf(root, 'Destination') !== destination) refuse('recipient', valueOf(root, 'Destination') ?? '');
    const issued = instantOf(valueOf(root, 'IssueInstant'));
    if (issued === null || !(Math.abs(now - issued) <= requestMs)) refuse('time', 'old');
    const end = instantOf(valueOf(root, 'NotOnOrAfter'));
    if (end !== null && !(now < end + skewMs)) refuse('time', 'over');
    const names = childrenOf(root, 'assertion', 'NameID').map(textOf);
    const id = valueOf(root, 'ID') ?? '';
    if (id === '' || (kind === 'LogoutRequest' && names.length !== 1)) refuse('identity', names.join(' '));
    return {
      facts: {
        id,
        name_id: names[0] ?? '',
        session_indexes: childrenOf(root, 'protocol', 'SessionIndex').map(textOf),
        in_response_to: valueOf(root, 'InResponseTo'),
      },
    };
  } catch (error) {
    if (!(error instanceof NotPassed)) throw error;
    return { failed: error.check, detail: error.detail };
  }
}
