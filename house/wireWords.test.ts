/**
 * The Portuguese and irregular words of docs/reference/specification.md 3, 7 and 8 stand in `wire.ts` of the contract; everywhere else things have
 * the names of the field. Tests that speak the raw wire, and migrations that knew the old words, may use them.
 */
import { expect, test } from 'vitest';
import { matches, read } from './files.ts';

const product = matches(/^((?:apps\/(?:api|web)\/(?:src|test)|apps\/api\/migrations|packages)\/.+(?<!\.test)\.(?:tsx?|sql|json))$/).map(
  ([path = '']) => path,
);

const knowing = (pattern: RegExp): string[] => product.filter((path) => pattern.test(read(path)));
const wire = 'packages/contract/src/wire.ts';

test.each(['a2m', 'master', 'S', 'N'])('the value “%s” is known to wire.ts alone', (word) => {
  expect(product.length).toBeGreaterThan(500);
  expect(knowing(new RegExp(`['"\`]${word}['"\`]`)).filter((path) => !postgresLetters.has(path))).toEqual([wire]);
});

/** They had letters for states in the database. */
const lettered = ['0003_people', '0004_settings', '0006_terms_and_privacy', '0016_words_of_states'].map(
  (name) => `apps/api/migrations/${name}.sql`,
);

test.each([
  ['beside the word state', /state\w*(?: not)?\b['"]?[^\w'"`;]{0,6}(?:in \(|\w{0,8} ?\? ?)?['"`][ABITD]['"`]/i],
  ['as a word of its own in SQL', /(?:then|else|default) '[ABITD]'/],
  ['in the key of a sentence', /"(?:\w+_)?[ABITD](?:_\w+)?":/],
])('no letter stands for a state, %s', (_, pattern) => {
  expect(pattern.test(examples)).toBe(true);
  expect(knowing(pattern).filter((path) => !lettered.includes(path) && !path.includes('/seeds/'))).toEqual([]);
});

/** Each would be a letter for a state. */
const examples = 'row.member_state !== \'A\' or else \'B\' or "do_D": "Deactivate"';

/** Here S is a kind of relation or of message of PostgreSQL. */
const postgresLetters = new Set(['apps/api/src/platform/database/batch.ts', 'apps/api/test/database/invariants.ts']);

/** Renamed in the database by this migration. */
const renamed = 'apps/api/migrations/0014_words_of_settings.sql';

test.each([
  'relatorio_id',
  'listIp',
  'mfa_master',
  'mfa_permission_admin',
  'mostrar_ultima_atualizacao_relatorio',
  'show_questionario_perfil',
  'message_biexplorer',
  'perfil_usuario',
  'nome_usuario',
  'parceiro_id',
  'horario_not_allowed',
  'maitenance',
  'origem',
  'rota',
])('the name “%s” is known to wire.ts alone', (word) => {
  const known = knowing(new RegExp(`(?<![\\p{L} ])${word}(?![\\p{L} ])`, 'u')).filter(
    (path) => path !== renamed && !path.includes('/seeds/'),
  );
  expect(known).toEqual([wire]);
});
