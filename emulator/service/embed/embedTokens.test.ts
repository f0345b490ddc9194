import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EmbedGrant } from './grant.ts';
import { createEmbedTokens } from './embedTokens.ts';

const grant = (expires_at_ms: number): EmbedGrant => ({
  reports: [{ id: 'r', allow_edit: false }],
  datasets: ['d'],
  target_workspaces: [],
  identities: [{ username: 'ana', roles: ['South'], datasets: ['d'] }],
  expires_at_ms,
});

const stage = async (file?: string) => {
  const time = { now: 1_000_000 };
  const open = () => createEmbedTokens({ now: () => time.now, origin: () => 'http://here', file });
  return { time, open, tokens: await open() };
};

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'embed-tokens-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
};

test('answers what was granted', async () => {
  const { tokens } = await stage();
  const { token } = await tokens.mint(grant(2_000_000));
  expect(tokens.check(token)).toEqual(grant(2_000_000));
});

test('refuses a token that has expired', async () => {
  const { tokens, time } = await stage();
  const { token } = await tokens.mint(grant(2_000_000));
  time.now = 2_000_000;
  expect(tokens.check(token)).toMatchObject({
    message: 'TokenExpired',
    detailedMessage: 'Access token has expired, resubmit with a new access token',
    errorCode: '403',
  });
});

test.each(['garbage', 'H4sIAAAA.e30='])('refuses %j in the words of the cloud', async (token) => {
  const { tokens } = await stage();
  expect(tokens.check(token)).toMatchObject({
    message: 'LoadReportFailed',
    detailedMessage: "Fail to initialize - Couldn't resolve cluster",
  });
});

test('refuses a token whose readable half was changed', async () => {
  const { tokens } = await stage();
  const { token } = await tokens.mint(grant(2_000_000));
  const [secret = ''] = token.split('.');
  const later = Buffer.from(JSON.stringify({ exp: 9e9 })).toString('base64');
  expect(tokens.check(`${secret}.${later}`)).toMatchObject({ message: 'LoadReportFailed' });
});

test('asks for a token when there is none', async () => {
  const { tokens } = await stage();
  expect(tokens.check('')).toMatchObject({ message: 'Invalid parameters', detailedMessage: 'powerbiToken parameter not specified' });
});

test('forgets a token a day after its end', async () => {
  const { tokens, time } = await stage();
  const { token } = await tokens.mint(grant(2_000_000));
  time.now = 2_000_000 + 25 * 3_600_000;
  await tokens.mint(grant(time.now + 1));
  expect(tokens.check(token)).toMatchObject({ message: 'LoadReportFailed' });
});

test('knows its tokens after a restart, and keeps none of them in the file', async () => {
  const file = join(await folder(), 'tokens.jsonl');
  const { tokens, open } = await stage(file);
  const first = await tokens.mint(grant(2_000_000));
  const second = await tokens.mint(grant(3_000_000));
  expect(await readFile(file, 'utf8')).not.toContain(first.token.slice(0, 20));
  const reopened = await open();
  expect(reopened.check(first.token)).toEqual(grant(2_000_000));
  expect(reopened.check(second.token)).toEqual(grant(3_000_000));
});

test('survives a last line that a power failure cut off', async () => {
  const file = join(await folder(), 'tokens.jsonl');
  const { tokens, open } = await stage(file);
  const { token } = await tokens.mint(grant(2_000_000));
  await appendFile(file, '["key",{"reports":[');
  expect((await open()).check(token)).toEqual(grant(2_000_000));
});
