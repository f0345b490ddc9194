import { createPublicKey } from 'node:crypto';
import { encrypt } from 'xml-encryption';
import type { AssertionLie } from '../faults/assertionLies.ts';
import { strangersKeyPem } from './keys.ts';
import { newId } from './messages.ts';
import type { ServiceProvider } from './serviceProvider.ts';
import { signXml } from './signature.ts';
import type { Signer } from './signature.ts';
import { escapeXml, ns, tag } from './xml.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const elsewhere = 'https://elsewhere.example/saml';

/** Everything that an answer says. */
export type Said = {
  issuer: string;
  audience: string | undefined;
  recipient: string;
  destination: string;
  in_response_to: string | undefined;
  now: number;
  authenticated_at_ms: number;
  name_id: { format: string; value: string };
  session_index: string;
  claims: [name: string, values: string[]][];
  status: 'Success' | 'Responder' | 'NoPassive';
};

const time = (ms: number): string => new Date(ms).toISOString();

const claimXml = ([name, values]: Said['claims'][number]): string =>
  tag('saml:Attribute', { Name: name }, ...values.map((value) => tag('saml:AttributeValue', {}, escapeXml(value))));

/** The assertion of somebody who has signed in, as Entra words it: good from five minutes ago for an hour. */
const assertionXml = (id: string, said: Said): string => {
  const { now, name_id } = said;
  const until = time(now + hourMs);
  const confirmed = { NotOnOrAfter: until, Recipient: said.recipient, InResponseTo: said.in_response_to };
  return tag(
    'saml:Assertion',
    { 'xmlns:saml': ns.assertion, ID: id, Version: '2.0', IssueInstant: time(now) },
    tag('saml:Issuer', {}, escapeXml(said.issuer)),
    tag(
      'saml:Subject',
      {},
      tag('saml:NameID', { Format: name_id.format }, escapeXml(name_id.value)),
      tag('saml:SubjectConfirmation', { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' }, tag('saml:SubjectConfirmationData', confirmed)),
    ),
    tag(
      'saml:Conditions',
      { NotBefore: time(now - 5 * minuteMs), NotOnOrAfter: until },
      ...(said.audience === undefined ? [] : [tag('saml:AudienceRestriction', {}, tag('saml:Audience', {}, escapeXml(said.audience)))]),
    ),
    tag(
      'saml:AuthnStatement',
      { AuthnInstant: time(said.authenticated_at_ms), SessionIndex: said.session_index },
      tag('saml:AuthnContext', {}, tag('saml:AuthnContextClassRef', {}, 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password')),
    ),
    tag('saml:AttributeStatement', {}, ...said.claims.map(claimXml)),
  );
};

const statusXml = (status: Said['status']): string => {
  const word = (name: string): string => `urn:oasis:names:tc:SAML:2.0:status:${name}`;
  if (status !== 'NoPassive') return tag('samlp:Status', {}, tag('samlp:StatusCode', { Value: word(status) }));
  return tag('samlp:Status', {}, tag('samlp:StatusCode', { Value: word('Responder') }, tag('samlp:StatusCode', { Value: word(status) })));
};

/** What is told outside of the assertion. */
type Envelope = Pick<Said, 'destination' | 'in_response_to' | 'issuer' | 'now' | 'status'>;

const responseXml = (id: string, { destination, in_response_to, issuer, now, status }: Envelope, assertion: string): string =>
  tag(
    'samlp:Response',
    {
      'xmlns:samlp': ns.protocol,
      ID: id,
      Version: '2.0',
      IssueInstant: time(now),
      Destination: destination,
      InResponseTo: in_response_to,
    },
    tag('saml:Issuer', { 'xmlns:saml': ns.assertion }, escapeXml(issuer)),
    statusXml(status),
    assertion,
  );

/** What a lie makes of what is true. */
const liedAbout = (said: Said, lie: AssertionLie): Said => {
  switch (lie) {
    case 'issuer':
      return { ...said, issuer: elsewhere };
    case 'audience':
      return { ...said, audience: elsewhere };
    case 'no_audience':
      return { ...said, audience: undefined };
    case 'recipient':
      return { ...said, recipient: elsewhere };
    case 'destination':
      return { ...said, destination: elsewhere };
    case 'in_response_to':
      return { ...said, in_response_to: newId() };
    case 'no_in_response_to':
      return { ...said, in_response_to: undefined };
    case 'expired':
      return { ...said, now: said.now - 2 * hourMs };
    case 'future':
      return { ...said, now: said.now + hourMs };
    case 'failed':
      return { ...said, status: 'Responder' };
    case 'unsigned':
    case 'other_key':
    case 'tampered':
  }
  return said;
};

const encrypted = (assertion: string, certificate: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = {
      rsa_pub: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }),
      pem: certificate,
      encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    } as const;
    encrypt(assertion, options, (error, xml) => {
      // The library calls with null where its types promise an error.
      if (xml) resolve(tag('saml:EncryptedAssertion', { 'xmlns:saml': ns.assertion }, xml));
      else reject(error);
    });
  });

type Wanted = Pick<ServiceProvider, 'sign' | 'encrypt' | 'encryption_certificates'>;

/** The answer that signs somebody in: signed and encrypted as the application wants it, unless it is to lie. */
export const buildResponse = async (truth: Said, wanted: Wanted, signer: Signer, lie: AssertionLie | undefined): Promise<string> => {
  const said = lie ? liedAbout(truth, lie) : truth;
  const used = lie === 'other_key' ? { ...signer, private_key: strangersKeyPem() } : signer;
  const signs = (part: ServiceProvider['sign']): boolean => lie !== 'unsigned' && (wanted.sign === part || wanted.sign === 'both');
  const tampered = (xml: string): string =>
    lie === 'tampered' ? xml.replaceAll(escapeXml(said.name_id.value), 'somebody.else@elsewhere.example') : xml;
  const [responseId, assertionId] = [newId(), newId()];
  const plain = assertionXml(assertionId, said);
  const assertion = signs('assertion') ? tampered(signXml(plain, assertionId, used)) : plain;
  const [certificate] = wanted.encryption_certificates;
  const carried = wanted.encrypt && certificate !== undefined ? await encrypted(assertion, certificate) : assertion;
  const response = responseXml(responseId, said, carried);
  return signs('response') ? tampered(signXml(response, responseId, used)) : response;
};

/** The answer that nobody was signed in. */
export const buildRefusal = (said: Envelope, signer: Signer): string => {
  const id = newId();
  return signXml(responseXml(id, said, ''), id, signer);
};
