/**
 * `<vitrine-report portal="https://reports.example" token-url="/vitrine-token">`: a report of the portal in any page. The element asks
 * the host's own server for tokens, follows the height of the report, and hands a new token over before the session ends.
 *
 * Attributes: `portal` (the origin of the portal), `token-url` (answers `{ "token": "…" }` by GET, with the cookies of the host),
 * `language` (pt-BR, en-US, es, pt-PT), `scheme` (light, dark, auto), `height` (pixels; without it that of the report).
 * Property: `fetchToken`, instead of `token-url`. Events: `vitrine-ready`, `vitrine-page`, `vitrine-height`, `vitrine-error`,
 * `vitrine-ending`; their `detail` is the message.
 */
import type { HostMessage, PageMessage, VitrineReportElement } from './messages.ts';

const firstHeight = 480;

/** The message of an embedded page; null for anything else. */
const pageMessageIn = (data: unknown): PageMessage | null =>
  typeof data === 'object' && data !== null && 'type' in data && String(data.type).startsWith('vitrine:') ? (data as PageMessage) : null;

class VitrineReport extends HTMLElement implements VitrineReportElement {
  static readonly observedAttributes = ['height'];

  /** Asks the host's server for a token; set it where `token-url` is not enough. */
  fetchToken: () => Promise<string> = () => this.#tokenOfAddress();

  #frame: HTMLIFrameElement | null = null;
  #asking = false;
  readonly #hear = (event: MessageEvent<unknown>): void => this.#receive(event);

  connectedCallback(): void {
    if (this.style.display === '') this.style.display = 'block';
    addEventListener('message', this.#hear);
    void this.#open();
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#hear);
    this.#frame?.remove();
    this.#frame = null;
  }

  attributeChangedCallback(): void {
    if (this.#frame) this.#frame.style.height = `${this.getAttribute('height') ?? firstHeight}px`;
  }

  get #portal(): string {
    return new URL(this.getAttribute('portal') ?? '', location.href).origin;
  }

  async #tokenOfAddress(): Promise<string> {
    const answer = await fetch(this.getAttribute('token-url') ?? '', { credentials: 'same-origin', cache: 'no-store' });
    if (!answer.ok) throw new Error(`The server of this page answered ${answer.status} when it was asked for a token`);
    const { token } = (await answer.json()) as { token: string };
    return token;
  }

  async #open(): Promise<void> {
    try {
      const token = await this.fetchToken();
      if (!this.isConnected || this.#frame) return;
      const address = new URL(`/embedded/${encodeURIComponent(token)}`, this.#portal);
      for (const name of ['language', 'scheme']) {
        const value = this.getAttribute(name);
        if (value !== null) address.searchParams.set(name, value);
      }
      const frame = document.createElement('iframe');
      frame.src = address.href;
      frame.title = this.getAttribute('label') ?? this.title;
      frame.allow = 'fullscreen';
      frame.style.cssText = `display:block;width:100%;border:0;height:${this.getAttribute('height') ?? firstHeight}px`;
      this.#frame = frame;
      this.replaceChildren(frame);
    } catch (error) {
      this.#tell({ type: 'vitrine:error', word: 'token', message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Hands a new token over: the report stays as it is. */
  async #renew(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const message: HostMessage = { type: 'vitrine:token', token: await this.fetchToken() };
      this.#frame?.contentWindow?.postMessage(message, this.#portal);
    } catch (error) {
      this.#tell({ type: 'vitrine:error', word: 'token', message: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#asking = false;
    }
  }

  #receive({ source, origin, data }: MessageEvent<unknown>): void {
    if (!this.#frame || source !== this.#frame.contentWindow || origin !== this.#portal) return;
    const message = pageMessageIn(data);
    if (!message) return;
    if (message.type === 'vitrine:height' && !this.hasAttribute('height')) this.#frame.style.height = `${message.height}px`;
    if (message.type === 'vitrine:ready' && this.#frame.title === '') this.#frame.title = message.title;
    if (message.type === 'vitrine:ending' || message.type === 'vitrine:token-wanted') {
      void this.#renew();
    }
    this.#tell(message);
  }

  #tell(message: PageMessage): void {
    this.dispatchEvent(new CustomEvent(message.type.replace(':', '-'), { detail: message, bubbles: true }));
  }
}

customElements.define('vitrine-report', VitrineReport);
