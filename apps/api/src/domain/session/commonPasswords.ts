/** Common passwords in Portuguese, Spanish and English. The lists are loaded at the first use. */
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

/** Whether the password is a common one, also with capitals, digits for letters, or a year at the end. */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (isMonotonous(password)) return true;
  const known = await (lists ??= readLists());
  return disguises(password).some((spelling) => known.has(spelling));
}
