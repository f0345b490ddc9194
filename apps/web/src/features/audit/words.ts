/** What an action is called: the usual ones in words, all others by their own name. */
import type { AuditEntry } from '@vitrine/contract/features/audit.ts';
import { useTranslation } from 'react-i18next';

const verbs = {
  add: 'did_add',
  insert: 'did_add',
  create: 'did_add',
  open: 'did_open',
  update: 'did_update',
  save: 'did_update',
  remove: 'did_remove',
  delete: 'did_remove',
  sign_in: 'did_sign_in',
  refused: 'did_refused',
  end: 'did_end',
} as const;

export function useActionWords() {
  const { t } = useTranslation('audit');
  return ({ action }: Pick<AuditEntry, 'action'>): string => {
    const verb = action.split('.').at(-1) ?? '';
    return verb in verbs ? t(verbs[verb as keyof typeof verbs]) : action;
  };
}
