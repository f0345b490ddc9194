/** Sentences for actions and objects of the log; a test of the API makes sure that there is one for each. */
import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import type words from '@vitrine/messages/pt-BR/audit.json';
import { useTranslation } from 'react-i18next';

type Key = keyof typeof words;
type Verb = Extract<Key, `did_${string}`>;
type Noun = Extract<Key, `object_${string}`>;

type Words = {
  actionOf: (entry: Pick<AuditEntry, 'action'>) => string;
  objectOf: (entry: Pick<AuditEntry, 'object_type'>) => string;
};

/** Lines are kept for two years; codes of former versions are shown as they are. */
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
