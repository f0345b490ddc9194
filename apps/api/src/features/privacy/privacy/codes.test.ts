import type { Answer } from '@vitrine/contract/endpoint.ts';
import { locales } from '@vitrine/contract/fields.ts';
import * as contract from '@vitrine/contract/privacy/privacy.ts';
import { openingTroubles } from '@vitrine/contract/reports/openingTroubles.ts';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { inWords } from './codes.ts';

const world = await openWorld();
afterAll(world.close);

/** Where the database says which codes there are. */
const columns: [section: string, column: string, table: string][] = [
  ['account', 'auth_method', 'person'],
  ['account', 'language', 'person'],
  ['membership', 'role', 'membership'],
  ['membership', 'state', 'membership'],
  ['membership', 'authentication_level', 'membership'],
  ['units', 'role', 'staff'],
  ['units', 'state', 'staff'],
  ['survey', 'position', 'profile_survey'],
  ['saved_views', 'kind', 'saved_view'],
  ['catalogue_requests', 'state', 'catalogue_request'],
  ['exports', 'state', 'report_export'],
  ['requests', 'kind', 'privacy_request'],
  ['requests', 'state', 'privacy_request'],
];

async function codesOf(table: string, column: string): Promise<string[]> {
  const rows = await world.owner.run(sql<{ code: string }>`
    select distinct code[1] as code from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    cross join regexp_matches(pg_get_constraintdef(c.oid), $$'([A-Za-z0-9_-]+)'::text$$, 'g') as code
    where c.contype = 'c' and c.conrelid = ${table}::regclass and a.attname = ${column}`);
  return rows.map(({ code }) => code);
}

test.each(columns)('every %s.%s that %s may hold has words in four languages', async (section, column, table) => {
  const codes = await codesOf(table, column);
  expect(codes.length).toBeGreaterThan(1);
  for (const locale of locales) expect(codes.filter((code) => inWords(locale, section, column, code) === code)).toEqual([]);
});

test.each(locales)('every trouble of an opening has words in %s', (locale) => {
  expect(openingTroubles.filter((code) => inWords(locale, 'views', 'reason', code) === code)).toEqual([]);
});

test.each(locales)('every end of a session has words in %s', (locale) => {
  const source = fileURLToPath(new URL('../../../', import.meta.url));
  const files = globSync('{features/{signIn,people,playlists},domain}/**/*.ts', {
    cwd: source,
    // Why a capacity is paused ends no session.
    exclude: (name) => name.endsWith('.test.ts') || name.endsWith('capacityShift.rules.ts'),
  }).map((file) => readFileSync(`${source}${file}`, 'utf8'));
  const written = files.flatMap((text) => [
    ...text.matchAll(/(?:end_reason(?::| =)|reason:|, ctx\.actor\.person_id,|, before\.person_id,) '([a-z_]+)'/g),
  ]);
  const states = files.flatMap((text) => /stateReasons = \{([^}]+)\}/.exec(text)?.[1]?.match(/(?<=')[a-z]+(?=')/g) ?? []);
  const known = [...written.map(([, code = '']) => code), ...states, 'ip_not_allowed', 'hours_not_allowed', 'unused'];
  expect(known).toEqual(expect.arrayContaining(['forced', 'role_change', 'deactivated', 'own_wish', 'too_many', 'refreshed']));
  expect(known.filter((code) => inWords(locale, 'sessions', 'end_reason', code) === code)).toEqual([]);
});

test('no code is left on the screen or in the tables, and the file for programs keeps them', async () => {
  const unit = await world.unit();
  const ana = await unit.person('user', { person: { language: 'pt-PT' } });
  await world.owner.run(sql`insert into notification (tenant_id, id, person_id, kind, "values")
    values (${unit.id}, ${crypto.randomUUID()}, ${ana.id}, 'access_extended', '{"minutes": 30}')`);
  const browser = await world.signIn(ana);
  const get = (url: string) => browser.inject({ method: 'GET', url, headers: { lang: 'es' } });
  const { sections } = (await get(contract.myData.path)).json<Answer<typeof contract.myData>>();
  const row = (key: string) => sections.find((section) => section.key === key)?.rows[0];
  expect(row('account')).toMatchObject({ auth_method: 'Contraseña', language: 'Português (Portugal)' });
  expect(row('membership')).toMatchObject({ role: 'Lector', state: 'Activo', authentication_level: 'Como en la unidad' });
  expect(row('notifications')).toMatchObject({ kind: 'Acceso prolongado', text: expect.stringContaining('30 minutos') });
  const parts = unzipSync(new Uint8Array((await get(contract.downloadMyData.path)).rawPayload));
  const text = (name: string) => new TextDecoder().decode(parts[name]);
  expect(text('01 Cuenta.csv')).toContain('Contraseña');
  expect(JSON.parse(text('data.json'))).toMatchObject({
    account: [{ auth_method: 'password', language: 'pt-PT' }],
    notifications: [{ kind: 'access_extended' }],
  });
});
