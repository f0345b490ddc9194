/** Puts the watermark on a file that the reporting service made, in a process: what comes from there is not trusted either. */
import { fail, Failure } from '#platform/http/fail.ts';
import { parsingOfJobs } from '#platform/parsing/pool.ts';
import type { drawWatermark } from './drawWatermark.ts';
import { largestMarked } from './drawWatermark.ts';

const drawer = { module: new URL('./drawWatermark.ts', import.meta.url), name: 'drawWatermark', milliseconds: 60_000 };

/** Draws the watermark as tiles over every page. Refuses with `export_unmarkable` what is damaged, too large or takes too long. */
export async function withWatermark(owner: string, format: 'PDF' | 'PPTX', bytes: Uint8Array, text: string): Promise<Buffer> {
  if (bytes.length > largestMarked.bytes) fail('export_unmarkable');
  try {
    const { parts } = await parsingOfJobs.run<typeof drawWatermark>(drawer, owner, { format, bytes, text });
    return Buffer.concat(parts);
  } catch (error) {
    // A full queue: another attempt helps.
    if (error instanceof Failure && error.word !== 'too_complex') throw error;
    return fail('export_unmarkable', {}, {}, error);
  }
}
