import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateCell, RelativeTimeCell } from '#ui/cells.tsx';
import type { Fact } from '#ui/object/facts.tsx';
import type { OpenHistory } from './useHistory.ts';

/** What the object itself knows of when it was made and who changed it last. */
export type Kept = { created_at: string; changed_at?: string | null; changed_by?: string | null };

function ByWhom({ name, children }: { name: string | null | undefined; children: ReactNode }) {
  return (
    <>
      {name ? `${name}, ` : null}
      {children}
    </>
  );
}

const made = (created_at: string, name: string | null | undefined) => (
  <ByWhom name={name}>
    <DateCell value={created_at} />
  </ByWhom>
);

const changed = (at: string, name: string | null | undefined) => (
  <ByWhom name={name}>
    <RelativeTimeCell value={at} />
  </ByWhom>
);

/**
 * When an object was made and by whom, and who changed it last. Where the log is not for this person, or no longer has the line,
 * it is said what the object itself knows.
 */
export function useHistoryFacts(history: OpenHistory, readable: boolean, kept: Kept | undefined): Fact[] {
  const { t } = useTranslation('audit');
  const waits = readable && !history.error;
  const nameOf = ({ actor }: AuditEntry) => actor?.name ?? t('nobody');
  const first = history.made;
  const last = history.lines && (history.lines[0] ?? null);
  const ofRow = {
    made: kept && made(kept.created_at, null),
    changed: kept && (kept.changed_at ? changed(kept.changed_at, kept.changed_by) : null),
  };
  return [
    {
      label: t(first === null || !waits ? 'made_at' : 'made_by'),
      value: first ? made(first.at, nameOf(first)) : first === undefined && waits ? undefined : ofRow.made,
    },
    {
      label: t('changed_by'),
      value: last ? changed(last.at, nameOf(last)) : last === undefined && waits ? undefined : ofRow.changed,
    },
  ];
}
