/** Changed columns in words. What has no word is nothing that a person would call a change. */
import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';
import type words from '@vitrine/messages/pt-BR/audit.json';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#platform/formats.ts';
import { changesOf } from './changes.ts';

type Key = Extract<keyof typeof words, `field_${string}` | `value_${string}`>;
export type Change = { field: string; before: string | null; after: string | null };

const isId = (text: string) => /^[\da-f]{8}-[\da-f]{4}-/.test(text);
const isPlain = (text: string) => !isId(text) && !/^[[{]/.test(text);
const longest = 80;
const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text);

/** The changed fields of a line with their values, as far as those are words; `Alterou` alone where there are none. */
export function useChanges(): (entry: Pick<AuditEntry, 'before' | 'after'>) => Change[] {
  const { t, i18n } = useTranslation('audit');
  const isKey = (key: string): key is Key => i18n.exists(`audit:${key}`);
  const valueOf = (text: string | null): string | null => {
    if (text === null || text === '' || !isPlain(text)) return null;
    const key = `value_${text}`;
    if (isKey(key)) return t(key);
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : shortened(text);
  };
  return (entry) => {
    // A row that was made or removed has all of its fields: its name says enough.
    if (!entry.before || !entry.after) return [];
    return changesOf(entry).flatMap(({ key, before, after }) => {
      const field = `field_${key}`;
      return isKey(field) ? [{ field: t(field), before: valueOf(before), after: valueOf(after) }] : [];
    });
  };
}
