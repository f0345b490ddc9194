import { X509Certificate } from 'node:crypto';
import { nameIdFormats } from './claims.ts';
import type { SamlCertificate } from './keys.ts';
import type { Place } from './place.ts';
import { bindings, ns, tag } from './xml.ts';

const keyXml = ({ certificate }: SamlCertificate): string =>
  tag(
    'md:KeyDescriptor',
    { use: 'signing' },
    tag(
      'ds:KeyInfo',
      { 'xmlns:ds': ns.signature },
      tag('ds:X509Data', {}, tag('ds:X509Certificate', {}, new X509Certificate(certificate).raw.toString('base64'))),
    ),
  );

/** What applications have to know of the directory: addresses and certificates, all of them while they are changed. */
export const metadataXml = ({ entity_id, base }: Place, certificates: SamlCertificate[]): string => {
  const service = (name: string, binding: string, path: string): string =>
    tag(`md:${name}`, { Binding: binding, Location: `${base}/${path}` });
  const both = Object.values(bindings);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag(
    'md:EntityDescriptor',
    { 'xmlns:md': ns.metadata, entityID: entity_id },
    tag(
      'md:IDPSSODescriptor',
      { protocolSupportEnumeration: ns.protocol, WantAuthnRequestsSigned: 'false' },
      ...certificates.map(keyXml),
      ...both.map((binding) => service('SingleLogoutService', binding, 'slo')),
      ...Object.values(nameIdFormats).map((format) => tag('md:NameIDFormat', {}, format)),
      ...both.map((binding) => service('SingleSignOnService', binding, 'sso')),
    ),
  )}\n`;
};
