import { zipSync } from 'fflate';
import type { Sheet } from '../drawing/sheet.ts';
import { pngBytes } from './raster.ts';

/** One picture, or an archive of them when there are several (docs/reference/powerbi.md A3). */
export const pngOf = async (title: string, sheets: Sheet[]): Promise<{ bytes: Uint8Array; extension: string }> => {
  const pictures: Uint8Array[] = [];
  for (const sheet of sheets) pictures.push(await pngBytes(sheet));
  const [first] = pictures;
  if (first && pictures.length === 1) return { bytes: first, extension: '.png' };
  const files = pictures.map((picture, at) => [`${title.replaceAll(/[\\/:*?"<>|]/g, '-')}-${at + 1}.png`, picture] as const);
  return { bytes: zipSync(Object.fromEntries(files), { level: 0 }), extension: '.zip' };
};
