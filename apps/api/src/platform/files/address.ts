/**
 * Addresses of files, for `<img src>` and links: they carry no session, so the address itself is the key. Pictures that people
 * sent keep theirs for ever, which lets browsers keep the picture; everything else is reachable for one to two hours.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#platform/secrets/secrets.ts';

const hourMs = 3_600_000;
const keyLength = 32;

type Addressed = { id: string; content_type: string };
type With = { secrets: Secrets; now: () => Date };

export const isPicture = (content_type: string): boolean => content_type.startsWith('image/');

const signatures = (secrets: Secrets, id: string, until: string): string[] =>
  secrets.digests(`${id} ${until}`, 'address of a file').map((digest) => digest.toString('base64url').slice(0, keyLength));

const soon = (now: Date): string => ((Math.floor(now.getTime() / hourMs) + 2) * hourMs).toString(36);

const addressUntil = (secrets: Secrets, id: string, until: string): string =>
  `/api/files/${id}/${until}.${signatures(secrets, id, until)[0]}`;

/** The address of a file of any kind. */
export const fileAddress = ({ secrets, now }: With, { id, content_type }: Addressed): string =>
  addressUntil(secrets, id, isPicture(content_type) ? '0' : soon(now()));

/** The address of a picture that shows what not everybody may see. */
export const passingAddress = ({ secrets, now }: With, id: string): string => addressUntil(secrets, id, soon(now()));

/** The address of a picture of which only the id is at hand, as in a row that refers to it. */
export const pictureAddress = ({ secrets }: Pick<With, 'secrets'>, id: string | null): string | null =>
  id === null ? null : addressUntil(secrets, id, '0');

/** Whether a key opens the file now. */
export function opens({ secrets, now }: With, id: string, key: string): boolean {
  const [until = '', signature = ''] = key.split('.');
  if (until !== '0' && Number.parseInt(until, 36) <= now().getTime()) return false;
  const given = Buffer.from(signature);
  return signatures(secrets, id, until).some((right) => given.length === right.length && timingSafeEqual(given, Buffer.from(right)));
}

/** The id in the address of a picture. */
export const pictureIn = (address: string | null | undefined): string | null =>
  address ? (/^\/api\/files\/([^/]+)\//.exec(address)?.[1] ?? null) : null;
