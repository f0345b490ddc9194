/** Calls to a provider that may be slow, down or hostile: people wait for them, and what comes back is read only so far. */
import type { CustomFetch } from 'openid-client';

const patienceMs = 4_500;
const bytesAtMost = 512 * 1024;

/** The provider gave no answer that anybody could use. */
export class Unreachable extends Error {}

async function readAtMost(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > bytesAtMost) throw new Unreachable(`More than ${bytesAtMost} bytes came`);
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}

/** A call that gives up in time, follows nobody elsewhere, and takes neither failures of the server nor more than it can hold. */
export const carefully: CustomFetch = async (url, { signal: _theirs, body, ...options }) => {
  try {
    const answer = await fetch(url, { ...options, body: body ?? null, redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
    if (answer.status >= 500 || answer.status === 404) throw new Unreachable(`It answered with ${answer.status}`);
    const bytes = await readAtMost(answer);
    return new Response(bytes, { status: answer.status, headers: answer.headers });
  } catch (error) {
    throw error instanceof Unreachable ? error : new Unreachable('It did not answer', { cause: error });
  }
};

/** Several calls in a row are waited for no longer than one. */
export async function withinPatience<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Unreachable('It took too long')), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
