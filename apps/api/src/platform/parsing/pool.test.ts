import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type * as parsers from '#test/harness/hostileParsers.ts';
import { Failure } from '#platform/http/fail.ts';
import type { PoolLimits } from './pool.ts';
import { ParsingPool } from './pool.ts';

const module = new URL('../../../test/harness/hostileParsers.ts', import.meta.url);
const at = (name: keyof typeof parsers, milliseconds = 60_000) => ({ module, name, milliseconds });

function open(limits: Partial<PoolLimits> = {}) {
  const pool = new ParsingPool({ heapMegabytes: 64, megabytes: 512, ...limits });
  const directory = mkdtempSync(join(tmpdir(), 'vitrine-parsing-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return {
    echo: (owner: string, text: string) => pool.run<typeof parsers.echo>(at('echo'), owner, text),
    spin: (owner: string, milliseconds: number) => pool.run<typeof parsers.spin>(at('spin', milliseconds), owner, null),
    hog: (owner: string, shape: parsers.Shape) => pool.run<typeof parsers.hog>(at('hog'), owner, shape),
    dig: (owner: string) => pool.run<typeof parsers.dig>(at('dig'), owner, null),
    reversed: (owner: string, bytes: Uint8Array) => pool.run<typeof parsers.reversed>(at('reversed'), owner, { bytes }),
    variables: (owner: string) => pool.run<typeof parsers.variables>(at('variables'), owner, null),
    breakDown: (owner: string) => pool.run<typeof parsers.breakDown>(at('breakDown'), owner, 'broken'),
    /** Holds a process until it is released. */
    hold: (owner: string) => {
      const gate = join(directory, randomUUID());
      return { ended: pool.run<typeof parsers.waitFor>(at('waitFor'), owner, gate), release: () => writeFileSync(gate, '') };
    },
  };
}

const refusal = (task: Promise<unknown>): Promise<unknown> =>
  task.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? { word: error.word, status: error.status, ...error.extra } : error),
  );

test('a task that takes too long is refused, and nobody else waits for it', async () => {
  const { spin, echo } = open();
  const order: string[] = [];
  const hostile = refusal(spin('one', 3000)).finally(() => order.push('hostile'));
  for (let n = 0; n < 20; n++) order.push(await echo('other', String(n)));
  expect(await hostile).toEqual({ word: 'too_complex', status: 422 });
  expect(order).toEqual([...Array.from({ length: 20 }, (_, n) => String(n)), 'hostile']);
  expect(await echo('one', 'again')).toBe('again');
});

// Each of these shapes but the last ended the whole portal when it was read in a thread, some of them every time.
test.for<parsers.Shape>(['objects', 'texts', 'json', 'matches', 'bytes'])(
  'a task that fills the memory with %s is refused, and the portal goes on',
  async (shape) => {
    const { hog, echo } = open();
    const hostile = refusal(hog('one', shape));
    expect(await echo('other', 'fine')).toBe('fine');
    expect(await hostile).toEqual({ word: 'too_complex', status: 422 });
    expect(await echo('one', 'again')).toBe('again');
  },
);

test('large bytes come whole, both ways', async () => {
  const { reversed } = open();
  const bytes = randomBytes(5_000_000);
  const { parts, value } = await reversed('one', bytes);
  expect(Buffer.concat(parts).equals(bytes.toReversed())).toBe(true);
  expect(value).toBe(bytes.length);
  expect(await reversed('one', Buffer.alloc(0))).toEqual({ parts: [], value: 0 });
});

test('a task that goes too deep is refused', async () => {
  const { dig, echo } = open();
  expect(await refusal(dig('one'))).toEqual({ word: 'too_complex', status: 422 });
  expect(await echo('one', 'again')).toBe('again');
});

test('a parser sees no variable of the portal', async () => {
  const { variables } = open();
  expect(await variables('one')).toEqual([]);
});

test('a parser that breaks down tells its caller, and the next task has a new process', async () => {
  const { breakDown, echo } = open({ processes: 1 });
  await expect(breakDown('one')).rejects.toThrow('broken');
  expect(await echo('one', 'again')).toBe('again');
});

test('an owner has one process at a time, and takes turns with others', async () => {
  const { hold, echo } = open({ processes: 1 });
  const first = hold('one');
  const order: string[] = [];
  const tasks = [
    ['one', 'a'],
    ['one', 'b'],
    ['one', 'c'],
    ['two', 'd'],
    ['three', 'e'],
  ] as const;
  const all = tasks.map(async ([owner, text]) => order.push(await echo(owner, text)));
  first.release();
  await Promise.all(all);
  expect(order).toEqual(['a', 'd', 'e', 'b', 'c']);
  const { hold: holdOther, echo: echoOther } = open({ processes: 2 });
  const held = holdOther('one');
  const waiting = echoOther('one', 'own').then((text) => order.push(text));
  for (let n = 0; n < 20; n++) order.push(await echoOther('two', 'other'));
  held.release();
  await waiting;
  expect(order.slice(5)).toEqual([...Array.from({ length: 20 }, () => 'other'), 'own']);
});

test('a full queue refuses at once and says when to come back', async () => {
  const { hold, echo } = open({ processes: 1, waiting: 3, waitingOfOwner: 2 });
  const first = hold('one');
  const waiting = [echo('one', 'a'), echo('one', 'b')];
  expect(await refusal(echo('one', 'c'))).toEqual({ word: 'throttled', status: 429, retry_after: 5 });
  waiting.push(echo('two', 'd'));
  expect(await refusal(echo('three', 'e'))).toEqual({ word: 'unavailable', status: 503, retry_after: 5 });
  first.release();
  expect(await Promise.all([first.ended, ...waiting])).toEqual(['over', 'a', 'b', 'd']);
});
