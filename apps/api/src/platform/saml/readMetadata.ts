/** What a provider says of itself: read in a parsing process, and nothing in it is fetched. */
import { Failure } from '#platform/http/fail.ts';
import type { XmlDocument, XmlElement } from './libraries.ts';
import { NotPassed } from './refused.ts';
import { childrenOf, everything, isNamed, parseXml, textOf, valueOf } from './xml.ts';

const limits = { bytes: 512 * 1024, elements: 6000, depth: 40 };
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

export type ProviderMetadata = { entity_id: string; sso_url: string; slo_url: string | null; certificates: string[] };

const unreadable = (cause?: unknown): never => {
  throw new Failure('saml_metadata_unreadable', {}, {}, cause);
};

function treeOf(xml: string): XmlDocument {
  try {
    return parseXml(xml, limits);
  } catch (error) {
    if (error instanceof NotPassed) return unreadable(error);
    throw error;
  }
}

export function readMetadata({ xml }: { xml: string }): ProviderMetadata {
  const providers = [...everything(treeOf(xml).documentElement)].filter((element) => isNamed(element, 'metadata', 'IDPSSODescriptor'));
  const [provider] = providers;
  // Of a list of many, nobody can tell which one is meant.
  if (!provider || providers.length !== 1) return unreadable();
  const addressOf = (name: string): string | null => {
    const service = childrenOf(provider, 'metadata', name).find((one) => valueOf(one, 'Binding') === redirect);
    return valueOf(service, 'Location');
  };
  const keys = childrenOf(provider, 'metadata', 'KeyDescriptor').filter((key) => (valueOf(key, 'use') ?? 'signing') === 'signing');
  const certificates = keys
    .flatMap((key) => [...everything(key)])
    .filter((element) => isNamed(element, 'signature', 'X509Certificate'))
    .map(textOf);
  const entity_id = valueOf(provider.parentNode as XmlElement, 'entityID') ?? '';
  const sso_url = addressOf('SingleSignOnService');
  if (entity_id === '' || sso_url === null || certificates.length === 0) return unreadable();
  return { entity_id, sso_url, slo_url: addressOf('SingleLogoutService'), certificates: [...new Set(certificates)] };
}
