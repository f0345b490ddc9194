/** A process of the pool: calls one exported function of one module after another, and answers what it gives or how it refuses. */
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Failure } from '#platform/http/fail.ts';

/** `bytes` of the input come before, in parts. */
export type Call = { module: string; name: string; input: unknown };
export type Message = { part: Uint8Array } | { call: Call };
type Refusal = Pick<Failure, 'word' | 'values' | 'extra'>;
export type Outcome =
  | { value: unknown; inParts: boolean }
  | { refusal: Refusal }
  | { error: { message: string; stack: string | undefined } };
/** `begun` comes first: loading the module is not counted to what it may take. What a generator yields comes part by part. */
export type Reply = 'begun' | { part: unknown } | Outcome;

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

/** Bytes that came in parts are a field of the input again. */
function inputOf({ input }: Call, parts: readonly Uint8Array[]): unknown {
  return parts.length === 0 ? input : { ...(input as object), bytes: new Uint8Array(Buffer.concat(parts)) };
}

const isGenerator = (value: unknown): value is AsyncGenerator | Generator =>
  typeof value === 'object' && value !== null && 'next' in value && typeof value.next === 'function';

/** Answers with a value, or part by part with what a generator yields. */
async function give(given: unknown): Promise<void> {
  if (!isGenerator(given)) return send({ value: given, inParts: false });
  for (;;) {
    const { done, value } = await given.next();
    if (done) return send({ value, inParts: true });
    await send({ part: value });
  }
}

async function answer(call: Call, parts: readonly Uint8Array[]): Promise<void> {
  try {
    const read = await load(call);
    await send('begun');
    await give(await read(inputOf(call, parts)));
  } catch (error) {
    await send(outcomeOf(error));
  }
}

/** Waits until it is written, so that parts do not pile up. */
const send = (reply: Reply): Promise<void> =>
  new Promise((resolve, reject) => process.send?.(reply, undefined, undefined, (error) => (error ? reject(error) : resolve())));

// Requests come first.
setPriority(5);
let parts: Uint8Array[] = [];
process.on('message', (message: Message) => {
  if ('part' in message) parts.push(message.part);
  else {
    void answer(message.call, parts);
    parts = [];
  }
});
process.once('disconnect', () => process.exit());
const workerData = { portal: process.ppid, megabytes: Number(process.argv[2]) };
new Worker(new URL('./guard.ts', import.meta.url), { workerData }).unref();
