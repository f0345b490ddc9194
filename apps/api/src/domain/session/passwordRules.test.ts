import { expect, test } from 'vitest';
import { expiryDays, passwordProblems, strictestRules } from './passwordRules.ts';
import { effectiveSettings } from '#domain/settings/tenantSettings.ts';

const words = { email: 'maria.silva@aurora.example', name: 'Maria Eduarda Silva', units: ['Aurora Varejo'] };
const settings = (unit: object) => effectiveSettings(unit, null);
const usual = strictestRules([settings({})]);
const problems = (password: string, rules = usual) => passwordProblems(password, rules, words);

test.each(['Cavalo-azul-7-grampo', 'quatro palavras sem sentido', 'ção é ótimo & íntimo', '🦊🐙🦄🐝🐬🦉🐢🦀🐞🦋🐌🐙'])(
  'accepts %s',
  async (password) => {
    expect(await problems(password)).toEqual([]);
  },
);

test('counts characters as people do', async () => {
  expect(await problems('xk3🦊pv8🐙wq')).toEqual(['password_short']);
  expect(await problems('xk3🦊pv8🐙wqzu')).toEqual([]);
  expect(await problems(`${'aZ3é☂k'.repeat(21)}qw`)).toEqual([]);
  expect(await problems(`${'aZ3é☂k'.repeat(21)}qwe`)).toContain('password_long');
});

test.each([
  'password1234',
  'Password2026!',
  'P4ssw0rd2026',
  'senha123456789',
  'qwertyuiop123',
  '123456789012',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'abcdefghijkl',
  'Janeiro2026!!!',
  '!!!liberdade2026',
])('knows that %s is tried first', async (password) => {
  expect(await problems(password)).toContain('password_common');
});

test.each(['maria.silva@aurora.example', 'MariaSilva2026', 'Aurora-Varejo-1', 'Eduarda.Silva.99', 'vitrine-aurora'])(
  'refuses %s for being made of the person',
  async (password) => {
    expect(await problems(password)).toContain('password_personal');
  },
);

test("accepts a person's word inside something of its own", async () => {
  expect(await problems('aurora-come-pregos-azuis')).toEqual([]);
});

test('asks more where a unit switched its own rules on', async () => {
  const own = settings({ enable_password: true, min_character: 16, capital_letter: true, special_characters: true });
  const strict = strictestRules([own]);
  expect(await problems('quatro palavras', strict)).toEqual(['password_short', 'password_capital', 'password_special']);
  expect(await problems('Quatro-palavras-boas', strict)).toEqual([]);
  expect(await problems('Éstas sí son otras!', strict)).toEqual([]);
});

test('takes the strictest of everything somebody belongs to, never less than twelve characters', () => {
  const weak = settings({ enable_password: true, min_character: 8, capital_letter: true });
  const long = settings({ enable_password: true, min_character: 20 });
  const off = settings({ enable_password: false, min_character: 64, special_characters: true });
  expect(strictestRules([weak])).toMatchObject({ min_character: 12, capital_letter: true });
  expect(strictestRules([weak, long, off])).toEqual({
    min_character: 20,
    max_character: 128,
    capital_letter: true,
    special_characters: false,
  });
});

test.each([
  // A unit that says nothing, one that asks for eight, for none in particular, for twenty.
  ['somebody', undefined, [12, 12, 12, 20]],
  ['somebody with a second factor', { staff: false, second_factor: true }, [12, 8, 12, 20]],
  ['staff', { staff: true, second_factor: false }, [15, 15, 15, 20]],
  ['staff with a second factor', { staff: true, second_factor: true }, [15, 15, 15, 20]],
] as const)('the least number of characters of %s', (_, holder, expected) => {
  const units = [{}, ...[8, null, 20].map((min_character) => ({ enable_password: true, min_character }))];
  expect(units.map((unit) => strictestRules([settings(unit)], holder).min_character)).toEqual(expected);
});

test('passwords expire where a unit says so, by the shortest time', () => {
  const after = (days: number | null, enable_password = true) => settings({ enable_password, expiry_time_password: days });
  expect(expiryDays([after(null), after(0)])).toBeNull();
  expect(expiryDays([after(30, false)])).toBeNull();
  expect(expiryDays([after(90), after(30), after(0)])).toBe(30);
});
