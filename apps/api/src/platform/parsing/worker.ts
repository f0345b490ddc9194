/** A process of the pool: calls one exported function of one module after another, and answers what it gives or how it refuses. */
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Failure } from '#platform/http/fail.ts';

export type Call = { module: string; name: string; input: unknown };
type Refusal = Pick<Failure, 'word' | 'values' | 'extra'>;
export type Outcome = { value: unknown } | { refusal: Refusal } | { error: { message: string; stack: string | undefined } };
/** `begun` comes first: loading the module is not counted to what it may take. */
export type Message = 'begun' | Outcome;

type Functions = Record<string, (input: unknown) => unknown>;

async function load({ module, name }: Call): Promise<Functions[string]> {
  const { [name]: read } = (await import(module)) as Functions;
  if (!read) throw new Error(`${module} exports no ${name}`);
  return read;
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Failure) return { refusal: { word: error.word, values: error.values, extra: error.extra } };
  // The stack, a text or an array became larger than it can be.
  if (error instanceof RangeError) return { refusal: { word: 'too_complex', values: {}, extra: {} } };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { error: { message, stack } };
}

async function answer(call: Call): Promise<void> {
  try {
    const read = await load(call);
    send('begun');
    send({ value: await read(call.input) });
  } catch (error) {
    send(outcomeOf(error));
  }
}

const send = (message: Message): void => {
  process.send?.(message);
};

// Requests come first.
setPriority(5);
process.on('message', (call: Call) => void answer(call));
process.once('disconnect', () => process.exit());
// A parser that never ends hears nothing of that, so a thread looks whether the portal is still there.
const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 1000)`;
new Worker(watch, { eval: true }).unref();
