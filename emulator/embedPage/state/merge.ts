import { isRecord } from '../../definitions/isRecord.ts';

/** Deep merge of plain objects; lists and values of `patch` win, undefined leaves what is there. */
export function deepMerge<T>(base: T, patch: unknown): T;
export function deepMerge(base: unknown, patch: unknown): unknown {
  if (!isRecord(base) || !isRecord(patch)) return patch === undefined ? base : patch;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    if (key === '__proto__') continue;
    merged[key] = deepMerge(merged[key], value);
  }
  return merged;
}
