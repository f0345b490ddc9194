/** What is refused is said in words: every field that can be sent, every reason and every failure, in four languages. */
import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@vitrine/contract/contract.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { errors } from '@vitrine/contract/errors.ts';
import { locales } from '@vitrine/contract/fields.ts';
import sentences from '@vitrine/messages/pt-BR/errors.json' with { type: 'json' };
import fields from '@vitrine/messages/pt-BR/fields.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Failure } from '#platform/http/fail.ts';
import { compileSchema } from '#platform/http/validation.ts';
import { translateError, translateField } from '#platform/translate.ts';

const defOf = ({ _zod: { def } }: z.core.$ZodType) => def as z.core.$ZodTypes['_zod']['def'];

type Leaf = { path: string[]; schema: z.core.$ZodType };

/** The places of a schema, with what stands there. Lists and records have the place of their elements. */
function* leavesOf(schema: z.core.$ZodType, path: string[] = []): Generator<Leaf> {
  const def = defOf(schema);
  if (path.length > 0) yield { path, schema };
  if (def.type === 'object') for (const [name, inner] of Object.entries(def.shape)) yield* leavesOf(inner, [...path, name]);
  else if (def.type === 'array') yield* leavesOf(def.element, [...path, '0']);
  else if (def.type === 'record') yield* leavesOf(def.valueType, path);
  else if (def.type === 'union') for (const option of def.options) yield* leavesOf(option, path);
  else if (def.type === 'pipe') {
    yield* leavesOf(def.in, path);
    yield* leavesOf(def.out, path);
  } else if ('innerType' in def) yield* leavesOf(def.innerType, path);
}

const leaves = endpoints.flatMap(({ name, endpoint }) =>
  [endpoint.query, endpoint.body].flatMap((schema) => [...leavesOf(schema)].map((leaf) => ({ ...leaf, endpoint: name }))),
);
const places = [...new Set(leaves.map(({ path }) => path.join('.')))];
const reasons = Object.entries(fields.reasons).map(([reason, text]) => (text.includes('{{bound}}') ? `${reason}:1200` : reason));

/** A sentence: a capital or a number first, no key and no empty place. */
const isSentence = (text: string): boolean =>
  /^[¡¿]?[\p{Lu}\d]/u.test(text) && !/[{}]|\p{L}_\p{L}|undefined| {2}/u.test(text.replaceAll('ip_not_allowed', 'IP'));

test.each(locales)('%s says every reason of every field in a sentence', (locale) => {
  expect(places.length).toBeGreaterThan(300);
  const values = {
    min: 8,
    variable: 'Loja',
    lines: '3',
    role: 'Sul',
    like: 'Norte',
    table: 'Clima',
    column: 'Tempo',
    placeholder: 'loja',
    reason: 'Syntax error',
    columns: 'Total',
  };
  const wrong = places.flatMap((place) =>
    reasons.map((reason) => translateField(locale, place, reason, values)).filter((sentence) => !isSentence(sentence)),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

test.each(locales)('%s says the name that a unit gave to a field with a capital', (locale) => {
  expect(translateField(locale, 'custom.1', 'taken', { 'custom.1': 'código' })).toMatch(/^\p{Lu}.*c?ódigo/iu);
  expect(isSentence(translateField(locale, 'custom.1', 'required', { 'custom.1': 'cidade' }))).toBe(true);
});

test.each(['pt-BR', 'pt-PT', 'es'] as const)('in %s the gender is that of the word "campo", whatever the field is', (locale) => {
  for (const reason of Object.entries(fields.reasons).flatMap(([key, text]) => (text.includes('{{field}}') ? [key] : [])))
    expect(translateField(locale, 'password', reason, {})).toMatch(/^¡?(?:O|El) campo (?:Senha|Contraseña|Palavra-passe) /);
});

const placeholdersOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');

test.each(locales)('%s says every failure in a sentence', (locale) => {
  const values = Object.fromEntries(
    Object.values(sentences)
      .flatMap(placeholdersOf)
      .map((name) => [name, 3]),
  );
  const said = (Object.keys(errors) as ErrorWord[]).map((word) => translateError(locale, word, { count: 3, ...values }));
  expect(said.filter((sentence) => sentence !== 'ip_not_allowed' && !isSentence(sentence))).toEqual([]);
});

test('who refuses gives every value that the sentence has a place for', () => {
  const wanted = new Map<string, string[]>();
  for (const [key, text] of Object.entries(sentences)) {
    const word = key.replace(/_(?:zero|one|many|other)$/, '');
    wanted.set(word, [...new Set([...(wanted.get(word) ?? []), ...placeholdersOf(text)])]);
  }
  const source = join(import.meta.dirname, '../..');
  const lacking = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/(?:fail|new Failure)\('(\w+)'((?:, \{[^}]*\})?)/g)]
      .filter(([, word = '', values = '']) => (wanted.get(word) ?? []).some((name) => !new RegExp(`\\b${name}\\b`).test(values)))
      .map(([call]) => `${file}: ${call}`),
  );
  expect(lacking).toEqual([]);
});

