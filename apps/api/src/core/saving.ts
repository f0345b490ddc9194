/** What writes have in common: a name that is taken is the field's fault, and nobody overwrites what somebody else saved. */
import { isForeignKeyViolation, isUniqueViolation } from './database/errors.ts';
import { fail, failFields, found } from './fail.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';

/**
 * Turns a broken unique constraint into `taken` of the field that it guards: `{ report_group_name: 'name' }`. What the row
 * refers to and is not there (or not the unit's) is 404.
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

/** The row after `update … where id and version`: 404 when it is not there, 409 when somebody else was faster. */
export function saved<Row>(changed: readonly unknown[], row: Row | undefined, missing: ErrorWord = 'not_found'): Row {
  const now = found(row, missing);
  return changed.length > 0 ? now : fail('conflict');
}
