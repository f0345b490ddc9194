/** Text files in the letters that people's programs write, as UTF-8. */
import { isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252';

const looked = 4096;

/** Every second byte of a text of Latin letters in UTF-16 is zero. */
const zeros = (bytes: Uint8Array, from: 0 | 1): number => {
  let count = 0;
  for (let at = from; at < Math.min(bytes.length, looked); at += 2) if (bytes[at] === 0) count++;
  return count;
};

const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const most = Math.min(bytes.length, looked) / 4;
  if (zeros(bytes, 1) > most) return 'utf-16le';
  return zeros(bytes, 0) > most ? 'utf-16be' : null;
};

/** The bytes as UTF-8 without a mark at the beginning, and how they came. */
export const asUtf8 = (bytes: Uint8Array): { bytes: Buffer; encoding: Encoding } => {
  const utf16 = utf16Of(bytes);
  if (utf16) return { bytes: Buffer.from(new TextDecoder(utf16).decode(bytes)), encoding: 'utf-16' };
  if (!isUtf8(bytes)) return { bytes: Buffer.from(new TextDecoder('windows-1252').decode(bytes)), encoding: 'windows-1252' };
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset + (hasMark ? 3 : 0), bytes.byteLength - (hasMark ? 3 : 0)),
    encoding: 'utf-8',
  };
};
