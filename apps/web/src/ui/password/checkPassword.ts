/** The rules for a password, checked while somebody types (docs/reference/product-rules.md 2.3). The server checks them again, with longer lists. */
import type { PasswordRules } from '@vitrine/contract/signIn/signIn.ts';
import { hasCapital, hasSpecial, isMonotonous, isPersonal, lengthOf } from '@vitrine/contract/passwordRules.ts';

type RuleName = 'rule_length' | 'rule_maximum' | 'rule_capital' | 'rule_special' | 'rule_personal' | 'rule_common' | 'rule_repeat';
/** `unknown`: the list of known passwords has not come yet. */
export type Rule = { name: RuleName; count: number; state: 'met' | 'open' | 'unknown' };

export type PasswordCheck = {
  password: string;
  repeated: string;
  rules: PasswordRules;
  /** Name and e-mail, which must not make up the password. */
  words: readonly string[];
  /** Whether a list of known passwords has it; null while there is no list. */
  known: boolean | null;
};

/** Every rule of the unit, and whether the password satisfies it. */
export function checkPassword({ password, repeated, rules, words, known }: PasswordCheck): Rule[] {
  const length = lengthOf(password);
  const rule = (name: RuleName, met: boolean, count = 1): Rule => ({ name, count, state: met ? 'met' : 'open' });
  const isCommon = isMonotonous(password) || known === true;
  return [
    rule('rule_length', length >= rules.min_character, rules.min_character),
    ...(length > rules.max_character ? [rule('rule_maximum', false, rules.max_character)] : []),
    ...(rules.capital_letter ? [rule('rule_capital', hasCapital(password))] : []),
    ...(rules.special_characters ? [rule('rule_special', hasSpecial(password))] : []),
    rule('rule_personal', password !== '' && !isPersonal(password, words)),
    known === null && !isCommon && password !== ''
      ? { ...rule('rule_common', true), state: 'unknown' }
      : rule('rule_common', password !== '' && !isCommon),
    rule('rule_repeat', password !== '' && password === repeated),
  ];
}

const enough = 20;

/** How hard a password is to guess, from 0 to 4: by its length beyond what is asked for, and by the kinds of characters. */
export function strengthOf(password: string, rules: readonly Rule[]): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  if (rules.some(({ name, state }) => state === 'open' && name !== 'rule_repeat')) return 1;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  const points = lengthOf(password) + 2 * kinds;
  return points >= enough + 4 ? 4 : points >= enough - 2 ? 3 : 2;
}
