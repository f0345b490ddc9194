/** A text that a spreadsheet would take for a formula is written as text, and read back as it was (security.md C6). */

const takenForFormula = /^[=+\-@\t\r\0]/;
const neutralised = /^'(?=[=+\-@\t\r\0'])/;

/** Puts an apostrophe before a text that would be a formula. Numbers are no texts: -5 stays -5. */
export function neutralise(text: string): string {
  return takenForFormula.test(text) || neutralised.test(text) ? `'${text}` : text;
}

/** Takes away what `neutralise` put there, so that an export can be read in again. */
export function asWritten(text: string): string {
  return text.replace(neutralised, '');
}
