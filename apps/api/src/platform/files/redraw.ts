/**
 * Makes a picture that somebody sent anew: decoded, turned upright, put into the colours of screens, made as small as its place, and encoded. So
 * nothing is kept but what is seen: no notes of cameras, no second picture behind the first, no drawing that runs. Runs in a process, from which
 * `inspect` calls it, with limits of time and memory; what decodes is native code and sees nothing of the portal.
 */
import { largestPicture } from '@vitrine/contract/system/files.ts';
import type { OutputInfo, Sharp } from 'sharp';
import sharp from 'sharp';
import { Failure, failFields } from '#platform/http/fail.ts';
import { isIcon, readIcon } from './readIcon.ts';
import { readPicture } from './readPicture.ts';

export type Wanted = {
  bytes: Uint8Array;
  /** The largest size that the place uses. */
  width: number;
  height: number;
  stored: 'image/png' | 'image/webp';
  /** What is taken beside PNG, JPEG and WebP. */
  also: readonly string[];
  /** A whole file has at most so many bytes. */
  most: number;
};
export type Redrawn = { width: number; height: number };

// One picture at a time, and nothing of the last one.
sharp.concurrency(1);
sharp.cache(false);

const options = { limitInputPixels: largestPicture.pixels, failOn: 'error' } as const;
const screenDensity = 72;
const densities = { least: 1, most: 2400 };

/** Whether it may be a drawing: what begins as a text in angle brackets, and soon says so. What it is, the library knows. */
function mayBeDrawing(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 16_384).toString('utf8').trimStart();
  return start.startsWith('<') && start.includes('<svg');
}

const isTooLarge = (width: number, height: number): boolean =>
  Math.max(width, height) > largestPicture.side || width * height > largestPicture.pixels;

/** Drawn in the size that is wanted, instead of enlarged from a small one. References to what is outside of it are not followed. */
async function openDrawing(bytes: Buffer, { width, height }: Wanted): Promise<Sharp> {
  const { format, width: wide, height: high } = await sharp(bytes, options).metadata();
  if (format !== 'svg') failFields({ file: 'picture' });
  const density = screenDensity * Math.min(width / wide, height / high);
  return sharp(bytes, { ...options, density: Math.min(densities.most, Math.max(densities.least, density)) });
}

function openPoints(bytes: Buffer): Sharp {
  const size = readPicture(bytes);
  if (!size) return failFields({ file: 'picture' });
  // Refused by what its first bytes say, before any of it is decoded.
  if (isTooLarge(size.width, size.height)) failFields({ file: 'picture_size' });
  return sharp(bytes, options);
}

function openIcon(bytes: Buffer): Sharp {
  const icon = readIcon(bytes);
  if (!icon) return failFields({ file: 'picture' });
  if ('png' in icon) return openPoints(Buffer.from(icon.png));
  const { data, width, height } = icon;
  return sharp(data, { raw: { width, height, channels: 4 } });
}

const opened = async (bytes: Buffer, wanted: Wanted): Promise<Sharp> => {
  if (wanted.also.includes('image/x-icon') && isIcon(bytes)) return openIcon(bytes);
  if (wanted.also.includes('image/svg+xml') && mayBeDrawing(bytes)) return openDrawing(bytes, wanted);
  return openPoints(bytes);
};

async function encoded(bytes: Buffer, wanted: Wanted): Promise<{ data: Buffer; info: OutputInfo }> {
  for (let share = 1; ; share /= 2) {
    const picture = await opened(bytes, wanted);
    const [width, height] = [wanted.width, wanted.height].map((side) => Math.max(1, Math.round(side * share))) as [number, number];
    const drawn = picture.autoOrient().resize({ width, height, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb');
    const made = await (wanted.stored === 'image/png' ? drawn.png({ compressionLevel: 9 }) : drawn.webp({ quality: 85 })).toBuffer({
      resolveWithObject: true,
    });
    // Only noise is larger than what was sent; a smaller copy of it is not.
    if (made.data.length <= wanted.most || share < 1 / 16) return made;
  }
}

/** The new file in parts, and its size in points. */
export async function* redraw(wanted: Wanted): AsyncGenerator<Uint8Array, Redrawn> {
  const bytes = Buffer.from(wanted.bytes.buffer, wanted.bytes.byteOffset, wanted.bytes.byteLength);
  const { data, info } = await encoded(bytes, wanted).catch((error: unknown) => {
    // What the library says of hostile bytes is for nobody; a refusal of our own goes on as it is.
    if (error instanceof Failure) throw error;
    return failFields({ file: 'picture' });
  });
  yield new Uint8Array(data);
  return { width: info.width, height: info.height };
}
