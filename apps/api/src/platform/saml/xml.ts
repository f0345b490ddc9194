/**
 * XML of strangers, as a tree. Nothing is looked up, expanded or repaired: declarations of types and entities and processing
 * instructions are refused before a parser sees them, and so is more than a sign-in ever needs.
 */
import { isUtf8 } from 'node:buffer';
import type { XmlAttribute, XmlDocument, XmlElement, XmlNode } from './libraries.ts';
import { DOMParser } from './libraries.ts';
import { refuse } from './refused.ts';

const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const;
type Space = keyof typeof namespaces;

export type Limits = { bytes: number; elements: number; depth: number };
export const messageLimits: Limits = { bytes: 256 * 1024, elements: 3000, depth: 40 };

/** Counts what is opened before anything is built of it. A `>` within quotes ends nothing. */
function countElements(xml: string, { elements, depth }: Limits): void {
  let [opened, open] = [0, 0];
  for (const [tag] of xml.matchAll(/<(?:!--[\s\S]*?-->|!\[CDATA\[[\s\S]*?\]\]>|(?:"[^"]*"|'[^']*'|[^<>"'])*>)/g)) {
    if (tag.startsWith('<!')) continue;
    if (tag.startsWith('</')) open--;
    else {
      opened++;
      if (!tag.endsWith('/>')) open++;
    }
    if (opened > elements) refuse('form', 'too_many_elements');
    if (open > depth) refuse('form', 'too_deep');
  }
}

const prologue = /^\uFEFF?<\?xml[^?<>]*\?>/;
// oxlint-disable-next-line no-control-regex -- Characters that XML does not have.
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/** The tree of a text. Refuses everything that two readers could understand differently. */
export function parseXml(text: string, limits: Limits = messageLimits): XmlDocument {
  if (Buffer.byteLength(text) > limits.bytes) refuse('form', 'too_large');
  const xml = text.replace(prologue, '').trim();
  if (/<!(?!--|\[CDATA\[)/.test(xml)) refuse('form', 'declaration');
  if (xml.includes('<?')) refuse('form', 'processing_instruction');
  if (unwritable.test(xml)) refuse('form', 'characters');
  countElements(xml, limits);
  const broken = (problem: string) => refuse('form', `not_xml ${problem.split('\n')[0] ?? ''}`);
  const parser = new DOMParser({ locator: {}, errorHandler: { warning: broken, error: broken, fatalError: broken } });
  const document = parser.parseFromString(xml, 'text/xml');
  if (!document?.documentElement || nodesOf(document).filter(isElement).length !== 1) return refuse('form', 'not_xml');
  return document;
}

/** The text of a message as it came: strict base64 of UTF-8. */
export function decodeMessage(message: string, limits: Limits = messageLimits): string {
  const base64 = message.replaceAll(/[\r\n]/g, '');
  if (base64.length > Math.ceil(limits.bytes / 3) * 4) refuse('form', 'too_large');
  if (base64 === '' || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) refuse('form', 'not_base64');
  const bytes = Buffer.from(base64, 'base64');
  if (!isUtf8(bytes)) refuse('form', 'not_utf8');
  return bytes.toString('utf8');
}

const isElement = (node: XmlNode): node is XmlElement => node.nodeType === 1;

/** What stands directly in it, comments too. */
export function nodesOf(parent: XmlNode): XmlNode[] {
  const nodes: XmlNode[] = [];
  for (let node: XmlNode | null = parent.firstChild; node; node = node.nextSibling) nodes.push(node);
  return nodes;
}

export const elementsIn = (element: XmlElement): XmlElement[] => nodesOf(element).filter(isElement);

export const isNamed = (element: XmlElement, space: Space, name: string): boolean =>
  element.namespaceURI === namespaces[space] && element.localName === name;

export const childrenOf = (element: XmlElement | undefined, space: Space, name: string): XmlElement[] =>
  element ? elementsIn(element).filter((child) => isNamed(child, space, name)) : [];

/** The element and everything in it, in its order. */
export function* everything(root: XmlElement): Generator<XmlElement> {
  const waiting = [root];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    yield element;
    waiting.push(...elementsIn(element).toReversed());
  }
}

export const attributesOf = (element: XmlElement): XmlAttribute[] =>
  Array.from({ length: element.attributes.length }, (_, at) => element.attributes.item(at) as XmlAttribute);

/** The text within, without the blanks around it. */
export const textOf = (element: XmlElement | undefined): string => (element?.textContent ?? '').trim();
/** An attribute, or null where it is missing. */
export const valueOf = (element: XmlElement | undefined, name: string): string | null =>
  element?.hasAttribute(name) ? element.getAttribute(name) : null;
