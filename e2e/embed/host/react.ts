// A React host as any project would write it: Microsoft's component, unmodified, in strict mode.
import { Component, createElement, StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { PowerBIEmbed } from 'powerbi-client-react';
import type { EmbedProps } from 'powerbi-client-react';

type Wish = Pick<EmbedProps, 'embedConfig' | 'phasedEmbedding'>;

declare global {
  var mount: (wish: Wish, events: string[]) => void;
  var unmount: () => void;
}

const place = document.getElementById('root');
if (!place) throw new Error('The document has no place for the report');
const root = createRoot(place);
globalThis.events = [];

/** The component throws while mounting when its address is refused; the page stays. */
class Boundary extends Component<{ children: ReactNode }> {
  override state = { problem: '' };
  static getDerivedStateFromError(problem: unknown) {
    return { problem: String(problem) };
  }
  override render() {
    return this.state.problem === '' ? this.props.children : createElement('p', { role: 'alert' }, this.state.problem);
  }
}

globalThis.mount = (wish, names) => {
  const props: EmbedProps = {
    ...wish,
    cssClassName: 'report',
    eventHandlers: new Map(names.map((name) => [name, (event) => void globalThis.events.push({ name, detail: plain(event?.detail) })])),
    getEmbeddedComponent: (embed) => Object.assign(globalThis, { report: embed }),
  };
  root.render(createElement(StrictMode, null, createElement(Boundary, null, createElement(PowerBIEmbed, props))));
};
globalThis.unmount = () => root.render(null);

/** The client puts references to the window into the pages of an event. */
function plain(detail: unknown): unknown {
  return JSON.parse(JSON.stringify(detail ?? null, (key, value: unknown) => (key === 'report' && isEmbed(value) ? undefined : value)));
}

function isEmbed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'iframe' in value;
}
