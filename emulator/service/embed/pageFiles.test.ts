import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { loadContent } from '../content.ts';
import { demoApplication } from '../../definitions/demo.ts';
import { openEngine } from '../../engine/engine.ts';
import { createReportStore } from '../tenant/reportStore.ts';
import { createState } from '../tenant/state.ts';
import { registerEmbed } from './embedRoutes.ts';

const content = loadContent();
const engine = openEngine({ content });
afterAll(() => engine.close());

/** The service with its page in this directory; nobody has a token. */
function start(pageDirectory: string) {
  const app = fastify({ routerOptions: { caseSensitive: false } });
  const checkToken = () => ({ message: 'LoadReportFailed', detailedMessage: 'nobody', errorCode: '403' });
  registerEmbed(app, { reportStore: createReportStore(createState(content, [demoApplication])), engine, checkToken, pageDirectory });
  return app;
}

test('says clearly that the page is not built', async () => {
  const empty = start(join(tmpdir(), 'no-such-page'));
  onTestFinished(() => empty.close());
  const reply = await empty.inject('/reportEmbed?uid=abc');
  expect([reply.statusCode, reply.body]).toEqual([503, expect.stringContaining('not built')]);
  expect((await empty.inject('/embed-assets/page-12345678.js')).statusCode).toBe(404);
});

test('serves the page at every address of embeds, its assets for good, and lets any portal frame it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'page-'));
  mkdirSync(join(directory, 'deep'));
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Report</title>');
  writeFileSync(join(directory, 'paginated.html'), '<!doctype html><title>Report</title>');
  writeFileSync(join(directory, 'page-1a2B_3c4.js'), `export const text = '${'a'.repeat(5000)}';`);
  writeFileSync(join(directory, 'plain.js'), 'export {};');
  const built = start(directory);
  onTestFinished(async () => {
    await built.close();
    rmSync(directory, { recursive: true });
  });
  for (const path of ['/reportEmbed', '/dashboardEmbed', '/embed', '/qnaEmbed', '/rdlEmbed', '/reportembed?uid=x']) {
    const reply = await built.inject(path);
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain('frame-ancestors *');
    expect(reply.headers['x-frame-options']).toBeUndefined();
  }
  const asset = await built.inject({ url: '/embed-assets/page-1a2B_3c4.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect([asset.statusCode, asset.headers['cache-control'], asset.headers['content-encoding']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'gzip',
  ]);
  expect(gunzipSync(asset.rawPayload).toString()).toContain('aaaa');
  expect((await built.inject('/embed-assets/plain.js')).headers['cache-control']).toBe('no-cache');
  expect((await built.inject('/embed-assets/..%2f..%2fpackage.json')).statusCode).not.toBe(200);
});

test('the document lets its own script run and no other', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'page-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'index.html'), '<!doctype html><script>let here = 1;</script>');
  const app = start(directory);
  onTestFinished(() => app.close());
  const policy = String((await app.inject('/reportEmbed')).headers['content-security-policy']);
  const own = createHash('sha256').update('let here = 1;').digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${own}';`);
});
