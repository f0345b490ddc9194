/** Common passwords. The list is loaded when a person begins to type one. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { disguises } from '@vitrine/contract/passwordRules.ts';

const known: ReadonlySet<string> = new Set(dictionary['passwords-common']);

export const isKnownPassword = (password: string): boolean => disguises(password).some((spelling) => known.has(spelling));
