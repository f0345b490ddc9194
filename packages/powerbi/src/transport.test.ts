import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { exchange } from './transport.ts';

const mebibyte = 2 ** 20;
/** Sends as long as somebody takes it. */
const endless = createServer((request, response) => {
  void (async () => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const length = searchParams.get('length');
    const packed = pathname === '/packed';
    response.writeHead(200, { ...(length ? { 'content-length': length } : {}), ...(packed ? { 'content-encoding': 'gzip' } : {}) });
    const target = packed ? createGzip() : response;
    if (packed) (target as ReturnType<typeof createGzip>).pipe(response);
    for (let sent = 0; sent < 400 && !response.destroyed; sent++) {
      if (!target.write(Buffer.alloc(mebibyte, ' '))) await Promise.race([once(target, 'drain'), once(response, 'close')]);
    }
    if (!length) target.end();
  })();
});
let origin = '';
beforeAll(async () => {
  endless.listen(0, '127.0.0.1');
  await once(endless, 'listening');
  origin = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
});
afterAll(() => {
  endless.closeAllConnections();
  endless.close();
});

const transport = { fetch, clock: systemClock, timeoutMs: 60_000, maxWaitS: 60 };
const asked = (path: string, binary = false) =>
  exchange(transport, { service: 'powerbi', method: 'GET', url: new URL(path, origin), headers: {}, binary });

test.each(['/', '/packed', `/?length=${400 * mebibyte}`])('an answer without end is left: %s', async (path) => {
  await expect(asked(path)).rejects.toMatchObject({ kind: 'unavailable', code: 'too_large' });
});

test('a file has a limit of its own, announced or not', async () => {
  await expect(asked(`/?length=${400 * mebibyte}`, true)).rejects.toMatchObject({ code: 'too_large' });
  await expect(asked('/', true)).rejects.toMatchObject({ code: 'too_large' });
});
