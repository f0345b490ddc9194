/** Determines what a file is by its bytes, never by its name or the declared type. */
import { pictureKinds, uploadKinds } from '@vitrine/contract/system/files.ts';
import type { PictureKindName, UploadKind } from '@vitrine/contract/system/files.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { parsing } from '#platform/parsing/pool.ts';
import { attachmentTypes, documentType } from './attachmentTypes.ts';
import type { Picture, readPicture } from './readPicture.ts';
import type { redraw } from './redraw.ts';

/** What is stored of a file that was sent. */
export type Inspected = { bytes: Buffer; name: string; content_type: string; width: number | null; height: number | null };
type Sent = { bytes: Buffer; name: string };

const reader = { module: new URL('./readPicture.ts', import.meta.url), name: 'readPicture', milliseconds: 5000 };
const painter = { module: new URL('./redraw.ts', import.meta.url), name: 'redraw', milliseconds: 5000 };
/** The size stands before the pixels; colour profiles and notes of cameras may come first. */
const headBytes = 1_048_576;

const startsWith = (bytes: Buffer, start: string, at = 0) => bytes.subarray(at, at + start.length).equals(Buffer.from(start, 'latin1'));

/** The first and last bytes decide. HTML behind the header of a picture is harmless: it is served as a picture, with nosniff. */
async function typeOf(bytes: Buffer, owner: string): Promise<Picture | null> {
  const looks =
    startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, '\xff\xd8\xff') ||
    (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8));
  return looks ? parsing.run<typeof readPicture>(reader, owner, new Uint8Array(bytes.subarray(0, headBytes))) : null;
}

const named = (name: string, content_type: string): string => `${name.replace(/\.[^.]{0,8}$/, '')}.${content_type.replace('image/', '')}`;

/** The picture as it is kept for its place; how wide a square is, is known once it is drawn. */
async function redrawn(kind: PictureKindName, { bytes, name }: Sent, owner: string): Promise<Inspected> {
  const { width, ratio, stored, also, max_bytes: most } = pictureKinds[kind];
  const wanted = { bytes: new Uint8Array(bytes), width, height: Math.round(width / (ratio ?? 1)), stored, also, most };
  const { parts, value } = await parsing.run<typeof redraw>(painter, owner, wanted);
  return { bytes: Buffer.concat(parts), name: named(name, stored), content_type: stored, ...value };
}

const isPictureKind = (kind: UploadKind): kind is PictureKindName => kind in pictureKinds;

/** Refuses what is too large for its kind, and what is not of its types; gives what is to be stored. */
export async function inspect(kind: UploadKind, { bytes, name }: Sent, owner: string): Promise<Inspected> {
  if (bytes.length === 0) failFields({ file: 'required' });
  if (bytes.length > uploadKinds[kind].max_bytes) fail('too_large');
  if (isPictureKind(kind)) return redrawn(kind, { bytes, name }, owner);
  const ending = name.split('.').pop()?.toLowerCase() ?? '';
  const picture = await typeOf(bytes, owner);
  const content_type = picture
    ? picture.content_type === attachmentTypes[ending]?.type
      ? picture.content_type
      : null
    : documentType(ending, bytes);
  if (content_type === null) return failFields({ file: 'attachment_type' });
  return { bytes, name, content_type, width: picture?.width ?? null, height: picture?.height ?? null };
}
