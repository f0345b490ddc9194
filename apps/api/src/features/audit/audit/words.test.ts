import { technicalFields } from '@vitrine/contract/audit/changes.ts';
import { configurationDefaults } from '@vitrine/contract/settings/settings.ts';
import { endpoints } from '@vitrine/contract/contract.ts';
import { locales } from '@vitrine/contract/fields.ts';
import en from '@vitrine/messages/en-US/audit.json' with { type: 'json' };
import es from '@vitrine/messages/es/audit.json' with { type: 'json' };
import ptBR from '@vitrine/messages/pt-BR/audit.json' with { type: 'json' };
import ptPT from '@vitrine/messages/pt-PT/audit.json' with { type: 'json' };
import { sql } from 'kysely';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { jobs } from '#jobs.ts';

const world = await openWorld();
afterAll(world.close);

const words = { 'pt-BR': ptBR, 'en-US': en, es, 'pt-PT': ptPT };
const source = fileURLToPath(new URL('../../../', import.meta.url));

/** Lines that handlers write themselves. */
const written = globSync('**/*.ts', { cwd: source, exclude: (name) => name.endsWith('.test.ts') })
  .flatMap((file) => [...readFileSync(`${source}${file}`, 'utf8').matchAll(/action: '([a-z_]+\.[a-z_]+)'/g)])
  .map(([, action = '']) => action);
const ofEndpoints = endpoints.flatMap(({ endpoint }) => (endpoint.audit ? [endpoint.audit] : []));
const ofTriggers = ['insert', 'update', 'delete'].map((operation) => `table.${operation}`);
const codes = [...new Set([...written, ...ofEndpoints, ...ofTriggers, ...jobs.map(({ name }) => name)])].toSorted();

test.each(locales)('every action that can be written down has words in %s', (locale) => {
  expect(written).toContain('session.sign_in');
  expect(ofEndpoints).toContain('configuration.update');
  const known = Object.keys(words[locale]);
  expect(codes.filter((code) => !known.includes(`did_${code.split('.').at(-1) ?? ''}`))).toEqual([]);
});

const wordsOfFields = Object.fromEntries(
  locales.map((locale) => [
    locale,
    JSON.parse(readFileSync(new URL(import.meta.resolve(`@vitrine/messages/${locale}/auditWords.json`)), 'utf8')) as Record<string, string>,
  ]),
);
const audited = sql`select distinct c.oid, c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
  where p.proname = 'audit_row'`;

test.each(locales)(
  'every column of every audited table, and every setting, has a word in %s, or says nothing to people',
  async (locale) => {
    const columns = await world.owner.run(sql<{ table: string; name: string }>`
    select a.relname as table, c.attname as name from (${audited}) a join pg_attribute c on c.attrelid = a.oid
    where c.attnum > 0 and not c.attisdropped order by 1, 2`);
    expect(columns.length).toBeGreaterThan(200);
    const settings = Object.keys(configurationDefaults).map((name) => ({ table: 'settings', name }));
    const without = [...columns, ...settings].filter(
      ({ name }) => !technicalFields.has(name) && wordsOfFields[locale]?.[`field_${name}`] === undefined,
    );
    expect(without).toEqual([]);
  },
);

test.each(locales)('every code that a column may hold has a word in %s', async (locale) => {
  const rules = await world.owner.run(sql<{ table: string; rule: string }>`
    select a.relname as table, pg_get_constraintdef(r.oid) as rule from (${audited}) a join pg_constraint r on r.conrelid = a.oid
    where r.contype = 'c' and cardinality(r.conkey) = 1`);
  const codes = rules.flatMap(({ table, rule }) => [...rule.matchAll(/'([a-z][a-z_]*)'::text/g)].map(([, code = '']) => ({ table, code })));
  expect(codes.length).toBeGreaterThan(60);
  expect(codes.filter(({ code }) => wordsOfFields[locale]?.[`value_${code}`] === undefined)).toEqual([]);
});

test.each(locales)('everything that can be changed has a name in %s', async (locale) => {
  const tables = await world.owner.run(sql<{ name: string }>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'audit_row'`);
  expect(tables.length).toBeGreaterThan(20);
  const known = Object.keys(words[locale]);
  expect(['session', ...tables.map(({ name }) => name)].filter((name) => !known.includes(`object_${name}`))).toEqual([]);
});
