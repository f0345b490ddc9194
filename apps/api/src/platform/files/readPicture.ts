/** Type and size of a picture by its first bytes. Runs in a process, from which `inspect` calls it. */
import { imageSize } from 'image-size';

export type Picture = { content_type: string; width: number; height: number };

const types: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** Null for what is no picture of these types. */
export function readPicture(head: Uint8Array): Picture | null {
  try {
    // Memory of its own: the reader looks beyond the end of a part. A buffer: it cuts pieces off, which costs a copy each of anything else.
    const { type = '', width, height } = imageSize(Buffer.from(new Uint8Array(head).buffer));
    const content_type = types[type];
    return content_type && width > 0 && height > 0 ? { content_type, width, height } : null;
  } catch {
    return null;
  }
}
