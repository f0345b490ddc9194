/** What is attached to an answer, by the same rules as what is sent from the screen. */
import { ticketLimits } from '@vitrine/contract/support/ticket.ts';
import type { Inspected } from '#platform/files/inspect.ts';
import { inspect } from '#platform/files/inspect.ts';
import { Failure } from '#platform/http/fail.ts';
import type { Attached } from '#platform/mail/readMail.ts';

/** What nobody can send from the screen either: too large, of another kind, empty. */
const refused: ReadonlySet<string> = new Set(['invalid', 'too_large', 'too_complex']);

type Checked = { files: Inspected[]; leftOut: string[] };

/** `most` of them; the names of the others are told. */
export async function takeFiles(attached: readonly Attached[], owner: string, most: number = ticketLimits.attachments): Promise<Checked> {
  const checked: Checked = { files: [], leftOut: [] };
  for (const { name, bytes } of attached) {
    const file = checked.files.length < most ? await inspected({ name, bytes }, owner) : null;
    if (file) checked.files.push(file);
    else checked.leftOut.push(name || '–');
  }
  return checked;
}

async function inspected({ name, bytes }: Attached, owner: string): Promise<Inspected | null> {
  try {
    return await inspect('ticket_attachment', { bytes: Buffer.from(bytes), name }, owner);
  } catch (error) {
    if (error instanceof Failure && refused.has(error.word)) return null;
    throw error;
  }
}
