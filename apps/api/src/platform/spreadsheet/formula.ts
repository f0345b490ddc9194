/** Neutralises texts that a spreadsheet would run as a formula, and restores them when a file is read (docs/reference/security-cases.md C6). */

import { formulaStart } from '@vitrine/contract/formula.ts';

const takenForFormula = new RegExp(`^${formulaStart}`, 'u');
const neutralised = new RegExp(`^'(?=${formulaStart}|')`, 'u');

/** Puts an apostrophe before a text that would be a formula. Numbers are not texts: -5 stays -5. */
export function neutralise(text: string): string {
  return takenForFormula.test(text) || neutralised.test(text) ? `'${text}` : text;
}

/** Undoes `neutralise`, so that an export can be imported again. */
export function asWritten(text: string): string {
  return text.replace(neutralised, '');
}
