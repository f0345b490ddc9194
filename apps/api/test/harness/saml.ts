/** A SAML provider that signs whatever it is told to, as itself or as an attacker, and people who come back from it. */
import { createPublicKey, createSign } from 'node:crypto';
import { createRequire } from 'node:module';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { begin, finish } from '@vitrine/contract/signIn/saml.ts';
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import { encrypt } from 'xml-encryption';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { makeOwnKey, readCertificate } from '#platform/saml/certificates.ts';
import type { Browser } from './browser.ts';
import type { Unit } from './population.ts';
import type { World } from './world.ts';
import { openWorld } from './world.ts';

type Signing = new (options: {
  privateKey: string;
  publicCert?: string;
  signatureAlgorithm: string;
  canonicalizationAlgorithm: string;
  getKeyInfoContent?: () => string | null;
}) => {
  addReference: (reference: { xpath: string; transforms: string[]; digestAlgorithm: string }) => void;
  computeSignature: (xml: string, options: { location: { reference: string; action: string }; prefix?: string }) => void;
  getSignedXml: () => string;
};
const require = createRequire(import.meta.url);
const { SignedXml } = require('xml-crypto') as { SignedXml: Signing };

export type Key = { key: string; certificate: string };
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export type How = Partial<{ method: string; digest: string; canonicalization: string; transforms: string[]; certificate: string }>;

/** Signs the element of that name, as providers do: the signature stands behind its issuer. */
export function sign(xml: string, element: string, { key }: Key, how: How = {}): string {
  const { certificate } = how;
  const signing = new SignedXml({
    privateKey: key,
    signatureAlgorithm: how.method ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: how.canonicalization ?? exclusive,
    ...(certificate === undefined ? {} : { publicCert: certificate }),
  });
  const xpath = `//*[local-name(.)='${element}']`;
  signing.addReference({
    xpath,
    transforms: how.transforms ?? [enveloped, exclusive],
    digestAlgorithm: how.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signing.computeSignature(xml, { location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' }, prefix: 'ds' });
  return signing.getSignedXml();
}

/** What a provider says; each part can be made to lie. A part that is null is left out. */
export type Said = {
  response_id: string;
  assertion_id: string;
  issuer: string;
  response_issuer: string | null;
  destination: string | null;
  recipient: string | null;
  audience: string | null;
  in_response_to: string | null;
  envelope_in_response_to: string | null;
  status: string;
  name_id: string;
  name_ids: string;
  method: string;
  confirmation: boolean;
  conditions: boolean;
  issued: Date;
  not_before: Date;
  not_on_or_after: Date;
  confirmed_until: Date;
  authn_instant: Date;
  session_index: string;
  session_ends: Date | null;
  attributes: Record<string, readonly string[]>;
  inside: string;
};

const at = (moment: Date): string => moment.toISOString();
const given = (name: string, value: string | null): string => (value === null ? '' : ` ${name}="${value}"`);

export function assertionOf(said: Said): string {
  const attributes = Object.entries(said.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  const confirmation = `<saml:SubjectConfirmation Method="${said.method}"><saml:SubjectConfirmationData NotOnOrAfter="${at(said.confirmed_until)}"${given('Recipient', said.recipient)}${given('InResponseTo', said.in_response_to)}/></saml:SubjectConfirmation>`;
  const audience =
    said.audience === null ? '' : `<saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction>`;
  const conditions = `<saml:Conditions NotBefore="${at(said.not_before)}" NotOnOrAfter="${at(said.not_on_or_after)}">${audience}</saml:Conditions>`;
  const ends = said.session_ends === null ? '' : ` SessionNotOnOrAfter="${at(said.session_ends)}"`;
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.assertion_id}" Version="2.0" IssueInstant="${at(said.issued)}">`,
    `<saml:Issuer>${said.issuer}</saml:Issuer>`,
    `<saml:Subject>${said.name_ids}${said.confirmation ? confirmation : ''}</saml:Subject>`,
    said.conditions ? conditions : '',
    `<saml:AuthnStatement AuthnInstant="${at(said.authn_instant)}" SessionIndex="${said.session_index}"${ends}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '',
    said.inside,
    '</saml:Assertion>',
  ].join('');
}

export function envelopeOf(said: Said, inside: string): string {
  const issuer =
    said.response_issuer === null
      ? ''
      : `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.response_issuer}</saml:Issuer>`;
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${said.response_id}" Version="2.0" IssueInstant="${at(said.issued)}"${given('Destination', said.destination)}${given('InResponseTo', said.envelope_in_response_to)}>`,
    issuer,
    `<samlp:Status><samlp:StatusCode Value="${said.status}"/></samlp:Status>`,
    inside,
    '</samlp:Response>',
  ].join('');
}

/** The assertion in its encryption. */
export const encrypted = (assertion: string, certificate: string, how: { data?: string; key?: string } = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = {
      rsa_pub: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }) as string,
      pem: certificate,
      encryptionAlgorithm: (how.data ?? 'http://www.w3.org/2009/xmlenc11#aes256-gcm') as 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      keyEncryptionAlgorithm: (how.key ??
        'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p') as 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      warnInsecureAlgorithm: false,
    };
    encrypt(assertion, options, (error, result) =>
      error
        ? reject(error)
        : resolve(`<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${result}</saml:EncryptedAssertion>`),
    );
  });

const plusMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

export type App = { id: string; unit: Unit; host: string; domain: string; entity_id: string; own: Key; audience: string };
export type Going = { request_id: string | null; state: string };

const acsOf = ({ host, id }: App) => `https://${host}/api/saml/callback/${id}`;

