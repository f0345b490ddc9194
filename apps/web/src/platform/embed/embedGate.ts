/**
 * powerbi-client refuses embed addresses that are not on Microsoft's hosts. A portal that uses the local reporting service
 * names its origin in the page, `<meta name="vitrine-local-reporting" content="<origin>">`. Then, and only for that
 * exact origin, the frame is created here. All other addresses go through the client's own check, as in production, where
 * the page has no such line.
 */
const microsoftOrigin = 'https://app.powerbi.com';

/** The origin that the server named; null if the reports come from Microsoft. */
export function localReportingOrigin(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="vitrine-local-reporting"]')?.content ?? '';
  return URL.canParse(content) ? new URL(content).origin : null;
}

/** The embed page without a report, which can be loaded while the token is requested. */
export const reportPage = (): string => `${localReportingOrigin() ?? microsoftOrigin}/reportEmbed`;

/** The private members of the client that are used here. */
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
 * Allows embed addresses of exactly this origin. The client checks in its private `setIframe`, and only while there is no
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
