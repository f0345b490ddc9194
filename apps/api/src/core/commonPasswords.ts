/** Passwords that everybody tries first, in Portuguese, Spanish and English. The lists are read when they are asked for first. */

let lists: Promise<ReadonlySet<string>> | null = null;

async function readLists(): Promise<ReadonlySet<string>> {
  const languages = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-es-es'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  return new Set(languages.flatMap(({ dictionary }) => Object.values(dictionary).flat()));
}

const looksLike: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
const unleet = (text: string) => text.replace(/[013457@$!]/g, (character) => looksLike[character] ?? character);
/** Without what people put around a word to please a rule: `!senha2026` is `senha`. */
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** One short piece again and again, or characters that follow each other: 1111…, abcabc…, 12345678…. */
function isMonotonous(text: string): boolean {
  if (/^(.{1,4})\1+.{0,3}$/su.test(text)) return true;
  const codes = Array.from(text).map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1).length;
  return steps >= 0.75 * (codes.length - 1);
}

/** Whether somebody who guesses would come to it soon, also behind capitals, digits for letters, and a year at the end. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase();
  if (isMonotonous(lower)) return true;
  const known = await (lists ??= readLists());
  return [lower, unleet(lower), bare(lower), unleet(bare(lower)), bare(unleet(lower))].some((spelling) => known.has(spelling));
}
