import type { Participant } from '../directory/sessions.ts';
import { newId } from './messages.ts';
import { escapeXml, ns, tag } from './xml.ts';

const minuteMs = 60_000;

/** What every message begins with. */
type Head = { issuer: string; destination: string; now: number };

const head = (id: string, { destination, now }: Head): Record<string, string> => ({
  'xmlns:samlp': ns.protocol,
  ID: id,
  Version: '2.0',
  IssueInstant: new Date(now).toISOString(),
  Destination: destination,
});

const issuerXml = ({ issuer }: Head): string => tag('saml:Issuer', { 'xmlns:saml': ns.assertion }, escapeXml(issuer));

/** Tells an application that somebody signs out: of all sessions in which it knows them. */
export const logoutRequest = (about: Head, participants: [Participant, ...Participant[]]): { id: string; xml: string } => {
  const id = newId();
  const [{ name_id, name_id_format }] = participants;
  const xml = tag(
    'samlp:LogoutRequest',
    { ...head(id, about), NotOnOrAfter: new Date(about.now + 5 * minuteMs).toISOString() },
    issuerXml(about),
    tag('saml:NameID', { 'xmlns:saml': ns.assertion, Format: name_id_format }, escapeXml(name_id)),
    ...participants.map(({ session_index }) => tag('samlp:SessionIndex', {}, escapeXml(session_index))),
  );
  return { id, xml };
};

export type LogoutStatus = 'Success' | 'PartialLogout' | 'UnknownPrincipal';

const word = (name: string): string => `urn:oasis:names:tc:SAML:2.0:status:${name}`;

const statusXml = (status: LogoutStatus): string => {
  if (status === 'Success') return tag('samlp:StatusCode', { Value: word('Success') });
  // A partial logout succeeded here and not elsewhere; a stranger's is the mistake of who asked.
  const first = status === 'PartialLogout' ? 'Success' : 'Requester';
  return tag('samlp:StatusCode', { Value: word(first) }, tag('samlp:StatusCode', { Value: word(status) }));
};

export const logoutResponse = (about: Head, inResponseTo: string, status: LogoutStatus): { id: string; xml: string } => {
  const id = newId();
  const xml = tag(
    'samlp:LogoutResponse',
    { ...head(id, about), InResponseTo: inResponseTo },
    issuerXml(about),
    tag('samlp:Status', {}, statusXml(status)),
  );
  return { id, xml };
};
