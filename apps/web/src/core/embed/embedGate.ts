/**
 * powerbi-client shows only addresses on Microsoft's hosts. A portal whose reporting service runs on its own machine
 * says so in its page, `<meta name="vitrine-local-reporting" content="<origin>">`, and then, and only for that one
 * exact origin, the frame is made here. Everything else goes through the client's own check, as in production, where
 * the page has no such line.
 */
const microsoftOrigin = 'https://app.powerbi.com';

/** The origin that the server named, or null: the reports come from Microsoft. */
export function localReportingOrigin(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="vitrine-local-reporting"]')?.content ?? '';
  return URL.canParse(content) ? new URL(content).origin : null;
}

/** The page that shows reports, before anybody knows which: it can be fetched while the token is on its way. */
export const reportPage = (): string => `${localReportingOrigin() ?? microsoftOrigin}/reportEmbed`;

/** The private parts of the client that are touched. */
type Embedding = {
  iframe?: HTMLIFrameElement;
  element: HTMLElement;
  config: { embedUrl?: string; uniqueId?: string };
};

const isOf = (address: string | undefined, origin: string): address is string =>
  address !== undefined && URL.canParse(address) && new URL(address).origin === origin;

function addFrame(embedding: Embedding, address: string): void {
  const frame = document.createElement('iframe');
  const { uniqueId } = embedding.config;
  frame.src = uniqueId ? `${address}${address.includes('?') ? '&' : '?'}uid=${uniqueId}` : address;
  frame.style.width = '100%';
  frame.style.height = '100%';
  frame.setAttribute('scrolling', 'no');
  frame.setAttribute('allowfullscreen', 'true');
  embedding.element.replaceChildren(frame);
  embedding.iframe = frame;
}

/**
 * Admits addresses of exactly this origin. The client checks in its private `setIframe`, and only while there is no
 * frame yet. Throws when a new version of the client has no such method, instead of failing at the first report.
 */
export function openGate(client: { Embed: { prototype: object } }, origin: string): void {
  const { prototype } = client.Embed;
  const original: unknown = Reflect.get(prototype, 'setIframe');
  if (typeof original !== 'function')
    throw new Error('powerbi-client has no setIframe any more: the local reporting service cannot be shown');
  Reflect.set(prototype, 'setIframe', function setIframe(this: Embedding, ...steps: unknown[]) {
    const { embedUrl } = this.config;
    if (!this.iframe && isOf(embedUrl, origin)) addFrame(this, embedUrl);
    Reflect.apply(original, this, steps);
  });
}
