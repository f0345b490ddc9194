/**
 * What the embedded page and the page around it say to each other, and the element: everything a host's program knows of. The portal serves
 * this as `/embed.d.ts`. Everything that is said has a `type`; what is unknown is ignored.
 */

/** Said by the embedded page. */
export type PageMessage =
  /** The report can be read. `pages` are in their order; a paginated report has none. */
  | { type: 'vitrine:ready'; report: string; title: string; pages: { name: string; title: string }[] }
  | { type: 'vitrine:page'; report: string; page: string }
  /** Pixels that the report needs to be seen whole at its present width. */
  | { type: 'vitrine:height'; height: number }
  /** A word of the portal, and a sentence in the reader's language. */
  | { type: 'vitrine:error'; word: string; message: string }
  /** The session ends at this moment (ISO-8601): answer with a new token, and nothing is reloaded. */
  | { type: 'vitrine:ending'; expires_at: string }
  /** The page has no token that works, after a reload for instance. */
  | { type: 'vitrine:token-wanted' };

/** Said by the page around it: a new token of the host's server. */
export type HostMessage = { type: 'vitrine:token'; token: string };

type Saying<Type extends PageMessage['type']> = CustomEvent<Extract<PageMessage, { type: Type }>>;

/** The events of the element. They bubble. */
export type VitrineReportEvents = {
  'vitrine-ready': Saying<'vitrine:ready'>;
  'vitrine-page': Saying<'vitrine:page'>;
  'vitrine-height': Saying<'vitrine:height'>;
  'vitrine-error': Saying<'vitrine:error'>;
  'vitrine-ending': Saying<'vitrine:ending'>;
  'vitrine-token-wanted': Saying<'vitrine:token-wanted'>;
};

/** `<vitrine-report>`; its attributes are told in the documentation. */
export interface VitrineReportElement extends HTMLElement {
  /** Asks the host's server for a token; without it `token-url` is asked. */
  fetchToken: () => Promise<string>;
}

declare global {
  interface HTMLElementTagNameMap {
    'vitrine-report': VitrineReportElement;
  }
  interface HTMLElementEventMap extends VitrineReportEvents {}
}
