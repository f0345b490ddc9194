/** A collector of traces, as OTLP over HTTP knows it: takes what is sent and keeps it. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute).default([]),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }).default({}),
  startTimeUnixNano: z.coerce.string(),
  endTimeUnixNano: z.coerce.string(),
});
const sent = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes: z.array(attribute) }), scopeSpans: z.array(z.object({ spans: z.array(span) })) }),
  ),
});

export type CollectedSpan = Omit<z.infer<typeof span>, 'attributes'> & { attributes: Record<string, unknown> };

export async function openCollector({ status = 200 }: { status?: number } = {}) {
  const bodies: string[] = [];
  const requests: { path: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ path: request.url, headers: request.headers });
      bodies.push(body);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const plain = (attributes: z.infer<typeof attribute>[]) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  const parsed = () => bodies.flatMap((body) => sent.parse(JSON.parse(body)).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    requests,
    /** All of it, as it came. */
    text: () => bodies.join('\n'),
    spans: (): CollectedSpan[] =>
      parsed().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans.map((one) => ({ ...one, attributes: plain(one.attributes) }))),
      ),
    resources: () => parsed().map(({ resource }) => plain(resource.attributes)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
