import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { publishedKeys, readSettings, SettingsError } from './settings.ts';

const directory = mkdtempSync(join(tmpdir(), 'vitrine-settings-'));
afterAll(() => rmSync(directory, { recursive: true }));

const key = randomBytes(32).toString('base64');
const production = { NODE_ENV: 'production', DATA_DIR: directory, MASTER_KEY: key, PUBLIC_URL: 'https://portal.example' };

function problemsOf(variables: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test('needs nothing in development', () => {
  const settings = readSettings({ DATA_DIR: directory });
  expect(settings).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 4000,
    publicUrl: 'http://localhost:4000',
    database: null,
    smtp: null,
    reporting: null,
    reportingPort: 4001,
  });
});

test('keeps a master key of its own in development, for its owner only', () => {
  const [first] = readSettings({ DATA_DIR: directory }).masterKeys;
  expect(readSettings({ DATA_DIR: directory }).masterKeys).toEqual([first]);
  expect(readFileSync(join(directory, 'master.key'), 'utf8').trim()).toBe(first);
  expect(statSync(join(directory, 'master.key')).mode & 0o777).toBe(0o600);
});

test('counts an empty variable as unset', () => {
  expect(readSettings({ DATA_DIR: directory, PORT: '', DATABASE_URL: '', SMTP_HOST: '' }).port).toBe(4000);
});

test('tells all problems at once', () => {
  expect(
    problemsOf({
      DATA_DIR: directory,
      PORT: 'many',
      PUBLIC_URL: 'portal.example',
      LOG_LEVEL: 'loud',
      TRUSTED_PROXIES: 'all',
      MASTER_KEY: 'short',
    }),
  ).toEqual([
    expect.stringMatching(/^LOG_LEVEL /),
    expect.stringMatching(/^PORT /),
    expect.stringMatching(/^PUBLIC_URL /),
    expect.stringMatching(/^MASTER_KEY /),
    expect.stringMatching(/^TRUSTED_PROXIES /),
  ]);
});

test('starts in production with its two needs met', () => {
  expect(readSettings(production)).toMatchObject({
    production: true,
    masterKeys: [key],
    publicUrl: 'https://portal.example',
    docs: false,
    privateMailServers: false,
  });
});

test('takes an unset reporting service for the local one in development and for Microsoft in production', () => {
  expect(readSettings({ DATA_DIR: directory }).reporting).toBeNull();
  expect(readSettings(production).reporting).toMatchObject({ powerbi: 'https://api.powerbi.com' });
});

test.each([
  ['no master key', { MASTER_KEY: undefined }, /^MASTER_KEY is needed/],
  ['a published master key', { MASTER_KEY: publishedKeys[1] }, /^MASTER_KEY holds a key that everybody knows/],
  ['a second key that is published', { MASTER_KEY: `${key},${publishedKeys[0]}` }, /^MASTER_KEY holds a key that everybody knows/],
  [
    'a master key without randomness',
    { MASTER_KEY: Buffer.alloc(32, 'ab').toString('base64') },
    /^MASTER_KEY holds a key that everybody knows/,
  ],
  ['no public address', { PUBLIC_URL: undefined }, /^PUBLIC_URL is needed/],
  ['a public address without encryption', { PUBLIC_URL: 'http://portal.example' }, /^PUBLIC_URL has to be https/],
])('refuses production with %s', (_, change, problem) => {
  expect(problemsOf({ ...production, ...change })).toEqual([expect.stringMatching(problem)]);
});

test('does not use the development key in production', () => {
  readSettings({ DATA_DIR: directory });
  expect(problemsOf({ ...production, MASTER_KEY: undefined })).toHaveLength(1);
});

test('reads several master keys, the first of which encrypts', () => {
  const older = randomBytes(32).toString('base64');
  expect(readSettings({ ...production, MASTER_KEY: ` ${key} , ${older}` }).masterKeys).toEqual([key, older]);
});

test.each([
  [{ SMTP_HOST: 'mail.example' }, /^SMTP_FROM/],
  [{ ENTRA_URL: 'https://login.example' }, /^ENTRA_URL, POWERBI_URL and ARM_URL/],
  [{ DATABASE_DIRECT_URL: 'postgres://a@b/c' }, /^DATABASE_URL/],
  [{ DATABASE_URL: 'mysql://a@b/c' }, /^DATABASE_URL/],
  [{ PUBLIC_URL: 'https://portal.example/path' }, /^PUBLIC_URL/],
])('refuses %j', (variables, problem) => {
  expect(problemsOf({ DATA_DIR: directory, ...variables })).toEqual([expect.stringMatching(problem)]);
});

test('migrates past the pooler and names no statements behind it', () => {
  const url = 'postgres://app@pooler/vitrine';
  expect(readSettings({ ...production, DATABASE_URL: url }).database).toEqual({ url, directUrl: url, ownerUrl: url, pooled: false });
  const direct = 'postgres://app@database/vitrine';
  expect(readSettings({ ...production, DATABASE_URL: url, DATABASE_DIRECT_URL: direct }).database).toEqual({
    url,
    directUrl: direct,
    ownerUrl: direct,
    pooled: true,
  });
  const owner = 'postgres://owner@database/vitrine';
  expect(
    readSettings({ ...production, DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_OWNER_URL: owner }).database?.ownerUrl,
  ).toBe(owner);
});
