/** The unit's password rules, checked while typing (product-decisions 2.3). The server checks them again, and more. */
import type { PasswordRules } from '@vitrine/contract/features/session.ts';

export type RuleName = 'rule_length' | 'rule_maximum' | 'rule_capital' | 'rule_special' | 'rule_repeat';

export type Rule = { name: RuleName; count: number; met: boolean };

/** Lengths count code points; blanks and every alphabet are allowed. */
export function checkPassword(password: string, repeated: string, rules: PasswordRules): Rule[] {
  const length = Array.from(password).length;
  return [
    { name: 'rule_length', count: rules.min_character, met: length >= rules.min_character },
    ...(length > rules.max_character ? [{ name: 'rule_maximum' as const, count: rules.max_character, met: false }] : []),
    ...(rules.capital_letter ? [{ name: 'rule_capital' as const, count: 1, met: /\p{Lu}/u.test(password) }] : []),
    ...(rules.special_characters ? [{ name: 'rule_special' as const, count: 1, met: /[^\p{L}\p{N}\s]/u.test(password) }] : []),
    { name: 'rule_repeat', count: 1, met: password !== '' && password === repeated },
  ];
}
