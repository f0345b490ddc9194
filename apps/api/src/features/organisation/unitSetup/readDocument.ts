/** Reads a set-up that somebody sent. Runs in a process, from which `unitSetup.ts` calls it. */
import type { SetupDocument } from '@vitrine/contract/organisation/setupDocument.ts';
import { setupDocument, setupVersion } from '@vitrine/contract/organisation/setupDocument.ts';
import { parseText } from '#platform/http/body.ts';
import type { Refusal } from '#platform/http/fail.ts';
import { fail } from '#platform/http/fail.ts';
import { fieldsOf } from '#platform/http/validation.ts';

/** Two thousand reports with all of their settings, and as much again. */
const limits = { values: 100_000, keysOfAnObject: 200 };

/** Where the text breaks, as an editor counts; an end that comes too soon is in the last line. */
function placeOf(error: unknown, text: string): { line: number; column: number } {
  const [, offset] = /position (\d+)/.exec(String(error)) ?? [];
  const before = text.slice(0, offset === undefined ? text.length : Number(offset)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const isNewer = (value: unknown): value is { version: number } =>
  typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number' && value.version > setupVersion;

type Read = { document: SetupDocument } | { fields: Record<string, Refusal[]> };

/** The document, or its refused places, `user_groups.3.name`. */
export function readDocument({ text }: { text: string }): Read {
  // Editors of Windows begin files with a mark of their encoding.
  const plain = text.replace(/^\uFEFF/, '');
  const value = parseText(plain, limits, (error) => {
    const { line, column } = placeOf(error, plain);
    return fail('setup_unreadable', { line, column });
  });
  if (isNewer(value)) fail('setup_newer', { version: String(value.version) });
  const parsed = setupDocument.safeParse(value);
  return parsed.success ? { document: parsed.data } : { fields: fieldsOf(parsed.error.issues) };
}
