import { randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Element } from '@xmldom/xmldom';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendAway, sendForm } from '../directory/accountPages.ts';
import { SamlError } from './samlError.ts';
import type { ServiceProvider } from './serviceProvider.ts';
import { checkQuery, provenRoot, signXml, signedAddress } from './signature.ts';
import type { Signer } from './signature.ts';
import { attribute, children, isNamed, longestXml, ns, parseXml, textOf } from './xml.ts';

/** Which field of a call holds the message. */
type MessageField = 'SAMLRequest' | 'SAMLResponse';

/** A message as it came: not proven yet. */
export type Received = {
  field: MessageField;
  binding: 'redirect' | 'post';
  xml: string;
  root: Element;
  issuer: string;
  relay_state: string | undefined;
  /** The query as it was written, where its signature is. */
  query: string;
};

export const newId = (): string => `_${randomBytes(20).toString('hex')}`;

const issuerOf = (root: Element): string => textOf(children(root, ns.assertion, 'Issuer')[0]) ?? '';

const decoded = (binding: Received['binding'], value: string): string => {
  const bytes = Buffer.from(value, 'base64');
  if (binding === 'post') return bytes.toString('utf8');
  try {
    return inflateRawSync(bytes, { maxOutputLength: longestXml }).toString('utf8');
  } catch {
    throw new SamlError('The message in the address cannot be unpacked.');
  }
};

const valuesOf = (call: FastifyRequest, query: string): URLSearchParams =>
  call.method === 'POST' && call.body instanceof URLSearchParams ? call.body : new URLSearchParams(query);

/** Reads the message that a call brings; undefined when it brings none. */
export const receive = (call: FastifyRequest): Received | undefined => {
  const [, query = ''] = call.url.split('?', 2);
  const values = valuesOf(call, query);
  const field = (['SAMLRequest', 'SAMLResponse'] as const).find((name) => values.has(name));
  if (!field) return undefined;
  const binding = call.method === 'POST' ? 'post' : 'redirect';
  const xml = decoded(binding, values.get(field) ?? '');
  const root = parseXml(xml);
  return { field, binding, xml, root, issuer: issuerOf(root), relay_state: values.get('RelayState') ?? undefined, query };
};

const isSigned = ({ binding, root, query }: Received): boolean =>
  binding === 'redirect' ? new URLSearchParams(query).has('Signature') : children(root, ns.signature, 'Signature').length > 0;

/** The message as far as it is proven. One that has to be signed and is not, or that is signed by another, is refused. */
export const proven = (message: Received, provider: ServiceProvider | undefined, mustBeSigned: boolean): Element => {
  if (!isSigned(message)) {
    if (mustBeSigned) throw new SamlError('The message of this application has to be signed.');
    return message.root;
  }
  // Of an application that nobody registered there is nothing to check it with.
  if (!provider) return message.root;
  if (message.binding === 'post') return provenRoot(message.xml, provider.signing_certificates);
  checkQuery(message.query, message.field, provider.signing_certificates);
  return message.root;
};

export type AuthnRequest = {
  id: string;
  issuer: string;
  consumer: string | undefined;
  consumer_index: number | undefined;
  name_id_format: string | undefined;
  subject: string | undefined;
  force_authn: boolean;
  is_passive: boolean;
};

const isTrue = (value: string | undefined): boolean => value === 'true' || value === '1';

export const readAuthnRequest = (root: Element): AuthnRequest => {
  if (!isNamed(root, ns.protocol, 'AuthnRequest')) throw new SamlError('This is no request to sign somebody in.');
  const id = attribute(root, 'ID');
  const issuer = issuerOf(root);
  if (id === undefined || issuer === '') throw new SamlError('The request does not say who asks.');
  const [policy] = children(root, ns.protocol, 'NameIDPolicy');
  const [subject] = children(root, ns.assertion, 'Subject');
  const index = attribute(root, 'AssertionConsumerServiceIndex');
  return {
    id,
    issuer,
    consumer: attribute(root, 'AssertionConsumerServiceURL'),
    consumer_index: index === undefined ? undefined : Number(index),
    name_id_format: policy && attribute(policy, 'Format'),
    subject: subject && textOf(children(subject, ns.assertion, 'NameID')[0]),
    force_authn: isTrue(attribute(root, 'ForceAuthn')),
    is_passive: isTrue(attribute(root, 'IsPassive')),
  };
};

export type LogoutRequest = { id: string; issuer: string; name_id: string; session_indexes: string[] };

export const readLogoutRequest = (root: Element): LogoutRequest => {
  if (!isNamed(root, ns.protocol, 'LogoutRequest')) throw new SamlError('This is no request to sign somebody out.');
  const name_id = textOf(children(root, ns.assertion, 'NameID')[0]);
  const id = attribute(root, 'ID');
  if (id === undefined || name_id === undefined) throw new SamlError('The request does not say who signs out.');
  const session_indexes = children(root, ns.protocol, 'SessionIndex').flatMap((index) => textOf(index) ?? []);
  return { id, issuer: issuerOf(root), name_id, session_indexes };
};

/** Whether an answer says that all went well, and to which request. */
export const readStatus = (root: Element): { in_response_to: string | undefined; succeeded: boolean } => {
  const [status] = children(root, ns.protocol, 'Status');
  const [code] = status ? children(status, ns.protocol, 'StatusCode') : [];
  const succeeded = code !== undefined && attribute(code, 'Value') === 'urn:oasis:names:tc:SAML:2.0:status:Success';
  return { in_response_to: attribute(root, 'InResponseTo'), succeeded };
};

/** What is carried along unseen, where there is something. */
export const relayed = (relay_state: string | undefined): Record<string, string> =>
  relay_state === undefined ? {} : { RelayState: relay_state };

export type Sending = { field: MessageField; binding: 'redirect' | 'post'; location: string; relay_state?: string | undefined };

/** Sends a signed message through the browser. */
export const sendMessage = (
  call: FastifyRequest,
  reply: FastifyReply,
  { field, binding, location, relay_state }: Sending,
  { xml, id, signer }: { xml: string; id: string; signer: Signer },
): FastifyReply => {
  const relay = relayed(relay_state);
  if (binding === 'post')
    return sendForm(call, reply, location, { [field]: Buffer.from(signXml(xml, id, signer)).toString('base64'), ...relay });
  const packed = deflateRawSync(Buffer.from(xml)).toString('base64');
  return sendAway(reply, signedAddress(location, { [field]: packed, ...relay }, signer));
};
