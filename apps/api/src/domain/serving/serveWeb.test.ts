import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { defaultColours } from '@vitrine/contract/theme.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { openDatabase } from '#platform/database/database.ts';
import type { Browser } from '#test/harness/browser.ts';
import { giveTheme } from '#test/harness/themes.ts';

const directory = await mkdtemp(join(tmpdir(), 'vitrine-web-'));
const program = 'console.log("vitrine");'.repeat(100);
await mkdir(join(directory, 'assets'));
await mkdir(join(directory, '.vite'));
await writeFile(
  join(directory, 'index.html'),
  '<!doctype html>\n<html lang="pt-BR">\n<head><!--vitrine:head--></head><body></body></html>',
);
await writeFile(join(directory, 'preview.html'), '<!doctype html>\n<title>Preview</title>');
await writeFile(
  join(directory, 'embedded.html'),
  '<!doctype html>\n<html lang="pt-BR">\n<head><title>Embedded</title><!--vitrine:head--></head></html>',
);
await writeFile(join(directory, 'embed.js'), program);
await writeFile(join(directory, 'assets/main-abc.js'), program);
await writeFile(join(directory, 'assets/small-abc.js'), 'x()');
await writeFile(join(directory, 'robots.txt'), 'User-agent: *');
await writeFile(join(directory, 'sw.js'), program);
await writeFile(join(directory, '.built'), 'hash');
await writeFile(join(directory, '.vite/manifest.json'), '{}');
await writeFile(join(directory, '..', `${directory.split('/').at(-1) ?? ''}-outside.js`), 'secret');

const world = await openWorld({ environment: { webDirectory: directory } });
afterAll(async () => {
  await world.close();
  await rm(directory, { recursive: true });
  await rm(`${directory}-outside.js`);
});

const html = { accept: 'text/html,application/xhtml+xml' };
const get = (url: string, headers: Record<string, string> = html, host = 'portal.example') =>
  world.browser({ host }).inject({ url, headers });

test('every screen begins with the page of the host', async () => {
  for (const url of ['/', '/signin', '/0199a000-0000-7000-8000-000000000001/reports/view?page=2', '/not/a/screen']) {
    const response = await get(url);
    expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(response.body).toContain('<script type="application/json" id="vitrine-login">');
    expect(response.body).toContain('<style id="vitrine-theme">');
  }
});

const logoOf = async (browser: Browser, url = '/logo') => {
  const { statusCode, headers } = await browser.inject({ url, headers: html });
  return [statusCode, headers.location, headers['referrer-policy'], headers['cache-control']];
};
const ledTo = (location: string) => [302, location, 'no-referrer', 'no-store'];

test('the page of the logo leads where the unit of the host, or of the session, says, and takes no target from anybody', async () => {
  const site = 'https://lojas.example/sobre';
  const host = `logo-${crypto.randomUUID().slice(0, 8)}.example`;
  const unit = await world.unit({ host, settings: { logo_page: site } });
  expect(await logoOf(world.browser({ host }))).toEqual(ledTo(site));
  for (const search of ['?to=https://evil.example', '?logo_page=//evil.example', '?redirect=javascript:alert(1)'])
    expect(await logoOf(world.browser({ host }), `/logo${search}`)).toEqual(ledTo(site));
  // At the platform's host nobody is known before they sign in.
  expect(await logoOf(world.browser())).toEqual(ledTo('/'));
  expect(await logoOf(await world.signIn(await unit.person('user')))).toEqual(ledTo(site));
  const other = await world.unit({ settings: { logo_page: '/favourites' } });
  expect(await logoOf(await world.signIn(await other.person('user')))).toEqual(ledTo('/favourites'));
});

