/** Somebody's server that tasks call: it checks each call as docs/webhooks.md tells those who write one. */
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Verify = (headers: IncomingHttpHeaders, body: string, secret: string, now?: number) => unknown;

const page = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
const sample = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
/** The sample of the page, as it stands there. */
export const { verify } = (await import(`data:text/javascript,${encodeURIComponent(sample)}`)) as { verify: Verify };

type Received = { headers: IncomingHttpHeaders; body: string; url: string };
type Answer = (response: ServerResponse) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end('What it says is not read.');
/** The call hangs until the receiver closes. */
export const silent: Answer = () => {};

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

export async function openWebhookReceiver() {
  const received: Received[] = [];
  let answer: Answer = answering(204);
  const server = createServer(
    (request, response) =>
      void textOf(request).then((body) => {
        received.push({ headers: request.headers, body, url: request.url ?? '' });
        answer(response);
      }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/vendas`,
    received,
    answer: (next: Answer) => {
      answer = next;
    },
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
