/** Sends a document to an address that a person entered: to a public server, over TLS, in little time, following nobody elsewhere. */
import { NotFetched, wayTo } from './fetchPublic.ts';

const patienceMs = 10_000;

type Sent = {
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Whether the server may be inside our own network, on any port and without TLS: never in production. */
  inside: boolean;
};

class Impatient extends Error {
  override name = 'TimeoutError';
}

/** The status of the answer, of which nothing else is read. Rejects with `NotFetched` where the address may not be called. */
export async function postPublic(text: string, { headers, body, inside }: Sent): Promise<number> {
  const signal = AbortSignal.timeout(patienceMs);
  // A name server that does not answer has no more patience than the receiver.
  const { url, request, lookup } = await Promise.race([
    wayTo(text, { inside }),
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Impatient()))),
  ]);
  if (!inside && url.port !== '') throw new NotFetched('It is another port');
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers, agent: false, signal, ...lookup }, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    call.on('error', (error) => reject(signal.aborted ? new Impatient('It did not answer in time', { cause: error }) : error));
    call.end(body);
  });
}