test('the start page is led to where the unit wants it, and where what was stored is no address of a site', async () => {
  const led = async (settings: Record<string, unknown>) => {
    const host = `logo-${crypto.randomUUID().slice(0, 8)}.example`;
    await world.unit({ host, settings });
    return logoOf(world.browser({ host }));
  };
  const home = ledTo('/');
  expect(await led({})).toEqual(home);
  expect(await led({ logo_page: 'https://lojas.example', logo_page_default: 1 })).toEqual(home);
  for (const logo_page of [
    'javascript:alert(1)',
    '//evil.example',
    'https://lojas.example@evil.example',
    'https://a.example/\r\nSet-Cookie: x=1',
  ])
    expect(await led({ logo_page }), logo_page).toEqual(home);
});

test('the partner’s page of the logo is that of its units until they have one', async () => {
  const partner = await world.partner({ settings: { logo_page: 'https://rede.example/' } });
  const [plain, own] = ['a', 'b'].map((name) => `${name}-${crypto.randomUUID().slice(0, 8)}.example`) as [string, string];
  await partner.unit({ host: plain });
  await partner.unit({ host: own, settings: { logo_page: 'https://loja.example/' } });
  expect(await logoOf(world.browser({ host: plain }))).toEqual(ledTo('https://rede.example/'));
  expect(await logoOf(world.browser({ host: own }))).toEqual(ledTo('https://loja.example/'));
});

test('the preview of a brand stands in a frame of the portal and calls nobody; no other page stands in a frame', async () => {
  const headersOf = async (url: string, headers = html) => (await get(url, headers)).headers;
  for (const page of ['sign_in', 'home', 'list', 'report', 'error', 'wall']) {
    const answered = await get(`/whitelabels/preview/${page}?x=1`);
    expect(answered.body).toContain('<title>Preview</title>');
    expect(answered.headers['x-frame-options']).toBe('SAMEORIGIN');
    const policy = String(answered.headers['content-security-policy']);
    for (const part of ["frame-ancestors 'self'", "default-src 'none'", "connect-src 'none'", "script-src 'self';"])
      expect(policy).toContain(part);
  }
  const others = ['/', '/signin', '/whitelabels', '/whitelabels/preview', '/whitelabels/preview/', '/whitelabels/preview/other'];
  for (const url of [...others, '/whitelabels/preview/home/more', '/preview.html', '/api/health/alive', '/assets/main-abc.js']) {
    const answered = await headersOf(url);
    expect([url, answered['x-frame-options']]).toEqual([url, 'DENY']);
    expect(answered['content-security-policy']).toContain("frame-ancestors 'none'");
  }
});

