/** The portal as a service provider: what it says of itself, and what it asks of providers, signed. */
import { SAML } from '@node-saml/node-saml';
import { ParsingPool } from '#platform/parsing/pool.ts';
import type { LogoutExpected, readLogout as readLogoutInside } from './readLogout.ts';
import type { ProviderMetadata, readMetadata as readMetadataInside } from './readMetadata.ts';
import type { Expected, Verdict, readResponse as readResponseInside } from './readResponse.ts';
import type { LogoutVerdict } from './readLogout.ts';

const milliseconds = 5000;
/** What strangers send takes no process from people who are signed in. */
const strangers = new ParsingPool({ processes: 2, heapMegabytes: 128, megabytes: 512 });

const parser = (file: string, name: string) => ({ module: new URL(file, import.meta.url), name, milliseconds });

/** `owner` is whoever sent it: one process at a time for each. */
export const readResponse = (owner: string, expected: Expected): Promise<Verdict> =>
  strangers.run<typeof readResponseInside>(parser('./readResponse.ts', 'readResponse'), owner, expected);

export const readLogout = (owner: string, expected: LogoutExpected): Promise<LogoutVerdict> =>
  strangers.run<typeof readLogoutInside>(parser('./readLogout.ts', 'readLogout'), owner, expected);

export const readMetadata = (owner: string, xml: string): Promise<ProviderMetadata> =>
  strangers.run<typeof readMetadataInside>(parser('./readMetadata.ts', 'readMetadata'), owner, { xml });

/** How the portal and a provider know each other. */
export type Pair = {
  /** Ours: what we call ourselves, where answers come to, our key. */
  entity_id: string;
  acs_url: string;
  key: string;
  /** Theirs. */
  sso_url: string;
  slo_url: string | null;
  certificates: readonly string[];
};

const nothing = { saveAsync: () => Promise.resolve(null), getAsync: () => Promise.resolve(null), removeAsync: () => Promise.resolve(null) };

const between = ({ entity_id, acs_url, key, sso_url, slo_url, certificates }: Pair, id: string): SAML =>
  new SAML({
    issuer: entity_id,
    callbackUrl: acs_url,
    entryPoint: sso_url,
    logoutUrl: slo_url ?? sso_url,
    idpCert: [...certificates],
    privateKey: key,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => id,
    // What was asked is kept in the database, not here.
    cacheProvider: nothing,
  });

/** The address where a sign-in begins at the provider. */
export const signInAddress = (pair: Pair, id: string, state: string): Promise<string> =>
  between(pair, id).getAuthorizeUrlAsync(state, undefined, {});

type Named = { name_id: string; name_id_format: string | null; session_index: string | null };

/** The address where the provider ends its own session of somebody. */
export const signOutAddress = (pair: Pair, id: string, state: string, { name_id, name_id_format, session_index }: Named): Promise<string> =>
  between(pair, id).getLogoutUrlAsync(
    {
      issuer: pair.entity_id,
      nameID: name_id,
      nameIDFormat: name_id_format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      ...(session_index === null ? {} : { sessionIndex: session_index }),
    },
    state,
    {},
  );

/** The address that tells the provider what became of its request. */
export const signedOutAddress = (
  pair: Pair,
  id: string,
  { request_id, relay_state, found }: { request_id: string; relay_state: string; found: boolean },
): Promise<string> =>
  between(pair, id).getLogoutResponseUrlAsync({ ID: request_id, issuer: '', nameID: '', nameIDFormat: '' }, relay_state, {}, found);

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

type Own = { entity_id: string; acs_urls: readonly string[]; slo_url: string; certificate: string };

/** What a provider has to know of the portal. */
export function ownMetadata({ entity_id, acs_urls, slo_url, certificate }: Own): string {
  const base64 = certificate.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  const key = (use: string) =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  const binding = (name: string) => `urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${name}`;
  const logout = ['Redirect', 'POST'].map((name) => `<md:SingleLogoutService Binding="${binding(name)}" Location="${escaped(slo_url)}"/>`);
  const consumers = acs_urls.map(
    (url, index) =>
      `<md:AssertionConsumerService index="${index}"${index === 0 ? ' isDefault="true"' : ''} Binding="${binding('POST')}" Location="${escaped(url)}"/>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(entity_id)}">`,
    '<md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    key('signing'),
    key('encryption'),
    ...logout,
    '<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>',
    ...consumers,
    '</md:SPSSODescriptor>',
    '</md:EntityDescriptor>',
    '',
  ].join('\n');
}
