import { expect, test } from 'vitest';
import { checkPassword, strengthOf } from './checkPassword.ts';

const rules = { min_character: 12, max_character: 128, capital_letter: true, special_characters: true };
const words = ['ana.bittencourt@aurora.example', 'Ana Bittencourt'];
type Given = { repeated?: string; more?: object; known?: boolean | null };
const check = (password: string, { repeated = password, more = {}, known = false }: Given = {}) =>
  checkPassword({ password, repeated, rules: { ...rules, ...more }, words, known });
const unmet = (password: string, options = {}) =>
  check(password, options)
    .filter((rule) => rule.state === 'open')
    .map((rule) => rule.name);

test('shows every rule that the unit asks for, and no other', () => {
  expect(check('').map((rule) => rule.name)).toEqual([
    'rule_length',
    'rule_capital',
    'rule_special',
    'rule_personal',
    'rule_common',
    'rule_repeat',
  ]);
  expect(check('', { more: { capital_letter: false, special_characters: false } }).map((rule) => rule.name)).toEqual([
    'rule_length',
    'rule_personal',
    'rule_common',
    'rule_repeat',
  ]);
});

test('accepts a password that keeps them', () => {
  expect(unmet('Vitrine-demo-2026')).toEqual([]);
});

test('counts code points, and letters of every alphabet', () => {
  expect(unmet('😀🎈🐘🌵🚀🎹🦋🍋🧭🪁🎯', { more: { capital_letter: false } })).toEqual(['rule_length']);
  expect(unmet('Ébano-e-marfim')).toEqual([]);
});

test('a blank is no special character', () => {
  expect(unmet('Girassol amarelo')).toEqual(['rule_special']);
});

test('says when a password is too long', () => {
  expect(unmet(`A!${'bcde'.repeat(32)}`)).toContain('rule_maximum');
});

test('a password made of the own name, of one piece again and again, or of a list is none', () => {
  expect(unmet('Ana-Bittencourt-1')).toEqual(['rule_personal']);
  expect(unmet('Abc!Abc!Abc!Abc!')).toEqual(['rule_common']);
  expect(unmet('Iloveyou-2026!', { known: true })).toEqual(['rule_common']);
});

test('without the list it is left open whether somebody would guess it', () => {
  expect(check('Girassol-amarelo-7', { known: null }).find(({ name }) => name === 'rule_common')?.state).toBe('unknown');
});

test('both passwords must be the same', () => {
  expect(unmet('Vitrine-demo-2026', { repeated: 'Vitrine-demo-2025' })).toEqual(['rule_repeat']);
});

test.each([
  ['', 0],
  ['curta', 1],
  ['Ana-Bittencourt-1', 1],
  ['girassol amarelo', 3],
  ['Girassol-amarelo-7', 4],
])('%j has the strength %i', (password, strength) => {
  const found = check(password, { more: { capital_letter: false, special_characters: false } });
  expect(strengthOf(password, found)).toBe(strength);
});
