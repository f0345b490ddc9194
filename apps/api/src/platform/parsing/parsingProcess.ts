/** One process that parses, seen from the portal: it is asked one thing at a time and does not keep the portal alive. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '#platform/http/fail.ts';
import type { Call, Message, Outcome, Reply } from './worker.ts';

/** A process starts in a fraction of a second; a machine that does much else takes longer. */
const startMilliseconds = 60_000;
/** A full heap aborts; what the operating system kills, or the guard, is killed for its memory. */
const memorySignals = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGKILL']);
/** A message is copied while nothing else happens: so much costs less than a millisecond. */
const partBytes = 1_048_576;

const tooComplex = (reason: string) => new Failure('too_complex', {}, {}, new Error(reason));

export type Memory = { heapMegabytes: number; megabytes: number };

/** It is given no variables of the portal, so that no parser ever sees a key. */
export function startParsingProcess({ heapMegabytes, megabytes }: Memory): ChildProcess {
  const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), [String(megabytes)], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An error reaches whoever asks; a process that ended while idle is missed by nobody.
  child.on('error', () => {});
  return child;
}

const send = (child: ChildProcess, message: Message): Promise<void> =>
  new Promise((resolve, reject) => child.send(message, (error) => (error ? reject(error) : resolve())));

const bytesOf = (input: unknown): Uint8Array | null =>
  typeof input === 'object' && input !== null && 'bytes' in input && input.bytes instanceof Uint8Array ? input.bytes : null;

/** Large `bytes` of the input go first, part by part: each is copied by itself, and others have their turn between. */
async function sendCall(child: ChildProcess, call: Call): Promise<void> {
  const bytes = bytesOf(call.input);
  if (bytes === null || bytes.length <= partBytes) return send(child, { call });
  for (let at = 0; at < bytes.length; at += partBytes) await send(child, { part: bytes.subarray(at, at + partBytes) });
  return send(child, { call: { ...call, input: { ...(call.input as object), bytes: null } } });
}

type Asked = { outcome: Outcome; parts: unknown[] };

/** Waits for the outcome of a call. The time begins when the function is loaded. Refuses what exceeds time or memory. */
export async function ask(child: ChildProcess, call: Call, milliseconds: number): Promise<Asked> {
  child.ref();
  child.channel?.ref();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Asked>((resolve, reject) => {
      const parts: unknown[] = [];
      timer = setTimeout(() => reject(new Error('A parsing process does not start')), startMilliseconds);
      child.on('message', (reply: Reply) => {
        if (reply === 'begun') {
          clearTimeout(timer);
          timer = setTimeout(() => reject(tooComplex(`It took longer than ${milliseconds} ms`)), milliseconds);
        } else if ('part' in reply) parts.push(reply.part);
        else resolve({ outcome: reply, parts });
      });
      child.once('exit', (code, signal) => {
        const reason = `The parsing process ended: ${signal ?? code}`;
        reject(memorySignals.has(signal) ? tooComplex(reason) : new Error(reason));
      });
      sendCall(child, call).catch(reject);
    });
  } finally {
    clearTimeout(timer);
    child.removeAllListeners('message').removeAllListeners('exit');
    child.unref();
    child.channel?.unref();
  }
}
