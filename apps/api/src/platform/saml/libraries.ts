/**
 * The parser, and what looks at signatures, with as much of their types as is used: their own would make everything of a browser
 * known in this program.
 */
import { createRequire } from 'node:module';

export type XmlNode = {
  nodeType: number;
  firstChild: XmlNode | null;
  nextSibling: XmlNode | null;
  parentNode: XmlNode | null;
  textContent: string | null;
  toString: () => string;
};
export type XmlAttribute = { name: string; localName: string | null; value: string };
export type XmlElement = XmlNode & {
  localName: string;
  namespaceURI: string | null;
  attributes: { length: number; item: (at: number) => XmlAttribute | null };
  hasAttribute: (name: string) => boolean;
  getAttribute: (name: string) => string | null;
};
export type XmlDocument = XmlNode & { documentElement: XmlElement };

type Told = (problem: string) => never;
type Parser = new (options: { locator: object; errorHandler: { warning: Told; error: Told; fatalError: Told } }) => {
  parseFromString: (xml: string, type: 'text/xml') => XmlDocument | undefined;
};

const require = createRequire(import.meta.url);

export const { DOMParser } = require('@xmldom/xmldom') as { DOMParser: Parser };

/** What the signature of an element covers, or null where it is none of the certificates'. */
export const { getVerifiedXml } = require('@node-saml/node-saml/lib/xml.js') as {
  getVerifiedXml: (xml: string, element: XmlElement, certificates: readonly string[]) => string | null;
};
