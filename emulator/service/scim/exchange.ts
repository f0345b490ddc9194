import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

const longestAnswer = 4 * 1024 * 1024;

/** Names below `localhost` are this machine, as browsers have it; the runtime's own look-up does not know them. */
const lookUp: LookupFunction = (hostname, options, done) => {
  lookup(hostname.endsWith('.localhost') ? 'localhost' : hostname, options, done);
};

type Sent = { method: string; headers: Record<string, string>; body: string | undefined; patienceMs: number };

/** One request and its answer; redirects are not followed. */
export const exchange = (address: string, { method, headers, body, patienceMs }: Sent): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const request = address.startsWith('https:') ? requestHttps : requestHttp;
    const options = { method, headers, lookup: lookUp, signal: AbortSignal.timeout(patienceMs) };
    const sent = request(address, options, (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      answer.on('data', (part: Buffer) => {
        size += part.length;
        parts.push(part);
        if (size > longestAnswer) sent.destroy(new Error('The answer is too long'));
      });
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
