/**
 * Checks of a password that need no list of common passwords (docs/reference/product-rules.md 2.3): the server decides by it, and the
 * browser explains it while somebody types.
 */

/** Length as people count it, not in bytes. */
export const lengthOf = (password: string): number => Array.from(password.normalize('NFKC')).length;
export const hasCapital = (password: string): boolean => /\p{Lu}/u.test(password);
/** Neither letter nor digit nor blank. */
export const hasSpecial = (password: string): boolean => /[^\p{L}\p{N}\s]/u.test(password);

const lettersAndDigits = /[\p{L}\p{N}]+/gu;
const shortestWord = 4;
const leastOwn = 6;

/** Whether little is left of the password once words that belong to the person (name, e-mail, unit) are taken out. */
export function isPersonal(password: string, texts: readonly string[]): boolean {
  const lower = password.normalize('NFKC').toLowerCase();
  const words = texts.flatMap((text) => text.toLowerCase().match(lettersAndDigits) ?? []);
  const longestFirst = words.filter((word) => word.length >= shortestWord).sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ' '), lower);
  return rest !== lower && (rest.match(lettersAndDigits) ?? []).join('').length < leastOwn;
}

/** One short piece again and again, or characters that follow each other: 1111…, abcabc…, 12345678…. */
export function isMonotonous(password: string): boolean {
  const text = password.toLowerCase();
  if (/^(.{1,4})\1+.{0,3}$/su.test(text)) return true;
  const codes = Array.from(text).map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1).length;
  return codes.length > 1 && steps >= 0.75 * (codes.length - 1);
}

const looksLike: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
const unleet = (text: string) => text.replace(/[013457@$!]/g, (character) => looksLike[character] ?? character);
/** Without the signs and digits that people put around a word to satisfy a rule: `!senha2026` becomes `senha`. */
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Plain forms of a password to look up in the block list: lower case, letters for look-alike digits, without a year at the end. */
export function disguises(password: string): string[] {
  const lower = password.toLowerCase();
  return [lower, unleet(lower), bare(lower), unleet(bare(lower)), bare(unleet(lower))];
}
