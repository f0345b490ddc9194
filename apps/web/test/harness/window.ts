/**
 * The window in which screens are drawn, and the way its calls take: into the portal that runs in this process. Only what
 * belongs to a page becomes global; `fetch` and its kin stay those of Node, because the portal needs them.
 */
import { GlobalWindow } from 'happy-dom';
import { populateGlobal } from 'vitest/runtime';
import type { Method } from '@vitrine/contract/endpoint.ts';

type PageCall = { method: Method; url: URL; headers: Record<string, string>; body: Uint8Array };
type PageAnswer = { status: number; headers: Headers; body: Uint8Array };
/** Answers null where a call does not arrive. */
export type Network = (call: PageCall) => Promise<PageAnswer | null>;

/** Where people find the portal that `openWorld` opens. */
export const origin = 'https://portal.example';

let network: Network | null = null;

/** From now on the page calls there; with null it has no network. */
export function connect(next: Network | null): void {
  network = next;
}

export const page = new GlobalWindow({
  url: `${origin}/`,
  width: 1280,
  height: 800,
  settings: {
    disableCSSFileLoading: true,
    disableIframePageLoading: true,
    disableJavaScriptFileLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
    navigation: { disableMainFrameNavigation: true },
    fetch: {
      interceptor: {
        async beforeAsyncRequest({ request, window }) {
          const answer = await network?.({
            method: request.method as Method,
            url: new URL(request.url),
            headers: Object.fromEntries(request.headers),
            body: new Uint8Array(await request.arrayBuffer()),
          });
          if (!answer) return window.Response.error();
          const { status, headers, body } = answer;
          return new window.Response(status === 204 ? null : Buffer.from(body), { status, headers: [...headers] });
        },
      },
    },
  },
});

populateGlobal(globalThis, page, { bindFunctions: true, additionalKeys: ['URL'] });
// Nothing is laid out here, and everything is in sight: a menu hides itself where its button would be out of it.
page.HTMLElement.prototype.getBoundingClientRect = () => new page.DOMRect(0, 0, 16, 16);
Object.defineProperties(page.HTMLElement.prototype, {
  clientWidth: { get: () => page.innerWidth },
  clientHeight: { get: () => page.innerHeight },
});
// All fonts are there.
Object.defineProperty(page.document, 'fonts', { value: new EventTarget() });
// A browser's blobs say what they are; by that axios knows them.
Object.defineProperty(page.Blob.prototype, Symbol.toStringTag, { value: 'Blob' });
