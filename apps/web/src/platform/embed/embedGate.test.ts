import type * as Client from 'powerbi-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientInNode } from './clientInNode.ts';
import { localReportingOrigin, openGate, reportPage } from './embedGate.ts';

const local = 'http://localhost:4001';

type Frame = {
  src: string;
  style: Record<string, string>;
  addEventListener: () => void;
  setAttribute: (name: string, value: string) => void;
};

/** As much of a browser as the client wants while it makes a frame. */
function stubBrowser(meta: string | null) {
  const frame = (): Frame => ({
    src: '',
    style: {},
    addEventListener: () => undefined,
    setAttribute(name, value) {
      if (name === 'src') this.src = value;
    },
  });
  vi.stubGlobal('document', {
    createElement: frame,
    querySelector: () => (meta === null ? null : { content: meta }),
  });
}

let closed: unknown;

/** The client with its gate closed: opening it changes the client for the whole process. */
async function loadClient(): Promise<typeof Client> {
  const client = await clientInNode();
  closed ??= Reflect.get(client.Embed.prototype, 'setIframe');
  Reflect.set(client.Embed.prototype, 'setIframe', closed);
  return client;
}

function makeFrame({ Embed }: typeof Client, embedUrl: string): string {
  const children: Frame[] = [];
  const embedding = {
    iframe: undefined as Frame | undefined,
    element: {
      get firstChild() {
        return children[0];
      },
      removeChild: () => children.pop(),
      appendChild: (child: Frame) => children.push(child),
      replaceChildren: (child: Frame) => children.splice(0, children.length, child),
      addEventListener: () => undefined,
    },
    config: { embedUrl, uniqueId: 'u1' },
    validate: () => undefined,
    service: { getNumberOfComponents: () => 0 },
  };
  Reflect.apply(Reflect.get(Embed.prototype, 'setIframe') as () => void, embedding, [true, false, false]);
  return embedding.iframe?.src ?? '';
}

beforeEach(() => stubBrowser(null));
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the client still makes its frame in setIframe, which is where the gate stands', async () => {
  const client = await loadClient();
  expect(Object.getOwnPropertyNames(client.Embed.prototype)).toContain('setIframe');
  expect(makeFrame(client, 'https://app.powerbi.com/reportEmbed?reportId=1')).toBe('https://app.powerbi.com/reportEmbed?reportId=1&uid=u1');
});

test('a closed gate refuses the local service', async () => {
  const client = await loadClient();
  expect(() => makeFrame(client, `${local}/reportEmbed`)).toThrow('Invalid embed URL');
});

test('an open gate shows the local service', async () => {
  const client = await loadClient();
  openGate(client, local);
  expect(makeFrame(client, `${local}/reportEmbed?reportId=1`)).toBe(`${local}/reportEmbed?reportId=1&uid=u1`);
  expect(makeFrame(client, `${local}/reportEmbed`)).toBe(`${local}/reportEmbed?uid=u1`);
});

test('an open gate still shows Microsoft and still refuses everybody else', async () => {
  const client = await loadClient();
  openGate(client, local);
  expect(makeFrame(client, 'https://app.powerbi.com/reportEmbed')).toBe('https://app.powerbi.com/reportEmbed?uid=u1');
  for (const other of [
    'http://localhost:4002/reportEmbed',
    'https://localhost:4001/reportEmbed',
    'http://localhost:4001.evil.example/reportEmbed',
    'http://localhost:4001@evil.example/reportEmbed',
    'https://evil.example/reportEmbed?x=http://localhost:4001',
    'javascript:alert(1)',
  ]) {
    expect(() => makeFrame(client, other), other).toThrow('Invalid embed URL');
  }
});

test('says so when a new version of the client has renamed the method', () => {
  expect(() => openGate({ Embed: { prototype: { setFrame: () => undefined } } }, local)).toThrow('has no setIframe');
});

test('takes the origin from the page, and nothing but an origin', () => {
  stubBrowser('http://localhost:4001/some/path?x');
  expect(localReportingOrigin()).toBe(local);
  expect(reportPage()).toBe('http://localhost:4001/reportEmbed');
  stubBrowser('nonsense');
  expect(localReportingOrigin()).toBeNull();
  stubBrowser(null);
  expect(reportPage()).toBe('https://app.powerbi.com/reportEmbed');
});
