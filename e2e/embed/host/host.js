// A host page as any portal would be: it embeds with the unmodified client and writes down every event.
const container = () => document.getElementById('report');
const names = [
  'loaded',
  'rendered',
  'renderingStarted',
  'error',
  'pageChanged',
  'dataSelected',
  'filtersApplied',
  'bookmarkApplied',
  'visualRendered',
  'exportDataCompleted',
  'commandTriggered',
  'visualClicked',
  'selectionChanged',
  'dataHyperlinkClicked',
  'tileClicked',
  'tileLoaded',
  'saved',
  'saveAsTriggered',
  'buttonClicked',
  'swipeStart',
  'swipeEnd',
];

window.events = [];
window.models = window['powerbi-client'].models;

/** The client puts window references into some bodies; what cannot be written as JSON is left out. */
const plain = (value) =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, one) =>
      key === 'report' && one?.iframe ? undefined : one?.report?.iframe ? { name: one.name, displayName: one.displayName } : one,
    ),
  );

document.addEventListener('DOMContentLoaded', () => {
  for (const name of names) container().addEventListener(name, (event) => window.events.push({ name, detail: plain(event.detail) }));
});

/** The client drops a load that follows another one within 100 ms. */
let lastStart = 0;

/** `how`: embed (at once), load (in two phases) or createReport. */
window.start = async (how, config) => {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, lastStart + 150 - performance.now())));
  lastStart = performance.now();
  window.events.length = 0;
  window.report = window.powerbi[how](container(), config);
};

/** Sends one raw message of the protocol and answers the reply. */
window.send = (method, url, body) =>
  new Promise((resolve) => {
    const id = `raw${Math.random()}`;
    const listen = ({ data }) => {
      if (data?.headers?.id !== id || !('statusCode' in data)) return;
      window.removeEventListener('message', listen);
      resolve({ statusCode: data.statusCode, body: data.body });
    };
    window.addEventListener('message', listen);
    window.report.iframe.contentWindow.postMessage({ method, url, headers: { id }, body }, '*');
  });

/** Sends a message from another frame of this page. */
window.sendAsNeighbour = (method, url, body) => {
  const neighbour = document.createElement('iframe');
  document.body.append(neighbour);
  const script = neighbour.contentDocument.createElement('script');
  script.textContent = `parent.frames[0].postMessage(${JSON.stringify({ method, url, headers: { id: 'neighbour' }, body })}, '*')`;
  neighbour.contentDocument.body.append(script);
};

/** Takes the report out of sight, as a tab of a portal does, and back. */
window.hide = (hidden) => {
  container().style.display = hidden ? 'none' : '';
};
