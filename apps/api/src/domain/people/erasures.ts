/**
 * Who was erased is written down beside the data and not in the database: a backup that is restored brings people back, and by these
 * lines they are erased again. They hold keys, no names.
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { refuseHeld } from '#domain/retention/holds.ts';
import type { Services } from '#domain/serving/context.ts';
import { guardedWord } from '#platform/database/errors.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { Failure } from '#platform/http/fail.ts';
import { anonymise, type Erased } from './anonymise.ts';

const fileName = 'erased.jsonl';

const erasure = z.strictObject({ key: z.guid(), at: z.iso.datetime(), tenant_id: z.guid(), membership_id: z.guid(), person_id: z.guid() });
export type Erasure = z.infer<typeof erasure>;
/** Of a whole unit. */
const ending = z.strictObject({ key: z.guid(), at: z.iso.datetime(), unit: z.guid() });
export type Ending = z.infer<typeof ending>;
/** Of a partner with its people; of its units nothing was left. */
const removal = z.strictObject({ key: z.guid(), at: z.iso.datetime(), partner: z.guid(), people: z.array(z.guid()) });
export type Removal = z.infer<typeof removal>;
const refusal = z.strictObject({ refused: z.guid() });
/** What was written down. */
export type WrittenErasure = Erasure | Ending | Removal;

async function write(dataDirectory: string, line: WrittenErasure | z.infer<typeof refusal>): Promise<void> {
  await mkdir(dataDirectory, { recursive: true });
  // Whatever a crash left of the line before, this one begins on its own.
  await appendFile(join(dataDirectory, fileName), `\n${JSON.stringify(line)}`, { mode: 0o600, flush: true });
}

/** What was written down, without what was refused. A line that cannot be read is told, because nobody knows whom it names. */
export async function readErasures(dataDirectory: string): Promise<WrittenErasure[]> {
  const path = join(dataDirectory, fileName);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const erasures = new Map<string, WrittenErasure>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = z.union([erasure, ending, removal, refusal]).safeParse(parsed(line));
    if (!read.success)
      throw new Error(`Line ${index + 1} of ${path} cannot be read: mend it, or remove it if the portal was killed while it wrote it.`);
    if ('refused' in read.data) erasures.delete(read.data.refused);
    else erasures.set(read.data.key, read.data);
  }
  return [...erasures.values()];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export type Recorder = Pick<Services, 'environment' | 'now'>;
type Portal = Recorder & Pick<Services, 'secrets'> & { identity: Scoped };

/** Writes down what is erased and does it. It is written first, so that a crash forgets no erasure; one that is refused is taken back. */
export async function writeErasure(
  { environment: { dataDirectory }, now }: Recorder,
  of: Omit<Erasure, 'key' | 'at'> | Omit<Ending, 'key' | 'at'> | Omit<Removal, 'key' | 'at'>,
  work: () => Promise<void>,
): Promise<void> {
  const key = uuidv7();
  await write(dataDirectory, { key, at: now().toISOString(), ...of });
  try {
    await work();
  } catch (error) {
    if (error instanceof Failure || guardedWord(error) !== null) await write(dataDirectory, { refused: key });
    throw error;
  }
}

/** Erases a member of a unit, unless a legal hold covers them. `also` is part of the transaction. */
export async function erase(
  ctx: Portal,
  unit: Scoped,
  tenant_id: string,
  erased: Erased,
  also?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await writeErasure(ctx, { tenant_id, membership_id: erased.id, person_id: erased.person_id }, () =>
    anonymise(unit, ctx, tenant_id, erased, ctx.now(), async (tx) => {
      await refuseHeld(tx, tenant_id, erased, ctx.now());
      await also?.(tx);
    }),
  );
}
