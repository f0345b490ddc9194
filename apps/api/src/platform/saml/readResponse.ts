/**
 * What a provider says of somebody: looked at in the order of the contract's checks, in a parsing process. The signature is node-saml's
 * matter; everything after it is read from the bytes that the signature covers, and from nothing else.
 */
import type { SamlCheck } from '@vitrine/contract/signIn/saml.ts';
import { samlChecks } from '@vitrine/contract/signIn/saml.ts';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { decrypt } from 'xml-encryption';
import type { XmlElement } from './libraries.ts';
import { NotPassed, refuse } from './refused.ts';
import type { Facts, Wanted } from './statements.ts';
import { checksAfterSignature, factsOf } from './statements.ts';
import { isWellEncrypted, requireAssertion, requireResponse } from './structure.ts';
import { decodeMessage, parseXml } from './xml.ts';

export type Expected = Wanted & {
  /** As it came in the form. */
  message: string;
  /** Of the provider, as PEM. */
  certificates: string[];
  /** Our own key, which encrypted assertions are for. */
  key: string;
};

export type Verdict = {
  passed: SamlCheck[];
  failed: SamlCheck | null;
  detail: string;
  /** What the signature covers, also where a later check failed. */
  facts: Facts | null;
};

/** One sentence for whatever is wrong with a signature or with an encryption: whoever tries learns nothing. */
const unsigned = (): never => refuse('signature', '');

function decrypted(element: XmlElement, key: string): Promise<string | null> {
  if (!isWellEncrypted(element)) return Promise.resolve(null);
  const options = { key, disallowDecryptionWithInsecureAlgorithm: true, warnInsecureAlgorithm: false };
  return new Promise((resolve) => {
    try {
      decrypt(element.toString(), options, (error, result) => resolve(error ? null : result));
    } catch {
      resolve(null);
    }
  });
}

/** What came out of an encryption obeys the same rules. */
async function requireClear(element: XmlElement, key: string): Promise<void> {
  const clear = await decrypted(element, key);
  try {
    requireAssertion(parseXml(clear ?? ''));
  } catch (error) {
    if (!(error instanceof NotPassed)) throw error;
    unsigned();
  }
}

/** The assertion, of the bytes that its signature covers. */
async function verifiedAssertion({ message, certificates, key, audience, recipient }: Expected): Promise<XmlElement> {
  const saml = new SAML({
    callbackUrl: recipient,
    issuer: audience,
    // What is left out here is checked afterwards, by the clock of the portal.
    audience: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
    idpCert: certificates,
    decryptionPvk: key,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
  });
  const given = { SAMLResponse: message.replaceAll(/[\r\n]/g, '') };
  const { profile } = await saml.validatePostResponseAsync(given).catch(() => ({ profile: null }));
  return parseXml(profile?.getAssertionXml?.() ?? unsigned()).documentElement;
}

/** Reads a response. Says which checks passed and which one did not. */
export async function readResponse(expected: Expected): Promise<Verdict> {
  const passed: SamlCheck[] = [];
  let facts: Facts | null = null;
  try {
    const document = parseXml(decodeMessage(expected.message));
    passed.push('form');
    const { response, assertion: sent, encrypted } = requireResponse(document);
    if (encrypted) await requireClear(sent, expected.key);
    passed.push('structure', 'algorithms');
    const assertion = await verifiedAssertion(expected);
    passed.push('signature');
    facts = factsOf(assertion);
    for (const [check, look] of checksAfterSignature) {
      look({ response, assertion }, expected);
      passed.push(check);
    }
    return { passed, failed: null, detail: '', facts };
  } catch (error) {
    if (!(error instanceof NotPassed)) throw error;
    const { check, detail } = error;
    const before = samlChecks.slice(0, samlChecks.indexOf(check));
    return { passed: passed.filter((one) => before.includes(one)), failed: check, detail, facts };
  }
}
