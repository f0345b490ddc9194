/** Makes a small picture of a page that the reporting service drew, in a process: what comes from there is not trusted either. */
import { largestPicture } from '@vitrine/contract/system/files.ts';
import { imageSize } from 'image-size';
import { Failure } from '#platform/http/fail.ts';
import { parsingOfJobs } from '#platform/parsing/pool.ts';
import type { shrinkPicture } from './shrinkPicture.ts';

type Small = { bytes: Buffer; width: number; height: number };

const shrinker = { module: new URL('./shrinkPicture.ts', import.meta.url), name: 'shrinkPicture', milliseconds: 20_000 };
const largestBytes = 16 * 1_048_576;
const width = 480;

/** Null for what is no picture, too large, or takes too long. */
export async function shrunk(owner: string, bytes: Uint8Array): Promise<Small | null> {
  if (bytes.length > largestBytes) return null;
  const size = sizeOf(bytes);
  if (!size) return null;
  const height = Math.max(1, Math.round((size.height / size.width) * width));
  try {
    const { parts } = await parsingOfJobs.run<typeof shrinkPicture>(shrinker, owner, { bytes, from: size, to: { width, height } });
    return { bytes: Buffer.concat(parts), width, height };
  } catch (error) {
    if (error instanceof Failure && error.word === 'too_complex') return null;
    throw error;
  }
}

function sizeOf(bytes: Uint8Array): { width: number; height: number } | null {
  try {
    const { type, width: wide, height: high } = imageSize(bytes);
    const fits = wide > 0 && high > 0 && Math.max(wide, high) <= largestPicture.side && wide * high <= largestPicture.pixels;
    // Neither a ribbon nor a thread: the height of the small one follows.
    return type === 'png' && fits && high <= wide * 4 ? { width: wide, height: high } : null;
  } catch {
    return null;
  }
}
