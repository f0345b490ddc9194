/**
 * What is used of `@xmldom/xmldom`. Its own types bring the globals of a browser with them, and then a server that says
 * `name` or `document` by mistake compiles; `tsconfig.json` names these in their place.
 */
export type Node = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly namespaceURI: string | null;
  readonly localName: string;
  readonly textContent: string | null;
  readonly parentNode: Node | null;
  readonly childNodes: ArrayLike<Node>;
};

export type Attr = Node & { readonly name: string; readonly value: string };

export type Element = Node & {
  readonly attributes: ArrayLike<Attr>;
  readonly ownerDocument: Document;
  getAttribute: (name: string) => string;
  hasAttribute: (name: string) => boolean;
  getElementsByTagNameNS: (namespace: string, name: string) => ArrayLike<Element>;
};

export type Document = Node & {
  /** Missing where the text holds no element. */
  readonly documentElement: Element | undefined;
  getElementsByTagNameNS: (namespace: string, name: string) => ArrayLike<Element>;
};

type Complaint = (message: string) => void;

export class DOMParser {
  constructor(options?: { errorHandler?: { warning?: Complaint; error?: Complaint; fatalError?: Complaint } });
  parseFromString(source: string, type: string): Document;
}

export class XMLSerializer {
  serializeToString(node: Node): string;
}
