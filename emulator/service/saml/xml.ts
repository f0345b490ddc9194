import { DOMParser } from '@xmldom/xmldom';
import type { Element, Node } from '@xmldom/xmldom';
import { escapeHtml } from '../html.ts';
import { SamlError } from './samlError.ts';

export const ns = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
};

export const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const;

/** No message of an application is longer. */
export const longestXml = 256 * 1024;

/** Text in XML, without the characters that XML cannot hold. */
export const escapeXml = (text: string): string =>
  escapeHtml(text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));

/** An element with its attributes; those without a value are left out. */
export const tag = (name: string, attributes: Record<string, string | undefined>, ...content: string[]): string => {
  const written = Object.entries(attributes).map(([key, value]) => (value === undefined ? '' : ` ${key}="${escapeXml(value)}"`));
  return content.length === 0 ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content.join('')}</${name}>`;
};

const complain = (message: string): never => {
  throw new SamlError(`The message is not readable as XML: ${message.split('\n')[0] ?? ''}`);
};

/** Reads a document; one with a document type or an instruction is refused before it is read. */
export const parseXml = (text: string): Element => {
  if (text.length > longestXml) throw new SamlError('The message is too long.');
  if (/<!(?:DOCTYPE|ENTITY)|<\?(?!xml\s)/i.test(text)) throw new SamlError('The message has a document type or an instruction.');
  const errorHandler = { warning: complain, error: complain, fatalError: complain };
  const root = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml')?.documentElement;
  return root ?? complain('it is empty');
};

const isElement = (node: Node): node is Element => node.nodeType === 1;

export const isNamed = (element: Element, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name;

/** The children of that name. */
export const children = (parent: Element, namespace: string, name: string): Element[] =>
  Array.from(parent.childNodes)
    .filter(isElement)
    .filter((element) => isNamed(element, namespace, name));

export const textOf = (element: Element | undefined): string | undefined => element?.textContent?.trim() || undefined;

export const attribute = (element: Element, name: string): string | undefined => element.getAttribute(name) || undefined;