test('an embedded report stands in frames of the origins that its unit lists, and of nobody else', async () => {
  const [unit, other] = [await world.unit({ host: 'embedding-unit.example' }), await world.unit()];
  const origins = ['https://intranet.example', 'https://www.intranet.example:8443'];
  await world.owner.run(sql`insert into embedding (tenant_id, origins) values (${unit.id}, ${origins})`);
  const named = (iss: unknown) => `e30.${Buffer.from(JSON.stringify({ iss })).toString('base64url')}.x`;
  const framed = async (url: string, host?: string) => {
    const { headers, body } = await get(url, html, host);
    const [, ancestors] = /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy'])) ?? [];
    return {
      ancestors,
      frames: headers['x-frame-options'] ?? null,
      referrer: headers['referrer-policy'],
      embedded: body.includes('Embedded'),
    };
  };
  const open = { ancestors: origins.join(' '), frames: null, referrer: 'no-referrer', embedded: true };
  for (const segment of [named(unit.id), unit.id]) {
    expect(await framed(`/embedded/${segment}?language=es`)).toEqual(open);
    expect(await framed(`/embedded/${segment}`, 'embedding-unit.example')).toEqual(open);
  }
  const closed = { ...open, ancestors: "'none'", frames: 'DENY' };
  for (const segment of [named(other.id), other.id, named('x'), named(undefined), ':token', 'undefined', 'a.b.c'])
    expect(await framed(`/embedded/${segment}`)).toEqual(closed);
  expect(await framed(`/embedded/${named(other.id)}`, 'embedding-unit.example')).toEqual(closed);
  expect((await framed(`/embedded/${unit.id}/more`)).ancestors).toBe("'none'");
  expect((await framed('/signin')).ancestors).toBe("'none'");
  expect((await get('/embed.js')).headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect((await get('/assets/main-abc.js')).headers['access-control-allow-origin']).toBeUndefined();
});

test("shows a unit's title on its host and to its people, and the language of the reader", async () => {
  const unit = await world.unit({ host: 'web-unit.example' });
  await giveTheme(world.owner, unit.id, { own: ['words'], title: 'Relatórios <A>' });
  expect((await get('/signin', html, 'web-unit.example')).body).toContain('<title>Relatórios &lt;A&gt;</title>');
  expect((await get('/signin')).body).toContain('<title>Vitrine</title>');
  const browser = await world.signIn(await unit.person('user'));
  expect((await browser.inject({ url: '/', headers: html })).body).toContain('<title>Relatórios &lt;A&gt;</title>');
  expect((await get('/', { ...html, 'accept-language': 'es-MX,es;q=0.9' })).body).toContain('<html lang="es"');
});

test('a host that nobody registered gets the page too, which knows nothing, and no API', async () => {
  const response = await get('/signin', html, 'evil.example');
  expect(response.statusCode).toBe(404);
  expect(response.body).not.toContain('vitrine-login');
  expect((await get('/assets/main-abc.js', {}, 'evil.example')).statusCode).toBe(200);
  expect((await get('/api/register/isEnable', {}, 'evil.example')).statusCode).toBe(404);
});

test('files of the build are kept for ever, compressed as the browser likes', async () => {
  const plain = await get('/assets/main-abc.js', {});
  expect([plain.body, plain.headers['cache-control'], plain.headers['content-type']]).toEqual([
    program,
    'public, max-age=31536000, immutable',
    'text/javascript; charset=utf-8',
  ]);
  const packed = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect([packed.headers['content-encoding'], brotliDecompressSync(packed.rawPayload).toString()]).toEqual(['br', program]);
  const zipped = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' });
  expect([zipped.headers['content-encoding'], gunzipSync(zipped.rawPayload).toString(), zipped.headers.vary]).toEqual([
    'gzip',
    program,
    'accept-encoding',
  ]);
  expect((await get('/assets/small-abc.js', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  expect((await get('/robots.txt', {})).headers['cache-control']).toBe('public, max-age=3600');
});

test('a file that is sent is answered once', async () => {
  const before = world.log.length;
  expect((await get('/assets/main-abc.js', {})).statusCode).toBe(200);
  const lines = world.log.slice(before);
  expect(lines.filter((line) => line.includes('"route":"/*"'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('already sent'))).toEqual([]);
});

test('what looks like a file and is none is not found', async () => {
  for (const url of ['/assets/missing-abc.js', '/favicon.ico', '/.built', '/.vite/manifest.json'])
    expect((await get(url, { accept: '*/*' })).statusCode).toBe(404);
});

test('a file that another build has removed is not found, and served again when it is back', async () => {
  const file = join(directory, 'assets/gone-abc.js');
  await writeFile(file, program);
  const later = await openWorld({ environment: { webDirectory: directory } });
  const ask = () => later.browser({ host: 'portal.example' }).inject({ url: '/assets/gone-abc.js', headers: { accept: '*/*' } });
  await rm(file);
  const gone = await ask();
  expect([gone.statusCode, gone.json<{ status: string }>().status, gone.headers['cache-control']]).toEqual([404, 'not_found', 'no-store']);
  await writeFile(file, program);
  expect((await ask()).body).toBe(program);
  await later.close();
});

test('no path leads out of the build', async () => {
  const outside = `${directory.split('/').at(-1) ?? ''}-outside.js`;
  for (const url of [
    `/../${outside}`,
    `/%2e%2e/${outside}`,
    `/assets/..%2f..%2f${outside}`,
    `/assets/../../${outside}`,
    `//${outside}`,
    `/..\\${outside}`,
    '/assets/',
    '/etc/passwd',
  ]) {
    expect((await get(url, { accept: '*/*' })).body).not.toContain('secret');
  }
});

test('the API stays the API', async () => {
  for (const url of ['/api', '/api/', '/api/nothing']) {
    const response = await get(url);
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  }
  const response = await world.browser().inject({ method: 'POST', url: '/signin' });
  expect(response.statusCode).toBe(404);
});

test('the page comes without its look when the database does not answer', async () => {
  const nowhere = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  const broken = await openWorld({ environment: { webDirectory: directory }, services: { database: nowhere } });
  const response = await broken.browser().inject({ url: '/', headers: html });
  expect([response.statusCode, response.body.includes('vitrine-login')]).toEqual([200, false]);
  const api = await broken.browser().inject({ url: '/api/health/ready' });
  expect([api.statusCode, api.headers['retry-after'], api.json<{ status: string }>().status]).toEqual([503, '2', 'unavailable']);
  await broken.close();
  await nowhere.close();
});

type Manifest = { name: string; lang: string; theme_color: string; icons: { src: string; sizes: string; purpose: string }[] };
const manifestOf = async (host: string, language = 'pt-BR') =>
  JSON.parse((await get('/manifest.webmanifest', { 'accept-language': language }, host)).body) as Manifest;

test('the portal of a host is installed under its own name, in its colours, with an icon of each size that devices want', async () => {
  const host = `install-${crypto.randomUUID().slice(0, 8)}.example`;
  const unit = await world.unit({ host });
  const colours = { ...defaultColours, button: '#117733', card: '#fefefe' };
  await giveTheme(world.owner, unit.id, { own: ['words', 'colours'], title: 'Lojas Aurora', colours });
  const manifest = await manifestOf(host, 'es');
  expect(manifest).toMatchObject({ name: 'Lojas Aurora', short_name: 'Lojas Aurora', lang: 'es', start_url: '/', display: 'standalone' });
  expect(manifest.theme_color).toBe('#fefefe');
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
  for (const { src, sizes } of manifest.icons) {
    const { headers, rawPayload } = await get(src, {}, host);
    expect(headers['content-type']).toBe('image/png');
    expect(`${rawPayload.readUInt32BE(16)}x${rawPayload.readUInt32BE(20)}`).toBe(sizes);
  }
  const product = await manifestOf('portal.example');
  expect(product.name).toBe('Vitrine');
  expect(product.icons[0]?.src, 'another brand is another icon').not.toBe(manifest.icons[0]?.src);
  expect((await manifestOf('nobody-knows.example')).name).toBe('Vitrine');
  expect((await get('/app-icon/64.png', {})).statusCode).toBe(404);
});

test('an installed portal looks like its host, whoever is signed in', async () => {
  const unit = await world.unit();
  await giveTheme(world.owner, unit.id, { own: ['words'], title: 'Serra' });
  const browser = await world.signIn(await unit.person('user'));
  expect((JSON.parse((await browser.inject({ url: '/manifest.webmanifest' })).body) as Manifest).name).toBe('Vitrine');
});

test('the page for when there is no network says what cannot be done, in the language that is asked for, and needs no other file', async () => {
  for (const [lang, said] of [
    ['pt-BR', 'Sem conexão com o portal'],
    ['pt-PT', 'Sem ligação ao portal'],
    ['en-US', 'No connection to the portal'],
    ['es', 'Sin conexión con el portal'],
  ] as const) {
    const page = await get('/offline', { lang });
    expect(page.body).toContain(`<html lang="${lang}">`);
    expect(page.body).toContain(`<h1>${said}</h1>`);
    expect([...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)).toEqual(['/offline.js']);
  }
  const policy = String((await get('/offline')).headers['content-security-policy']);
  expect(policy).toContain("worker-src 'self'");
});

test('the worker is never an old one', async () => {
  expect((await get('/sw.js', {})).headers['cache-control']).toBe('no-cache');
});
