import type { PasswordRules } from '@vitrine/contract/signIn/signIn.ts';
import { useEffect, useState } from 'react';
import type { Rule } from './checkPassword.ts';
import { checkPassword } from './checkPassword.ts';

type IsKnown = (password: string) => boolean;

/** The rules as they stand for what is typed now. `words` are the person's own. */
export function usePasswordRules(password: string, repeated: string, rules: PasswordRules, words: readonly string[]): Rule[] {
  const [isKnown, setIsKnown] = useState<IsKnown | null>(null);
  const typing = password !== '';
  useEffect(() => {
    if (!typing) return;
    // Without the list the server says what it has to say.
    import('./knownPasswords.ts').then(
      (list) => setIsKnown(() => list.isKnownPassword),
      () => undefined,
    );
  }, [typing]);
  return checkPassword({ password, repeated, rules, words, known: isKnown ? isKnown(password) : null });
}
