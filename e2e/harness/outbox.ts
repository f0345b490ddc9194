/** Mails of the run: without a mail server the portal puts each into a file. */
import { expect } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDirectory } from './addresses.ts';

const outbox = join(dataDirectory, 'outbox');

/** Quoted-printable to text, as far as links and addresses need it. */
const decoded = (mail: string): string =>
  mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** What was sent to an address, the oldest first. */
export async function mailsTo(address: string): Promise<string[]> {
  const names = await readdir(outbox).catch(() => []);
  const mails = await Promise.all(names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => readFile(join(outbox, name), 'utf8')));
  return mails.filter((mail) => /^To: .*$/m.exec(mail)?.[0].includes(`<${address}>`)).map(decoded);
}

/** The first mail to an address, as soon as it is there. */
export async function nextMailTo(address: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(address)).length, `a mail to ${address}`).toBeGreaterThan(0);
  const [mail] = await mailsTo(address);
  return mail ?? '';
}