/** A unit with an app, on a host and with a domain of mail addresses of its own. */
async function trustingIn(world: World, provider: Key, values: object = {}, unitValues: Parameters<World['unit']>[0] = {}): Promise<App> {
  const key = uuidv7().slice(-12);
  const [host, domain] = [`u${key}.example`, `mail-${key}.example`];
  const unit = await world.unit({ host, ...unitValues });
  const id = uuidv7();
  const own = await makeOwnKey('Own', new Date());
  const entity_id = `https://provider.example/${key}`;
  const row = {
    tenant_id: unit.id,
    id,
    name: 'Provider',
    entity_id,
    sso_url: 'https://provider.example/sso',
    slo_url: 'https://provider.example/slo',
    certificates: [readCertificate(provider.certificate)?.pem ?? ''],
    key: world.services.secrets.encrypt(own.key, `${unit.id}/saml_app/${id}/key`),
    own_certificate: own.certificate,
    email_domains: [domain],
    active: true,
    ...values,
  };
  await world.owner.run(query.insertInto('saml_app').values(row));
  return { id, unit, host, domain, entity_id, own, audience: `https://${host}/api/saml/metadata/${id}` };
}

/** What an honest provider says of somebody. */
function honestOf(world: World, app: App, { request_id }: Pick<Going, 'request_id'>, name_id: string, lies: Partial<Said> = {}): Said {
  const now = world.services.now();
  const issuer = lies.issuer ?? app.entity_id;
  return {
    response_id: `_r${uuidv7()}`,
    assertion_id: `_a${uuidv7()}`,
    issuer,
    response_issuer: issuer,
    destination: acsOf(app),
    recipient: acsOf(app),
    audience: app.audience,
    in_response_to: request_id,
    envelope_in_response_to: lies.in_response_to === undefined ? request_id : lies.in_response_to,
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    name_id,
    name_ids: `<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${lies.name_id ?? name_id}</saml:NameID>`,
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    confirmation: true,
    conditions: true,
    issued: now,
    not_before: plusMinutes(now, -1),
    not_on_or_after: plusMinutes(now, 5),
    confirmed_until: plusMinutes(now, 5),
    authn_instant: plusMinutes(now, -1),
    session_index: `s-${uuidv7()}`,
    session_ends: null,
    attributes: {},
    inside: '',
    ...lies,
  };
}

/** The query of a message in an address, with the signature that covers it. */
function inAddress(name: 'SAMLRequest' | 'SAMLResponse', xml: string, key: Key | null, relay = 'relay'): string {
  const signed = `${name}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}&RelayState=${relay}&SigAlg=${encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')}`;
  if (key === null) return signed;
  return `${signed}&Signature=${encodeURIComponent(createSign('RSA-SHA256').update(signed).sign(key.key, 'base64'))}`;
}

/** In a portal of its own, or in one that is open already. */
export async function openSamlWorld(opened?: World) {
  const world = opened ?? (await openWorld());
  const provider: Key = await makeOwnKey('Provider', new Date());
  const other: Key = await makeOwnKey('Provider next', new Date());
  const attacker: Key = await makeOwnKey('Attacker', new Date());

  const trusting = (values: object = {}, unitValues: Parameters<World['unit']>[0] = {}): Promise<App> =>
    trustingIn(world, provider, values, unitValues);
  const honest = (app: App, going: Pick<Going, 'request_id'>, name_id: string, lies: Partial<Said> = {}): Said =>
    honestOf(world, app, going, name_id, lies);
  const browserAt = ({ host }: App, ip = '198.51.100.7') => world.browser({ host, ip });

  /** Begins at the portal: what the provider is asked. */
  async function go(browser: Browser): Promise<Going & { asked: URL; request: string }> {
    const { redirect_url } = await browser.call(begin, { body: {} });
    const asked = new URL(redirect_url);
    const request = inflateRawSync(Buffer.from(asked.searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8');
    return { asked, request, request_id: / ID="([^"]+)"/.exec(request)?.[1] ?? null, state: asked.searchParams.get('RelayState') ?? '' };
  }

  const signedAssertion = (said: Said, key = provider, how: How = {}): string => sign(assertionOf(said), 'Assertion', key, how);
  const message = (said: Said): string => envelopeOf(said, signedAssertion(said));

  /** Sends a form to the app as the provider’s page lets the browser do. */
  const post = (browser: Browser, app: Pick<App, 'id'>, xml: string, state: string | null) =>
    browser.inject({
      method: 'POST',
      url: `/api/saml/callback/${app.id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://provider.example' },
      payload: new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        ...(state === null ? {} : { RelayState: state }),
      }).toString(),
    });

  const ledTo = (answer: { headers: { location?: string | undefined } }): URLSearchParams =>
    new URL(answer.headers.location ?? '', 'https://portal.example').searchParams;

  async function comeBack(browser: Browser, app: App, email: string, lies: Partial<Said> = {}): Promise<string> {
    const going = await go(browser);
    const answer = await post(browser, app, message(honest(app, going, email, lies)), going.state);
    const code = ledTo(answer).get('code');
    if (code === null) throw new Error(`The provider was not believed: ${answer.headers.location}`);
    return code;
  }

  async function signIn(
    app: App,
    email: string,
    lies: Partial<Said> = {},
    browser = browserAt(app),
  ): Promise<{ browser: Browser; signedIn: SignedIn }> {
    const signedIn = await browser.call(finish, { body: { code: await comeBack(browser, app, email, lies) } });
    browser.token = signedIn.token;
    return { browser, signedIn };
  }

  return {
    world,
    provider,
    other,
    attacker,
    trusting,
    browserAt,
    acsOf,
    go,
    honest,
    signedAssertion,
    message,
    post,
    ledTo,
    comeBack,
    signIn,
    inAddress,
    close: world.close,
  };
}
