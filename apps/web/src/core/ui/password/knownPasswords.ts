/** The passwords that everybody tries first. The list comes when somebody begins to type one, and only then. */
import { dictionary } from '@zxcvbn-ts/language-common';
import { disguises } from '@vitrine/contract/passwordRules.ts';

const known: ReadonlySet<string> = new Set(dictionary['passwords-common']);

export const isKnownPassword = (password: string): boolean => disguises(password).some((spelling) => known.has(spelling));
