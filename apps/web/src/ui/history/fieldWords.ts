/** Changed columns of an object, in words and in short. */
import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import type { Change } from '@vitrine/contract/audit/changes.ts';
import { changesOf } from '@vitrine/contract/audit/changes.ts';
import { useAuditSpeech } from './auditWords.ts';

const longest = 80;
const shortened = (text: string | null) => (text && text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text);

/** The changed fields of a line with their values; `Alterou` alone where there are none. */
export function useChanges(): (entry: Pick<AuditEntry, 'before' | 'after' | 'names'>) => Change[] {
  const speechOf = useAuditSpeech();
  return (entry) =>
    // A row that was made or removed has all of its fields: its name says enough.
    entry.before && entry.after
      ? changesOf(entry, speechOf(entry)).map((change) => ({ ...change, before: shortened(change.before), after: shortened(change.after) }))
      : [];
}
