/** Determines what a file is by its bytes, never by its name or the declared type. */
import { pictureKinds, largestPicture, uploadKinds } from '@vitrine/contract/system/files.ts';
import type { UploadKind } from '@vitrine/contract/system/files.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { parsing } from '#platform/parsing/pool.ts';
import type { Picture, readPicture } from './readPicture.ts';

export type Inspected = { content_type: string; width: number | null; height: number | null };

const reader = { module: new URL('./readPicture.ts', import.meta.url), name: 'readPicture', milliseconds: 5000 };
/** The size stands before the pixels; colour profiles and notes of cameras may come first. */
const headBytes = 1_048_576;

const startsWith = (bytes: Buffer, start: string, at = 0) => bytes.subarray(at, at + start.length).equals(Buffer.from(start, 'latin1'));

/** The first and last bytes decide. HTML behind the header of a picture is harmless: it is served as a picture, with nosniff. */
async function pictureOf(bytes: Buffer, owner: string): Promise<Picture | null> {
  const looks =
    startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, '\xff\xd8\xff') ||
    (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8));
  return looks ? parsing.run<typeof readPicture>(reader, owner, new Uint8Array(bytes.subarray(0, headBytes))) : null;
}

/** Refuses what is too large for its kind, and what is no picture where one is asked for. */
export async function inspect(kind: UploadKind, bytes: Buffer, owner: string): Promise<Inspected> {
  if (bytes.length === 0) failFields({ file: 'required' });
  if (bytes.length > uploadKinds[kind].max_bytes) fail('too_large');
  const picture = await pictureOf(bytes, owner);
  if (!(kind in pictureKinds)) return picture ?? { content_type: 'application/octet-stream', width: null, height: null };
  if (!picture) return failFields({ file: 'picture' });
  const { width, height } = picture;
  if (Math.max(width, height) > largestPicture.side || width * height > largestPicture.pixels) failFields({ file: 'picture_size' });
  return picture;
}