/** What only programs send and no person can change. */
const sentByPrograms = new Set([
  'session_state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'error_subcode',
  'id',
  'user_id',
  'partner_id',
  'status',
  'route',
  'challenge',
  'last',
  'endpoint',
  'p256dh',
  'auth',
]);

type Broken = { value: unknown; bound: number };

/** Values just beyond the bounds of a schema. A least length of one is a field that is required. */
function brokenBounds(schema: z.core.$ZodType): Broken[] {
  const def = defOf(schema);
  const sized = (length: number) => (def.type === 'array' ? Array.from({ length }, () => 'x') : 'x'.repeat(length));
  return (def.checks ?? []).flatMap(({ _zod: { def: check } }): Broken[] => {
    const bound = check as { check: string; maximum?: number; minimum?: number; value?: number; inclusive?: boolean };
    if (bound.check === 'max_length') return [{ value: sized((bound.maximum ?? 0) + 1), bound: bound.maximum ?? 0 }];
    if (bound.check === 'min_length' && (bound.minimum ?? 0) > 1)
      return [{ value: sized((bound.minimum ?? 0) - 1), bound: bound.minimum ?? 0 }];
    if (def.type !== 'number' || typeof bound.value !== 'number') return [];
    if (bound.check === 'less_than') return [{ value: bound.value + 1, bound: bound.value }];
    if (bound.check === 'greater_than') return [{ value: bound.value - 1, bound: bound.inclusive ? bound.value : bound.value + 1 }];
    return [];
  });
}

/** What a body of one field is refused with. */
function refused(field: string, schema: z.core.$ZodType, value: unknown): string[] {
  const validate = compileSchema({ schema: z.strictObject({ [field]: schema as z.ZodType }), httpPart: 'body', method: 'POST', url: '/' });
  const { error } = validate({ [field]: value }) as { error?: Failure };
  return (error?.extra.errors?.[field] ?? []).map((reason) => translateField('en-US', field, reason, error?.values));
}

describe('a bound that is broken', () => {
  const bounded = leaves.flatMap(({ path, schema, endpoint }) =>
    brokenBounds(schema).map((broken) => ({ ...broken, schema, endpoint, field: path.findLast((part) => part !== '0') ?? '' })),
  );

  test('is named with its number, in a field that has a name', () => {
    expect(bounded.length).toBeGreaterThan(300);
    const silent = bounded.filter(({ field, schema, value, bound }) => {
      const number = new Intl.NumberFormat('en-US').format(bound);
      const said = refused(field, schema, value);
      return !said.some((sentence) => sentence.split(/[ .]/).includes(number) || (bound === 1 && sentence.endsWith(' is required!')));
    });
    expect(silent.map(({ endpoint, field, bound }) => `${endpoint} ${field} ${bound}`)).toEqual([]);
    expect(
      [...new Set(bounded.map(({ field }) => field))].filter((field) => !(field in fields.names) && !sentByPrograms.has(field)),
    ).toEqual([]);
  });

  test('inside of a value of several kinds is that of the kind that was meant', () => {
    const value = z.union([z.string().max(500), z.number().max(9), z.array(z.string().max(80)).max(50), z.null()]);
    expect(refused('custom', value, 'x'.repeat(501))).toEqual(['Custom fields may have at most 500 characters.']);
    expect(refused('custom', value, 10)).toEqual(['Custom fields may be at most 9.']);
    expect(refused('custom', value, true)).toEqual(['Custom fields is invalid!']);
  });

  test('of one is a field that has to be filled, and a part of a number is no whole one', () => {
    expect(refused('report_ids', z.array(z.string()).min(1), [])).toEqual(['Reports is required!']);
    expect(refused('port', z.number().int(), 1.5)).toEqual(['Port must be a whole number.']);
    expect(refused('port', z.number().int().min(1), 0)).toEqual(['Port must be at least 1.']);
  });
});

test('a field that nobody knows is not called by its name', () => {
  const validate = compileSchema({ schema: z.strictObject({}), httpPart: 'body', method: 'POST', url: '/' });
  const { error } = validate({ some_key: 1 }) as { error?: Failure };
  expect(error?.extra.errors).toEqual({ some_key: ['unknown'] });
});
