/** Passwords that everybody tries first, in Portuguese, Spanish and English. The lists are read when they are asked for first. */
import { disguises, isMonotonous } from '@vitrine/contract/passwordRules.ts';

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

/** Whether somebody who guesses would come to it soon, also behind capitals, digits for letters, and a year at the end. */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (isMonotonous(password)) return true;
  const known = await (lists ??= readLists());
  return disguises(password).some((spelling) => known.has(spelling));
}
