/** What a verified assertion states, and each check of it that comes after its signature. Of the envelope only what may not contradict it. */
import type { SamlCheck } from '@vitrine/contract/signIn/saml.ts';
import type { XmlElement } from './libraries.ts';
import { refuse } from './refused.ts';
import { childrenOf, textOf, valueOf } from './xml.ts';

export type Facts = {
  assertion_id: string;
  issuer: string;
  name_id: string;
  name_id_format: string | null;
  session_index: string | null;
  /** When the provider's own session ends, in milliseconds. */
  session_ends_at: number | null;
  attributes: { name: string; values: string[] }[];
};

export type Parts = { response: XmlElement; assertion: XmlElement };
export type Wanted = {
  issuer: string;
  audience: string;
  recipient: string;
  /** Null where the provider began: then nothing may be answered. */
  request_id: string | null;
  now: number;
};

export const skewMs = 3 * 60_000;
/** How old an assertion may be, and the sign-in at the provider that it tells of. */
const assertionMs = 10 * 60_000;
const signInMs = 24 * 3_600_000;
const valueCharacters = 1000;

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** A moment as SAML writes it; NaN for anything else, which no comparison lets pass. */
export function instantOf(text: string | null): number | null {
  if (text === null) return null;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
}

/** Refuses what does not hold now, with patience for clocks that differ. It has to say when it ends. */
function requireSpan(element: XmlElement | undefined, now: number): void {
  const [from, until] = [instantOf(valueOf(element, 'NotBefore')), instantOf(valueOf(element, 'NotOnOrAfter'))];
  if (until === null || !(now < until + skewMs)) refuse('time', 'over');
  if (from !== null && !(now >= from - skewMs)) refuse('time', 'early');
}

const attributesIn = (assertion: XmlElement): Facts['attributes'] =>
  childrenOf(assertion, 'assertion', 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, 'assertion', 'Attribute'))
    .map((attribute) => ({
      name: (valueOf(attribute, 'Name') ?? '').slice(0, valueCharacters),
      values: childrenOf(attribute, 'assertion', 'AttributeValue').map((value) => textOf(value).slice(0, valueCharacters)),
    }));

const subjectOf = (assertion: XmlElement): XmlElement | undefined => childrenOf(assertion, 'assertion', 'Subject')[0];

export function factsOf(assertion: XmlElement): Facts {
  const [nameId] = childrenOf(subjectOf(assertion), 'assertion', 'NameID');
  const [statement] = childrenOf(assertion, 'assertion', 'AuthnStatement');
  return {
    assertion_id: valueOf(assertion, 'ID') ?? '',
    issuer: textOf(childrenOf(assertion, 'assertion', 'Issuer')[0]),
    name_id: textOf(nameId).slice(0, valueCharacters),
    name_id_format: valueOf(nameId, 'Format'),
    session_index: valueOf(statement, 'SessionIndex'),
    session_ends_at: instantOf(valueOf(statement, 'SessionNotOnOrAfter')),
    attributes: attributesIn(assertion),
  };
}

/** The one confirmation that whoever brings the assertion may use it. */
function confirmationOf(assertion: XmlElement): XmlElement | undefined {
  const confirmations = childrenOf(subjectOf(assertion), 'assertion', 'SubjectConfirmation');
  const [one] = confirmations;
  const isBearer = confirmations.length === 1 && valueOf(one, 'Method') === bearer;
  return isBearer ? childrenOf(one, 'assertion', 'SubjectConfirmationData')[0] : undefined;
}

const issuersIn = (element: XmlElement): string[] => childrenOf(element, 'assertion', 'Issuer').map(textOf);

function checkStatus({ response }: Parts): void {
  const [code] = childrenOf(childrenOf(response, 'protocol', 'Status')[0], 'protocol', 'StatusCode');
  if (valueOf(code, 'Value') !== success) refuse('status', valueOf(code, 'Value') ?? '');
}

function checkIssuer({ response, assertion }: Parts, { issuer }: Wanted): void {
  const said = issuersIn(assertion);
  if (said.length !== 1 || said[0] !== issuer) refuse('issuer', said.join(' '));
  const around = issuersIn(response);
  if (around.some((other) => other !== issuer)) refuse('issuer', around.join(' '));
}

function checkAudience({ assertion }: Parts, { audience }: Wanted): void {
  const conditions = childrenOf(assertion, 'assertion', 'Conditions');
  const restrictions = conditions.flatMap((one) => childrenOf(one, 'assertion', 'AudienceRestriction'));
  const audiences = restrictions.map((one) => childrenOf(one, 'assertion', 'Audience').map(textOf));
  const isOurs = conditions.length === 1 && audiences.length > 0 && audiences.every((names) => names.includes(audience));
  if (!isOurs) refuse('audience', audiences.flat().join(' '));
}

function checkRecipient({ response, assertion }: Parts, { recipient }: Wanted): void {
  const said = valueOf(confirmationOf(assertion), 'Recipient');
  if (said !== recipient) refuse('recipient', said ?? '');
  const destination = valueOf(response, 'Destination');
  const isSigned = childrenOf(response, 'signature', 'Signature').length > 0;
  if (destination === null ? isSigned : destination !== recipient) refuse('recipient', destination ?? '');
}

function checkTime({ assertion }: Parts, { now }: Wanted): void {
  for (const span of [...childrenOf(assertion, 'assertion', 'Conditions'), confirmationOf(assertion)]) requireSpan(span, now);
  const issued = instantOf(valueOf(assertion, 'IssueInstant'));
  if (issued === null || !(issued <= now + skewMs)) return refuse('time', 'early');
  if (!(now - issued <= assertionMs + skewMs)) return refuse('time', 'old');
  const statements = childrenOf(assertion, 'assertion', 'AuthnStatement');
  const instant = instantOf(valueOf(statements[0], 'AuthnInstant'));
  const isRecent = statements.length === 1 && instant !== null && instant <= now + skewMs && now - instant <= signInMs;
  if (!isRecent) return refuse('time', 'old_sign_in');
  const end = instantOf(valueOf(statements[0], 'SessionNotOnOrAfter'));
  if (end !== null && !(now < end)) refuse('time', 'over');
}

function checkAnswers({ response, assertion }: Parts, { request_id }: Wanted): void {
  const [within, around] = [valueOf(confirmationOf(assertion), 'InResponseTo'), valueOf(response, 'InResponseTo')];
  if (within !== request_id || around !== request_id) refuse('answers', `${within ?? ''} ${around ?? ''}`.trim());
}

function checkIdentity({ assertion }: Parts): void {
  const names = childrenOf(subjectOf(assertion), 'assertion', 'NameID');
  const isOne = childrenOf(assertion, 'assertion', 'Subject').length === 1 && names.length === 1;
  if (!isOne || textOf(names[0]) === '' || !valueOf(assertion, 'ID')) refuse('identity', names.map(textOf).join(' '));
}

export const checksAfterSignature = [
  ['status', checkStatus],
  ['issuer', checkIssuer],
  ['audience', checkAudience],
  ['recipient', checkRecipient],
  ['time', checkTime],
  ['answers', checkAnswers],
  ['identity', checkIdentity],
] as const satisfies [SamlCheck, (parts: Parts, wanted: Wanted) => void][];
