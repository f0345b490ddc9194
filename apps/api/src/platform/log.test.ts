import { expect, test } from 'vitest';
import { openLog } from './log.ts';

const lines: string[] = [];
const log = openLog('info', { write: (line) => void lines.push(line) });
const last = () => JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;

test('hides secrets, also inside of what is logged', () => {
  log.info({ password: 'p', body: { token: 't', deeper: { secret: 's' } }, cookie: 'c' }, 'said');
  expect(last()).toMatchObject({ password: '***', body: { token: '***', deeper: { secret: '***' } }, cookie: '***', msg: 'said' });
});

test('keeps a line a line, whatever people wrote', () => {
  const name = 'Ana\r\n{"level":60,"msg":"forged"}\u001b[31m';
  log.info({ name }, 'said');
  expect(lines.at(-1)?.trimEnd()).not.toMatch(/\p{Cc}/u);
  expect(last()).toMatchObject({ name, level: 30 });
});

test('tells the cause of a failure', () => {
  log.error({ err: new Error('outside', { cause: new Error('inside') }) }, 'failed');
  expect(last()).toMatchObject({ err: { message: 'outside', cause: { message: 'inside' } } });
});
