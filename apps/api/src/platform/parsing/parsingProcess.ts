/** One process that parses, seen from the portal: it is asked one thing at a time and does not keep the portal alive. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '#platform/http/fail.ts';
import type { Call, Message, Outcome } from './worker.ts';

/** A process starts in a fraction of a second; a machine that does much else takes longer. */
const startMilliseconds = 60_000;
/** A full heap aborts; what the operating system kills, it kills for its memory. */
const memorySignals = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGKILL']);

const tooComplex = (reason: string) => new Failure('too_complex', {}, {}, new Error(reason));

/** It is given no variables of the portal, so that no parser ever sees a key. */
export function startParsingProcess(heapMegabytes: number): ChildProcess {
  const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An error reaches whoever asks; a process that ended while idle is missed by nobody.
  child.on('error', () => {});
  return child;
}

/** Waits for the outcome of a call. The time begins when the function is loaded. Refuses what exceeds time or memory. */
export async function ask(child: ChildProcess, call: Call, milliseconds: number): Promise<Outcome> {
  child.ref();
  child.channel?.ref();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('A parsing process does not start')), startMilliseconds);
      child.on('message', (message: Message) => {
        if (message !== 'begun') return resolve(message);
        clearTimeout(timer);
        timer = setTimeout(() => reject(tooComplex(`It took longer than ${milliseconds} ms`)), milliseconds);
      });
      child.once('exit', (code, signal) => {
        const reason = `The parsing process ended: ${signal ?? code}`;
        reject(memorySignals.has(signal) ? tooComplex(reason) : new Error(reason));
      });
      child.send(call, (error) => error && reject(error));
    });
  } finally {
    clearTimeout(timer);
    child.removeAllListeners('message').removeAllListeners('exit');
    child.unref();
    child.channel?.unref();
  }
}
