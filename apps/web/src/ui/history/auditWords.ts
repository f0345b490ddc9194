/** Sentences for actions, objects and fields of the log; tests of the API make sure that there is one for each. */
import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import type { AuditSpeech } from '@vitrine/contract/audit/changes.ts';
import { useTranslation } from 'react-i18next';
import { useConfig } from '#platform/config.ts';
import { currentLocale } from '#platform/locale.ts';

type Words = {
  actionOf: (entry: Pick<AuditEntry, 'action'>) => string;
  objectOf: (entry: Pick<AuditEntry, 'object_type'>) => string;
};

/** The sentence of a code, or null: lines are kept for two years, and some codes are of former versions. */
function useKnown(): (key: string) => string | null {
  const { t, i18n } = useTranslation(['audit', 'auditWords', 'shell']);
  const isKey = (key: string): key is 'audit:title' => i18n.exists(key);
  return (key) => (isKey(key) ? t(key) : null);
}

export function useAuditWords(): Words {
  const known = useKnown();
  return {
    actionOf: ({ action }) => known(`audit:did_${action.split('.').at(-1) ?? ''}`) ?? action,
    objectOf: ({ object_type }) => known(`audit:object_${object_type}`) ?? object_type,
  };
}

/** How the fields and values of a line are called. */
export function useAuditSpeech(): (entry: Pick<AuditEntry, 'names'>) => AuditSpeech {
  const known = useKnown();
  const timezone = useConfig()?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ({ names }) => ({
    word: (key) => known(`auditWords:${key}`),
    name: (id) => names[id] ?? null,
    screen: (name) => known(`shell:screen_${name}`),
    locale: currentLocale(),
    timezone,
  });
}
