import type { Sheet } from '../drawing/sheet.ts';
import { pngBytes } from './raster.ts';

/** Pixels of an inch. */
const density = 96;

/** One slide for each sheet: its picture, and its texts as notes. */
export const pptxOf = async (title: string, sheets: Sheet[]): Promise<Uint8Array> => {
  const { default: Presentation } = await import('pptxgenjs');
  const deck = new Presentation();
  const width = Math.max(...sheets.map((sheet) => sheet.width)) / density;
  const height = Math.max(...sheets.map((sheet) => sheet.height)) / density;
  deck.defineLayout({ name: 'report', width, height });
  deck.layout = 'report';
  deck.title = title;
  for (const sheet of sheets) {
    const slide = deck.addSlide();
    const [w, h] = [sheet.width / density, sheet.height / density];
    const data = `data:image/png;base64,${Buffer.from(await pngBytes(sheet)).toString('base64')}`;
    slide.addImage({ data, x: (width - w) / 2, y: (height - h) / 2, w, h, altText: sheet.texts[0]?.text ?? title });
    slide.addNotes(sheet.texts.map(({ text }) => text).join('\n'));
  }
  const bytes = await deck.write({ outputType: 'uint8array' });
  if (!(bytes instanceof Uint8Array)) throw new Error('The presentation is not made of bytes');
  return bytes;
};
