import { expect, test } from 'vitest';
import { checkPassword } from './passwordRules.ts';

const rules = { min_character: 12, max_character: 128, capital_letter: true, special_characters: true };
const unmet = (password: string, repeated = password, more = {}) =>
  checkPassword(password, repeated, { ...rules, ...more })
    .filter((rule) => !rule.met)
    .map((rule) => rule.name);

test('shows every rule that the unit asks for, and no other', () => {
  expect(checkPassword('', '', rules).map((rule) => rule.name)).toEqual(['rule_length', 'rule_capital', 'rule_special', 'rule_repeat']);
  expect(checkPassword('', '', { ...rules, capital_letter: false, special_characters: false }).map((rule) => rule.name)).toEqual([
    'rule_length',
    'rule_repeat',
  ]);
});

test('accepts a password that keeps them', () => {
  expect(unmet('Vitrine-demo-2026')).toEqual([]);
});

test('counts code points, and letters of every alphabet', () => {
  expect(unmet('😀'.repeat(11), undefined, { capital_letter: false })).toEqual(['rule_length']);
  expect(unmet('Éaaaaaaaaaaaaa!')).toEqual([]);
});

test('a blank is no special character', () => {
  expect(unmet('Aaaaaaa aaaaaaaa')).toEqual(['rule_special']);
});

test('says when a password is too long', () => {
  expect(unmet(`A!${'a'.repeat(127)}`)).toEqual(['rule_maximum']);
});

test('both passwords must be the same', () => {
  expect(unmet('Vitrine-demo-2026', 'Vitrine-demo-2025')).toEqual(['rule_repeat']);
});
