/** Shared by all writes: a name that is taken becomes an error of its field, and versions prevent overwriting another person's change. */
import { isForeignKeyViolation, isUniqueViolation } from '#platform/database/errors.ts';
import { fail, failFields, found } from './fail.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';

/**
 * Turns a violated unique constraint into `taken` of its field: `{ report_group_name: 'name' }`. A missing or foreign row that the new row
 * refers to becomes 404, and so does a file that was stored for another purpose.
 */
export async function unlessTaken<T>(constraints: Record<string, string>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isForeignKeyViolation(error)) return fail('not_found', {}, {}, error);
    const field = isUniqueViolation(error) ? constraints[error.constraint ?? ''] : undefined;
    if (field === undefined) throw error;
    return failFields({ [field]: 'taken' });
  }
}

/** The row after `update … where id and version`: 404 when it does not exist, 409 when another person saved first. */
export function saved<Row>(changed: readonly unknown[], row: Row | undefined, missing: ErrorWord = 'not_found'): Row {
  const now = found(row, missing);
  return changed.length > 0 ? now : fail('conflict');
}
