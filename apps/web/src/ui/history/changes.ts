/** The differences between before and after, value by value; of a document only the changed keys. */
import type { AuditEntry } from '@vitrine/contract/audit/audit.ts';

type Content = AuditEntry['before'];

const isDocument = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values by their names; those of a document under the document's name. */
function valuesOf(content: Content): Map<string, unknown> {
  const entries = Object.entries(content ?? {}).flatMap(([key, value]) =>
    isDocument(value) ? Object.entries(value).map(([inner, one]): [string, unknown] => [`${key}.${inner}`, one]) : [[key, value] as const],
  );
  return new Map(entries);
}

const written = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);

export function changesOf({
  before,
  after,
}: Pick<AuditEntry, 'before' | 'after'>): { key: string; before: string | null; after: string | null }[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .toSorted()
    .map((key) => ({ key, before: written(was.get(key)), after: written(is.get(key)) }))
    .filter((change) => change.before !== change.after || change.before === '***');
}
