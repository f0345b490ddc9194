/** What a file really is: told by its bytes, never by its name or by what the sender says. */
import { pictureKinds, largestPicture, uploadKinds } from '@vitrine/contract/features/files.ts';
import type { UploadKind } from '@vitrine/contract/features/files.ts';
import { imageSize } from 'image-size';
import { fail, failFields } from '../fail.ts';

export type Inspected = { content_type: string; width: number | null; height: number | null };

const pictureTypes: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };
const startsWith = (bytes: Buffer, start: string, at = 0) => bytes.subarray(at, at + start.length).equals(Buffer.from(start, 'latin1'));

/** The first bytes and the last decide; a page of HTML behind a picture's header stays a picture to every browser we tell so. */
function pictureOf(bytes: Buffer): Inspected | null {
  const looks =
    startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, '\xff\xd8\xff') ||
    (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8));
  if (!looks) return null;
  try {
    const { type = '', width, height } = imageSize(bytes);
    const content_type = pictureTypes[type];
    return content_type && width > 0 && height > 0 ? { content_type, width, height } : null;
  } catch {
    return null;
  }
}

/** Refuses what is too large for its kind, and what is no picture where one is asked for. */
export function inspect(kind: UploadKind, bytes: Buffer): Inspected {
  if (bytes.length === 0) failFields({ file: 'required' });
  if (bytes.length > uploadKinds[kind].max_bytes) fail('too_large');
  const picture = pictureOf(bytes);
  if (!(kind in pictureKinds)) return picture ?? { content_type: 'application/octet-stream', width: null, height: null };
  if (!picture || picture.width === null || picture.height === null) return failFields({ file: 'picture' });
  const { width, height } = picture;
  if (Math.max(width, height) > largestPicture.side || width * height > largestPicture.pixels) failFields({ file: 'picture_size' });
  return picture;
}
