/** A document at an address that a person entered: of a public server, over TLS, in little time, following nobody elsewhere. */
import { isIPv6 } from 'node:net';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { publicAddressOf } from '#platform/mail/outgoing.ts';

const patienceMs = 4500;

type Allowed = {
  /** Whether the server may be inside our own network, and without TLS: never in production. */
  inside: boolean;
  bytes: number;
};

type Way = { url: URL; request: typeof plain; lookup: { lookup?: ReturnType<typeof pinned> } };

/** Why there is no document is told to nobody: the portal is not to be used to look around. */
export class NotFetched extends Error {
  override name = 'NotFetched';
}

/** How an address that somebody entered is called, if it may be: over TLS, at a public address. Rejects with `NotFetched`. */
export async function wayTo(text: string, { inside }: Pick<Allowed, 'inside'>): Promise<Way> {
  const url = new URL(text);
  if (url.protocol !== 'https:' && !inside) throw new NotFetched('It is not https');
  if (url.username !== '' || url.password !== '') throw new NotFetched('It has a password in it');
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const address = inside
    ? null
    : await publicAddressOf(host).catch((cause: unknown) => Promise.reject(new NotFetched('No public address', { cause })));
  // The address that was looked at is the one that is called, whatever the name means by then.
  return { url, request: url.protocol === 'https:' ? secure : plain, lookup: address === null ? {} : { lookup: pinned(address) } };
}

/** The text of a document. Rejects with `NotFetched`. */
export async function fetchPublic(text: string, { inside, bytes }: Allowed): Promise<string> {
  const { url, request, lookup } = await wayTo(text, { inside });
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs);
    const fail = (cause: unknown) => reject(new NotFetched('It did not answer as it should', { cause }));
    const call = request(
      url,
      { signal, agent: false, headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' }, ...lookup },
      (answer) => {
        if (answer.statusCode !== 200) {
          answer.destroy();
          return fail(new Error(`It answered with ${answer.statusCode}`));
        }
        const parts: Buffer[] = [];
        let size = 0;
        answer.on('data', (part: Buffer) => {
          size += part.length;
          if (size > bytes) answer.destroy(new Error('It is too large'));
          else parts.push(part);
        });
        answer.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
        answer.on('error', fail);
      },
    );
    call.on('error', fail);
    call.end();
  });
}

type Found = (error: null, address: string | { address: string; family: number }[], family?: number) => void;

const pinned =
  (address: string) =>
  (_host: string, { all }: { all?: boolean }, found: Found): void => {
    const family = isIPv6(address) ? 6 : 4;
    if (all) found(null, [{ address, family }]);
    else found(null, address, family);
  };
