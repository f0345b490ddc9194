import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isDemo, publishedKeys, readEnvironment, EnvironmentError } from './environment.ts';

const directory = mkdtempSync(join(tmpdir(), 'vitrine-settings-'));
afterAll(() => rmSync(directory, { recursive: true }));

const key = randomBytes(32).toString('base64');
const production = { NODE_ENV: 'production', DATA_DIR: directory, MASTER_KEY: key, PUBLIC_URL: 'https://portal.example' };

function problemsOf(variables: Record<string, string | undefined>): readonly string[] {
  try {
    readEnvironment(variables);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

test('needs nothing in development', () => {
  const environment = readEnvironment({ DATA_DIR: directory });
  expect(environment).toMatchObject({
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
  const [first] = readEnvironment({ DATA_DIR: directory }).masterKeys;
  expect(readEnvironment({ DATA_DIR: directory }).masterKeys).toEqual([first]);
  expect(readFileSync(join(directory, 'master.key'), 'utf8').trim()).toBe(first);
  expect(statSync(join(directory, 'master.key')).mode & 0o777).toBe(0o600);
});

test('counts an empty variable as unset', () => {
  expect(readEnvironment({ DATA_DIR: directory, PORT: '', DATABASE_URL: '', SMTP_HOST: '' }).port).toBe(4000);
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

test('tells what is wrong with single settings and with all together at once, each once', () => {
  const problems = problemsOf({
    NODE_ENV: 'production',
    DATA_DIR: directory,
    PORT: 'many',
    MASTER_KEY: 'short',
    SMTP_HOST: 'mail.example',
    ENTRA_URL: 'https://login.example',
    DATABASE_DIRECT_URL: 'postgres://a@b/c',
  });
  expect(problems).toEqual([
    expect.stringMatching(/^PORT /),
    expect.stringMatching(/^MASTER_KEY is 32 bytes/),
    expect.stringMatching(/^SMTP_FROM is needed/),
    expect.stringMatching(/^ENTRA_URL, POWERBI_URL and ARM_URL/),
    expect.stringMatching(/^DATABASE_URL is needed/),
    expect.stringMatching(/^PUBLIC_URL is needed/),
  ]);
});

test.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1,128.0.0.0/1',
  '10.0.0.0/8, 64.0.0.0/2',
  '::ffff:0:0/96',
  '::ffff:0.0.0.0/97,::ffff:128.0.0.0/97',
  '2000::/3',
  '2000::/4,3000::/4',
  Array.from({ length: 16 }, (_, n) => `${n * 16}.0.0.0/8`).join(','),
])('refuses to believe everybody: %s', (TRUSTED_PROXIES) => {
  expect(problemsOf({ ...production, TRUSTED_PROXIES })).toEqual([expect.stringMatching(/^TRUSTED_PROXIES believes everybody/)]);
  expect(problemsOf({ DATA_DIR: directory, TRUSTED_PROXIES })).toHaveLength(1);
});

test.each([
  '127.0.0.1, ::1',
  '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,169.254.0.0/16,fc00::/7,fe80::/10',
  '::ffff:10.0.0.0/104',
])('believes proxies: %s', (TRUSTED_PROXIES) => {
  expect(problemsOf({ ...production, TRUSTED_PROXIES })).toEqual([]);
});

test('the same network twice is not two', () => {
  expect(problemsOf({ ...production, TRUSTED_PROXIES: Array.from({ length: 40 }, () => '10.0.0.0/8').join(',') })).toEqual([]);
});

test('starts in production with its two needs met', () => {
  expect(readEnvironment(production)).toMatchObject({
    production: true,
    masterKeys: [key],
    publicUrl: 'https://portal.example',
    docs: false,
    metricsToken: null,
    privateAddresses: false,
  });
});

test('names a collector of traces, with what it wants to be sent', () => {
  expect(readEnvironment(production).tracing).toBeNull();
  expect(
    readEnvironment({
      ...production,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://tempo.internal/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a=b, x-scope=loja',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    }).tracing,
  ).toEqual({
    url: 'https://tempo.internal/otlp/v1/traces',
    headers: { authorization: 'Bearer a=b', 'x-scope': 'loja' },
    service: 'vitrine',
    share: 0.1,
  });
});

test('takes an unset reporting service for the local one in development and for Microsoft in production', () => {
  expect(readEnvironment({ DATA_DIR: directory }).reporting).toBeNull();
  expect(readEnvironment(production).reporting).toMatchObject({ powerbi: 'https://api.powerbi.com' });
});

test.each([
  ['a collector without http', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT is an address/],
  ['headers that are none', { OTEL_EXPORTER_OTLP_HEADERS: 'no header' }, /^OTEL_EXPORTER_OTLP_HEADERS lists headers/],
  ['a header in two lines', { OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0d%0ac' }, /^OTEL_EXPORTER_OTLP_HEADERS lists headers/],
  ['more than all traces', { OTEL_TRACES_SAMPLER_ARG: '2' }, /^OTEL_TRACES_SAMPLER_ARG is a share/],
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
  readEnvironment({ DATA_DIR: directory });
  expect(problemsOf({ ...production, MASTER_KEY: undefined })).toHaveLength(1);
});

test('reads several master keys, the first of which encrypts', () => {
  const older = randomBytes(32).toString('base64');
  expect(readEnvironment({ ...production, MASTER_KEY: ` ${key} , ${older}` }).masterKeys).toEqual([key, older]);
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
  expect(readEnvironment({ ...production, DATABASE_URL: url }).database).toEqual({
    url,
    directUrl: url,
    ownerUrl: url,
    pooled: false,
    replicaUrl: null,
  });
  const direct = 'postgres://app@database/vitrine';
  expect(readEnvironment({ ...production, DATABASE_URL: url, DATABASE_DIRECT_URL: direct }).database).toEqual({
    url,
    directUrl: direct,
    ownerUrl: direct,
    pooled: true,
    replicaUrl: null,
  });
  const owner = 'postgres://owner@database/vitrine';
  expect(
    readEnvironment({ ...production, DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_OWNER_URL: owner }).database?.ownerUrl,
  ).toBe(owner);
});

test('a demo is neither in production nor with Microsoft’s cloud', () => {
  const cloud = {
    ENTRA_URL: 'https://login.microsoftonline.com',
    POWERBI_URL: 'https://api.powerbi.com',
    ARM_URL: 'https://management.azure.com',
  };
  expect([{}, cloud, production].map((variables) => isDemo(readEnvironment({ DATA_DIR: directory, ...variables })))).toEqual([
    true,
    false,
    false,
  ]);
});
