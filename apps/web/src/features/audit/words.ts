/** What happened, and to what, in words; `words.test.ts` of the API holds that there are words for everything. */
import type { AuditEntry } from '@vitrine/contract/features/audit.ts';
import type words from '@vitrine/messages/pt-BR/audit.json';
import { useTranslation } from 'react-i18next';

type Key = keyof typeof words;
type Verb = Extract<Key, `did_${string}`>;
type Noun = Extract<Key, `object_${string}`>;

type Words = {
  actionOf: (entry: Pick<AuditEntry, 'action'>) => string;
  objectOf: (entry: Pick<AuditEntry, 'object_type'>) => string;
};

/** Lines are kept for two years: what a former version wrote down is shown as it was written. */
export function useAuditWords(): Words {
  const { t, i18n } = useTranslation('audit');
  const isKey = (key: string): key is Verb | Noun => i18n.exists(`audit:${key}`);
  return {
    actionOf({ action }) {
      const key = `did_${action.split('.').at(-1) ?? ''}`;
      return isKey(key) ? t(key) : action;
    },
    objectOf({ object_type }) {
      const key = `object_${object_type}`;
      return isKey(key) ? t(key) : object_type;
    },
  };
}
