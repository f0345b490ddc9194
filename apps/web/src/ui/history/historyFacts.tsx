import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import { useTranslation } from 'react-i18next';
import { RelativeTimeCell } from '#ui/cells.tsx';
import type { Fact } from '#ui/object/facts.tsx';
import type { OpenHistory } from './useHistory.ts';

function ByWhom({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  return (
    <>
      {entry.actor?.name ?? t('nobody')}
      {', '}
      <RelativeTimeCell value={entry.at} />
    </>
  );
}

/** Who made an object, and who changed it last; nothing where the log is not for this person, or no longer has it. */
export function useHistoryFacts({ lines, made, error }: OpenHistory, readable: boolean): Fact[] {
  const { t } = useTranslation('audit');
  const fact = (label: string, entry: AuditEntry | null | undefined): Fact => ({
    label,
    value: entry === undefined && readable && !error ? undefined : entry ? <ByWhom entry={entry} /> : null,
  });
  return [fact(t('made_by'), made), fact(t('changed_by'), lines && (lines[0] ?? null))];
}
