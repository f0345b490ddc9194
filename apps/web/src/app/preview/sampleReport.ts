/** A report that the reporting service would draw in its own colours: a still of one, in the frame of the real viewer. */
import { i18n } from '#platform/i18n.ts';
import still from './report.svg';

type Listener = (event: { detail: object | null }) => void;

/** What the viewer asks of a report while nobody presses anything. */
function sampleReport(element: HTMLElement) {
  const listeners = new Map<string, Listener>();
  const tell = (name: string) => listeners.get(name)?.({ detail: null });
  const picture = Object.assign(document.createElement('img'), { src: still, alt: '' });
  Object.assign(picture.style, { display: 'block', width: '100%', height: '100%', objectFit: 'contain', background: '#ffffff' });
  element.replaceChildren(picture);
  setTimeout(() => {
    tell('loaded');
    tell('rendered');
  });
  const pages = (['first', 'second', 'third'] as const).map((name) => ({
    name,
    displayName: i18n.t(`themePreview:page_${name}`),
    isActive: name === 'first',
    visibility: 0,
    defaultSize: { width: 1280, height: 720 },
    hasLayout: () => Promise.resolve(true),
  }));
  const done = () => Promise.resolve();
  return {
    on: (name: string, listener: Listener) => void listeners.set(name, listener),
    off: (name: string) => void listeners.delete(name),
    setComponentTitle: () => undefined,
    getPages: () => Promise.resolve(pages),
    bookmarksManager: { capture: () => Promise.resolve({ state: '' }) },
    isSaved: () => Promise.resolve(true),
    render: done,
    refresh: done,
    setPage: done,
  };
}

/** In the place of the reporting service's client. */
export function showSampleReports(): void {
  const service = {
    bootstrap: () => undefined,
    reset: () => undefined,
    embed: sampleReport,
    load: sampleReport,
  };
  // The client writes its own there while it is loaded, which is not kept.
  Object.defineProperty(window, 'powerbi', { get: () => service, set: (_client) => {} });
}
