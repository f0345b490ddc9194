import { X509Certificate } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import { z } from 'zod';
import { SamlError } from './samlError.ts';
import { attribute, bindings, children, isNamed, ns, parseXml, textOf } from './xml.ts';

const acsShape = z.strictObject({ location: z.string(), index: z.number(), is_default: z.boolean() });

export const providerShape = z.strictObject({
  entity_id: z.string(),
  name: z.string(),
  /** Where assertions are posted to. */
  assertion_consumers: z.array(acsShape).min(1),
  /** Where it hears that somebody signs out; its answers may go elsewhere. */
  logout: z.strictObject({ binding: z.enum(['redirect', 'post']), location: z.string(), response_location: z.string() }).optional(),
  signing_certificates: z.array(z.string()),
  encryption_certificates: z.array(z.string()),
  /** Its requests are refused without a signature. */
  signs_requests: z.boolean(),
  name_id_format: z.string().optional(),
  /** What the directory signs for it. */
  sign: z.enum(['assertion', 'response', 'both']).default('assertion'),
  /** Assertions are encrypted where it has a certificate for that. */
  encrypt: z.boolean().default(true),
});
/** An application that knows the directory by SAML. */
export type ServiceProvider = z.infer<typeof providerShape>;

const pemOf = (base64: string): string => {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString();
  } catch {
    throw new SamlError('The metadata has a certificate that cannot be read.');
  }
};

const certificatesFor = (role: Element, use: 'signing' | 'encryption'): string[] =>
  children(role, ns.metadata, 'KeyDescriptor')
    .filter((key) => (attribute(key, 'use') ?? use) === use)
    .flatMap((key) => children(key, ns.signature, 'KeyInfo'))
    .flatMap((info) => children(info, ns.signature, 'X509Data'))
    .flatMap((data) => children(data, ns.signature, 'X509Certificate'))
    .map((certificate) => pemOf(textOf(certificate) ?? ''));

const isWeb = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

const webAddress = (element: Element, name: string): string | undefined => {
  const address = attribute(element, name);
  if (address !== undefined && !isWeb(address)) throw new SamlError(`The address ${address} is not one of the web.`);
  return address;
};

const consumersOf = (role: Element): ServiceProvider['assertion_consumers'] =>
  children(role, ns.metadata, 'AssertionConsumerService')
    .filter((service) => attribute(service, 'Binding') === bindings.post)
    .flatMap((service) => {
      const location = webAddress(service, 'Location');
      const index = Number(attribute(service, 'index') ?? 0);
      return location === undefined ? [] : [{ location, index, is_default: attribute(service, 'isDefault') === 'true' }];
    });

const logoutOf = (role: Element): ServiceProvider['logout'] => {
  const services = children(role, ns.metadata, 'SingleLogoutService');
  for (const binding of ['redirect', 'post'] as const) {
    const service = services.find((one) => attribute(one, 'Binding') === bindings[binding]);
    const location = service && webAddress(service, 'Location');
    if (service && location !== undefined)
      return { binding, location, response_location: webAddress(service, 'ResponseLocation') ?? location };
  }
  return undefined;
};

const nameOf = (entity: Element, entityId: string): string => {
  const [organisation] = children(entity, ns.metadata, 'Organization');
  const [name] = organisation ? children(organisation, ns.metadata, 'OrganizationDisplayName') : [];
  return textOf(name) ?? URL.parse(entityId)?.host ?? entityId;
};

/** What the metadata of an application says of it. Throws for metadata that is none. */
export const readProviderMetadata = (text: string): ServiceProvider => {
  const entity = parseXml(text.trim());
  if (!isNamed(entity, ns.metadata, 'EntityDescriptor')) throw new SamlError('This is not the metadata of one application.');
  const entity_id = attribute(entity, 'entityID');
  const [role] = children(entity, ns.metadata, 'SPSSODescriptor');
  if (entity_id === undefined || !role) throw new SamlError('The metadata names no application that people sign in to.');
  const assertion_consumers = consumersOf(role);
  if (assertion_consumers.length === 0) throw new SamlError('The metadata names no address that assertions are posted to.');
  return {
    entity_id,
    name: nameOf(entity, entity_id),
    assertion_consumers,
    logout: logoutOf(role),
    signing_certificates: certificatesFor(role, 'signing'),
    encryption_certificates: certificatesFor(role, 'encryption'),
    signs_requests: attribute(role, 'AuthnRequestsSigned') === 'true',
    name_id_format: textOf(children(role, ns.metadata, 'NameIDFormat')[0]),
    sign: 'assertion',
    encrypt: true,
  };
};

/** Registers an application, or anew under the same name. */
export const registerProvider = ({ service_providers }: { service_providers: ServiceProvider[] }, provider: ServiceProvider): void => {
  const at = service_providers.findIndex(({ entity_id }) => entity_id === provider.entity_id);
  if (at === -1) service_providers.push(provider);
  else service_providers[at] = provider;
};
